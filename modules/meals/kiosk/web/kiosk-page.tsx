/** The kiosk for the canteen door: one field, one key or tap per person. It keeps working on a bad connection. */
import { cannotKeep, type Outcome } from "@ops/platform/ui/data/outbox.ts"
import { newKey, sentenceOf } from "@ops/platform/ui/data/api.ts"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { t } from "@ops/platform/ui/language/words.ts"
import { Layer } from "@ops/platform/ui/layers/layer.tsx"
import { useSync } from "@ops/platform/ui/data/live.ts"
import { isByPin } from "@ops/platform/ui/data/unsent.ts"
import { isDoubtful, provisional } from "@ops/platform/ui/device/device-outbox.ts"
import { formatTime } from "@ops/platform/ui/date.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { Check, CircleCheck, CloudOff, Plus, ScanLine, Undo2, Volume2, VolumeX, X } from "lucide-react"
import { Dialog } from "radix-ui"
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { Link, useNavigate, useParams } from "react-router-dom"
import { useApi } from "../../web/client.ts"
import { isBadge, readBadge } from "@ops/platform/access/badge.ts"
import { byNumber, findPeople, isNumber } from "./find-people.ts"
import "./kiosk.css"
import { type Diner, fullName, useDiners } from "../../web/people.ts"
import { useMeals } from "../../meal-sessions/web/session-commands.tsx"
import { hear, isHeard, signal } from "./signal.ts"
import { type Tap, type Tapped, useTaps } from "./use-taps.ts"
import { counted, type MealSession, mealWord, servedAt } from "../../web/labels.ts"

const Camera = lazyPart(() => import("./camera.tsx"))
const DinersDialog = lazyPart(() => import("../../meal-sessions/web/diners-dialog.tsx"))

/** A line of the results: what happened to a tap. */
interface Result {
  readonly key: string
  readonly name: string
  readonly word: string
  readonly tone: "good" | "warn" | "bad" | "sending"
  /** the office has not decided yet: the same colours, but hollow */
  readonly isProvisional?: boolean
  readonly detail?: string
  /** the person, if the tap can be undone */
  readonly person?: Diner
}

/** The most names drawn at once; typing narrows the list. */
const shownAtOnce = 300
/** How long a tapped person stays in place, so that an accidental second tap hits no one else; ms. */
const staysFor = 1500
/** How long taps are ignored after names have moved, as they were meant for the previous name; ms. */
const settlesIn = 350

const Leave = () => (
  <Dialog.Close className="plain-icon kiosk-leave" aria-label="Leave the kiosk">
    <X size={22} strokeWidth={1.75} aria-hidden />
  </Dialog.Close>
)

export const Component = () => {
  const { sessionId } = useParams()
  const navigate = useNavigate()
  const leave = () => void navigate(`/meal-tracking?session=${sessionId}`)
  const session = useApi("GET /api/meal-sessions/:id", sessionId !== undefined && /^\d+$/.test(sessionId) ? { id: sessionId } : null)
  return (
    <Dialog.Root open onOpenChange={(open) => open || leave()}>
      <Dialog.Portal>
        <Layer>
          <Dialog.Content className="kiosk" aria-modal aria-describedby={undefined} onOpenAutoFocus={(event) => event.preventDefault()}>
            {session.data ? (
              <Kiosk session={session.data} />
            ) : (
              <>
                <header className="kiosk-head">
                  <Dialog.Title className="kiosk-title">Meal kiosk</Dialog.Title>
                  <Leave />
                </header>
                {session.isError ? (
                  <EmptyState title={sentenceOf(session.error)} />
                ) : (
                  <p className="kiosk-hint" role="status">
                    Loading the session...
                  </p>
                )}
              </>
            )}
          </Dialog.Content>
        </Layer>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const sending = "sending…"
const resultOf = ({ key, name, attended }: Tap, outcome: Outcome<Tapped>): Result => {
  if (outcome.state === "sending") return { key, name, word: sending, tone: "sending" }
  if (outcome.state === "waiting") {
    const { sentence, isDoubtful = false } = outcome.provisional ?? {}
    const said = sentence !== undefined && { detail: sentence, isProvisional: true }
    return { key, name, word: "saved, waiting for the connection", tone: isDoubtful ? "bad" : said ? "good" : "sending", ...said }
  }
  if (outcome.state === "refused") return { key, name, word: "not recorded", tone: "bad", detail: outcome.sentence }
  if (attended === false) return { key, name, word: "undone", tone: "warn" }
  const { duplicate, notice } = outcome.answer
  if (duplicate) return { key, name, word: "already recorded", tone: "warn" }
  return { key, name, word: "served", tone: notice ? "warn" : "good", ...(notice && { detail: notice }) }
}

/** Who was served at this session and when, from the server and this device; the latest entry of each person counts. */
const useServed = (session: MealSession, kept: readonly Tap[]) => {
  const recorded = useApi("GET /api/meal-attendance", { query: servedAt(session.id) })
  const [done, setDone] = useState<ReadonlyMap<number, string | null>>(new Map())
  const served = new Map(recorded.data?.map(({ staffMemberId, attendanceTime }) => [staffMemberId, attendanceTime]))
  const tapped = kept.filter((tap) => tap.mealSessionId === session.id && tap.refused === undefined && !tap.isDoubtful)
  const said = [...done].concat(tapped.map(({ staffMemberId, attended, at }) => [staffMemberId, attended === false ? null : (at ?? "")]))
  for (const [person, at] of said) {
    if (at === null) served.delete(person)
    else served.set(person, at)
  }
  const settle = ({ staffMemberId, attended, at }: Tap) => setDone((old) => new Map(old).set(staffMemberId, attended === false ? null : (at ?? "")))
  // while the numbers of the server cannot be read, what was done here is added to the last ones
  return { served, settle, more: served.size - (recorded.data?.length ?? 0) }
}

/** The names in two groups: people not yet tapped, with the others below; the latter move down once tapping pauses. */
const useSinking = (served: ReadonlyMap<number, string>) => {
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  const movedAt = useRef(0)
  useEffect(() => {
    if (fresh.size === 0) return
    const timer = setTimeout(() => {
      movedAt.current = Date.now()
      setFresh(new Set())
    }, staysFor)
    return () => clearTimeout(timer)
  }, [fresh])
  return {
    hasSunk: ({ id }: Diner) => served.has(id) && !fresh.has(id),
    touch: (id: number) => setFresh((old) => new Set(old).add(id)),
    isMoving: () => Date.now() - movedAt.current < settlesIn,
  }
}

const Kiosk = ({ session }: { readonly session: MealSession }) => {
  const { serves } = useMeals()
  const { box, kept, countGuest } = useTaps()
  const { data: diners = [], isPending, isError, refetch } = useDiners({ siteId: session.siteId, clientId: session.clientId })
  const latest = useRef(diners)
  latest.current = diners
  const { served, settle, more } = useServed(session, kept)
  const { hasSunk, touch, isMoving } = useSinking(served)
  const [typed, type] = useState("")
  const [moved, move] = useState<number>()
  const [results, setResults] = useState<readonly Result[]>([])
  const [closing, close] = useState<"visitors" | "session">()
  const [isCameraOn, setCamera] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const list = useId()
  const sync = useSync()
  const offline = sync.state === "offline"
  const open = session.status === "active" && session.billedOn === null && serves
  const meal = mealWord(session.mealType)

  // Each tap has one line, which changes as the server answers; the newest comes first.
  const show = (result: Result) =>
    setResults((old) =>
      old.some(({ key }) => key === result.key)
        ? old.map((each) => (each.key === result.key ? { ...(each.person && { person: each.person }), ...result } : each))
        : [result, ...old].slice(0, 12),
    )
  useEffect(
    () =>
      box.hear((tap, outcome) => {
        if (tap.mealSessionId !== session.id) return
        const result = resultOf(tap, outcome)
        // an act of a device has its own key, so its line differs from that of the tap
        const person = tap.attended === false ? undefined : latest.current.find(({ id }) => id === tap.staffMemberId)
        show({ ...(person && { person }), ...result })
        if (outcome.state === "recorded") settle(tap)
        if (outcome.state === "refused" || result.tone === "warn" || result.tone === "bad") signal("bad")
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is set does not change
    [box, session.id],
  )
  // until the list is loaded, a scanned number would be unknown
  useEffect(() => field.current?.focus(), [open, isPending])

  const found = findPeople(diners, typed)
  const waiting = found.filter((person) => !hasSunk(person))
  // in the order of displayed names, which the letter buttons rely on
  if (typed === "") waiting.sort((a, b) => fullName(a).localeCompare(fullName(b)))
  const sunk = found.filter(hasSunk)
  const shown = [...waiting, ...sunk].slice(0, shownAtOnce)
  // Enter takes the first name, but for numbers only an exact match, so that no wrong person is recorded
  const exact = isNumber(typed) ? byNumber(diners, typed) : found[0]
  const marked = typed === "" ? undefined : moved === undefined ? exact : shown[moved]
  const here = kept.filter((tap) => tap.mealSessionId === session.id)
  const unsent = here.filter(({ refused }) => refused === undefined)
  const refused = here.filter((tap) => tap.refused !== undefined)
  // taps being sent right now are not announced in the banner, which would move the names under a second tap
  const isSending = ({ key }: Tap) => results.some((result) => result.key === key && result.word === sending)
  const hasBand = offline || !unsent.every(isSending)

  const clear = () => {
    type("")
    move(undefined)
    field.current?.focus()
  }
  const keep = async (tap: Tap) => {
    try {
      await box.add(tap)
    } catch {
      show({ key: tap.key, name: tap.name, word: "not saved", tone: "bad", detail: cannotKeep })
    }
  }
  const visitor = async () => {
    const key = newKey()
    try {
      const act = await countGuest?.(session.id, meal)
      const [said, isBad] = act ? [provisional(act), isDoubtful(act)] : []
      const about = { detail: said ?? "Saved on this device", isProvisional: said !== undefined }
      show({ key, name: "Visitor", word: "counted", tone: isBad ? "bad" : "good", ...about })
      signal(isBad ? "bad" : "good")
    } catch {
      show({ key, name: "Visitor", word: "not saved", tone: "bad", detail: cannotKeep })
    }
    field.current?.focus()
  }
  const say = (person: Diner, attended: boolean) => {
    const key = newKey()
    touch(person.id)
    show({ key, name: fullName(person), word: sending, tone: "sending", ...(attended && { person }) })
    void keep({ key, mealSessionId: session.id, staffMemberId: person.id, name: fullName(person), attended, meal, at: new Date().toISOString() })
  }
  const confirm = (person: Diner) => {
    if (served.has(person.id)) {
      touch(person.id)
      show({ key: newKey(), name: fullName(person), word: "already recorded", tone: "warn", person })
      signal("bad")
    } else {
      say(person, true)
      signal("good")
    }
    clear()
  }
  const enter = () => {
    if (marked) confirm(marked)
    else if (typed.trim() !== "") reject(typed.trim())
  }
  const tellMoved = () => {
    const person = results[0]?.person
    show({ key: newKey(), name: "The list moved", word: "tap the name again", tone: "warn", ...(person && { person }) })
    signal("bad")
  }
  const scanned = (code: string) => {
    const person = byNumber(diners, code)
    if (person) confirm(person)
    else reject(code)
  }
  const reject = (name: string) => {
    const what = isBadge(name) ? "badge" : isNumber(name) ? "staff number" : "name"
    const isMisread = isBadge(name) && readBadge(name) === undefined
    const detail = isMisread ? "The badge could not be read. Scan it again" : `No one of ${session.client.companyName} at ${session.site.name} has this ${what}`
    show({ key: newKey(), name, word: "not on the list", tone: "bad", detail })
    signal("bad")
    clear()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === "Enter") enter()
    else if (step && marked) move(Math.max(0, Math.min(shown.length - 1, shown.indexOf(marked) + step)))
    else if (step && typed !== "" && shown.length > 0) move(0)
    else if (event.key === "Escape" && typed !== "") {
      event.stopPropagation()
      clear()
    } else return
    event.preventDefault()
  }
  // a card reader types wherever the focus is
  useEffect(() => {
    if (closing) return
    const onAnyKey = (event: globalThis.KeyboardEvent) => {
      const isTyped = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey
      if (isTyped && event.target !== field.current) field.current?.focus()
    }
    addEventListener("keydown", onAnyKey)
    return () => removeEventListener("keydown", onAnyKey)
  }, [closing])
  const [last] = results
  const undoable = last?.person && served.has(last.person.id) ? last.person : undefined
  const option = (person: Diner) => (
    <button
      type="button"
      key={person.id}
      id={`${list}-${person.id}`}
      className="kiosk-person"
      role="option"
      tabIndex={-1}
      aria-selected={person === marked}
      data-served={served.has(person.id) || undefined}
      // the field keeps the focus, and on a phone the keyboard stays open
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => (isMoving() ? tellMoved() : confirm(person))}
    >
      <span>{fullName(person)}</span>
      <small className="num">{person.staffNumber}</small>
      {served.has(person.id) && (
        <>
          <Check size={20} strokeWidth={2.25} aria-hidden />
          <span className="sr">, served</span>
        </>
      )}
    </button>
  )
  const group = (words: string, people: readonly Diner[]) =>
    people.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options
      <div role="group" aria-label={words} className="kiosk-group">
        <h3 aria-hidden>{words}</h3>
        <div className="kiosk-list">{people.map(option)}</div>
      </div>
    )

  return (
    <div className="kiosk-frame">
      {hasBand && (
        <p className="kiosk-band" role="status">
          <CloudOff size={18} strokeWidth={1.75} aria-hidden />
          <span className="spread">
            {offline && <b>{isByPin() ? "Unlocked with a PIN. " : `Offline since ${formatTime(sync.at)}. Keep going. `}</b>}
            {unsent.length > 0 && (
              <>
                <span>{unsent.length} to be sent</span>, saved on this device.
              </>
            )}
          </span>
          <Link className="link" to="/outbox">
            View taps
          </Link>
        </p>
      )}
      <header className="kiosk-head">
        <div className="kiosk-count">
          <Dialog.Title className="kiosk-title">
            {meal} <span className="muted">·</span> <SiteCode code={session.site.code} name={session.site.name} />{" "}
            <span className="muted">{session.client.companyName}</span>
          </Dialog.Title>
          <span>
            <output className="num" aria-label="Served">
              {session.totalAttendees + (offline ? more : 0)}
            </output>{" "}
            <span className="muted">
              {session.capacity === null ? "served" : `of ${session.capacity} served`}
              {session.exceptions > 0 && ` · ${counted(session.exceptions, "exception", "exceptions")}`}
            </span>
          </span>
        </div>
        <div className="kiosk-result" data-tone={last?.tone} data-provisional={last?.isProvisional}>
          {last?.tone === "good" && !last.isProvisional && <CircleCheck size={40} strokeWidth={2} aria-hidden />}
          <div>
            <p role="status" data-testid="kiosk-result" data-tone={last?.tone}>
              {last ? (
                <>
                  <span>
                    <b>{last.name}</b> · {last.word}
                  </span>
                  {last.detail && <small>{last.detail}</small>}
                </>
              ) : (
                <span className="muted">{open && "Tap a name, type it, or scan a card"}</span>
              )}
            </p>
            {last?.person && <About of={last.person} at={served.get(last.person.id)} />}
          </div>
        </div>
        {undoable && open && (
          <button type="button" className="act kiosk-undo" onMouseDown={(event) => event.preventDefault()} onClick={() => say(undoable, false)}>
            <Undo2 size={18} strokeWidth={1.75} aria-hidden /> Undo
          </button>
        )}
        <Leave />
      </header>
      <div className="kiosk-middle">
        <div className="kiosk-scroll" ref={scroll}>
          {refused.length > 0 && (
            <section className="kiosk-refused" aria-label="Not recorded">
              <h3>Not recorded</h3>
              <ul>
                {refused.map((tap) => (
                  <li key={tap.key}>
                    <span>
                      <b>{tap.name}</b> {tap.refused}
                    </span>
                    <button type="button" className="act" onClick={() => void box.retry(tap.key)}>
                      Try again
                    </button>
                    <button type="button" className="act" onClick={() => void box.drop(tap.key)}>
                      Dismiss
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {!open && (
            <p className="kiosk-shut" role="status">
              {session.status === "active"
                ? "You cannot record attendance in this session"
                : `This session is ${session.status === "cancelled" ? "cancelled" : "closed"}`}
            </p>
          )}
          {open && (
            <>
              <div id={list} role="listbox" aria-label="People">
                {group(`Not served yet, ${waiting.filter(({ id }) => !served.has(id)).length}`, waiting.slice(0, shownAtOnce))}
                {group(`Served, ${found.filter(({ id }) => served.has(id)).length}`, sunk.slice(0, Math.max(0, shownAtOnce - waiting.length)))}
              </div>
              {found.length > shown.length && <p className="kiosk-hint">{found.length - shown.length} more: go on typing</p>}
              {isError ? (
                <p className="kiosk-hint">
                  The list could not be loaded.{" "}
                  <button type="button" className="act" onClick={() => void refetch()}>
                    Retry
                  </button>
                </p>
              ) : (
                found.length === 0 && !isPending && <p className="kiosk-hint">{typed === "" ? "This client has no people here" : "No matches"}</p>
              )}
            </>
          )}
        </div>
        {open && typed === "" && <Letters of={waiting} list={list} />}
        {open && isCameraOn && <Camera onCode={scanned} onClose={() => setCamera(false)} />}
      </div>
      {open && (
        <footer className="kiosk-foot">
          <input
            ref={field}
            className="kiosk-field"
            role="combobox"
            aria-label="Staff number or name"
            aria-expanded={shown.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={marked && `${list}-${marked.id}`}
            disabled={isPending || isError}
            placeholder={isPending ? "Loading the list..." : "Staff number or name, or scan a card"}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            value={typed}
            onChange={(event) => {
              type(event.target.value)
              move(undefined)
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" className="act kiosk-act" onClick={() => (countGuest ? void visitor() : close("visitors"))}>
            <Plus size={18} strokeWidth={1.75} aria-hidden />
            Visitor
          </button>
          <button type="button" className="act kiosk-act" aria-label="Camera" aria-pressed={isCameraOn} onClick={() => setCamera(!isCameraOn)}>
            <ScanLine size={18} strokeWidth={1.75} aria-hidden />
          </button>
          <Sound />
          <button type="button" className="act kiosk-act" onClick={() => close("session")}>
            Close {meal.toLowerCase()}
          </button>
        </footer>
      )}
      {closing && <DinersDialog session={session} close={closing === "session"} onClose={() => close(undefined)} />}
    </div>
  )
}

/** The staff number of the person served last, the time, and the dietary restrictions. */
const About = ({ of: { staffNumber, allergies, dietaryRestrictions }, at }: { readonly of: Diner; readonly at: string | undefined }) => {
  const diet = [allergies && t(`no ${allergies.toLowerCase()}`), dietaryRestrictions].filter(Boolean).join(" · ")
  return (
    <small className="kiosk-about num">
      {[staffNumber, at && `served ${formatTime(at)}`].filter(Boolean).join(" · ")}
      {diet && <b> · {diet}</b>}
    </small>
  )
}

const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
const letterOf = (person: Diner) => fullName(person).charAt(0).toUpperCase()

/** Jumps to the first name that begins with a letter. */
const Letters = ({ of, list }: { readonly of: readonly Diner[]; readonly list: string }) => {
  const first = new Map([...of].reverse().map((person) => [letterOf(person), person.id]))
  if (of.length < 12) return null
  return (
    <nav className="kiosk-letters" aria-label="Letters">
      {alphabet.map((letter) => (
        <button
          type="button"
          key={letter}
          tabIndex={-1}
          disabled={!first.has(letter)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => document.getElementById(`${list}-${first.get(letter)}`)?.scrollIntoView({ block: "start" })}
        >
          {letter}
        </button>
      ))}
    </nav>
  )
}

/** Switches the sound of taps on or off. */
const Sound = () => {
  const [on, set] = useState(isHeard)
  const Icon = on ? Volume2 : VolumeX
  return (
    <button
      type="button"
      className="act kiosk-act"
      aria-label="Sound"
      aria-pressed={on}
      onClick={() => {
        hear(!on)
        set(!on)
        if (!on) signal("good")
      }}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
