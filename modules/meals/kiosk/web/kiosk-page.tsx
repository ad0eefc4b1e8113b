/** The kiosk: one field, one key or tap a person, for who stands at the canteen's door. It goes on working on a bad link. */
import type { Outcome } from "@ops/platform/ui/data/outbox.ts"
import { newKey, sentenceOf } from "@ops/platform/ui/data/api.ts"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Layer } from "@ops/platform/ui/layers/layer.tsx"
import { useSync } from "@ops/platform/ui/data/live.ts"
import { Plus, X } from "lucide-react"
import { Dialog } from "radix-ui"
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { useNavigate, useParams } from "react-router-dom"
import { useApi } from "../../web/client.ts"
import { byNumber, findPeople, isNumber } from "./find-people.ts"
import "./kiosk.css"
import { type Diner, fullName, useDiners } from "../../web/people.ts"
import { useMeals } from "../../meal-sessions/web/session-commands.tsx"
import { type Tap, type Tapped, useTaps } from "./use-taps.ts"
import { counted, type MealSession, mealWord } from "../../web/labels.ts"

/** A line of the result: what has become of a tap. */
interface Result {
  readonly key: string
  readonly name: string
  readonly word: string
  readonly tone: "good" | "warn" | "bad" | "sending"
  readonly detail?: string
}

const cannotKeep = "This device cannot keep it: its storage is full or closed. Write it down"

/** More would not fit a screen; the list narrows as one types. */
const shownAtOnce = 40

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
            <header className="kiosk-head">
              <Dialog.Title>
                {session.data ? (
                  <>
                    {mealWord(session.data.mealType)}{" "}
                    <span className="muted">
                      {session.data.site.name} · {session.data.client.companyName}
                    </span>
                  </>
                ) : (
                  "Meal kiosk"
                )}
              </Dialog.Title>
              <Dialog.Close className="plain-icon" aria-label="Leave the kiosk">
                <X size={22} strokeWidth={1.75} aria-hidden />
              </Dialog.Close>
            </header>
            {session.data ? (
              <Kiosk session={session.data} />
            ) : session.isError ? (
              <EmptyState title={sentenceOf(session.error)} />
            ) : (
              <p className="kiosk-hint" role="status">
                Loading the session...
              </p>
            )}
          </Dialog.Content>
        </Layer>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const resultOf = ({ key, name }: Tap, outcome: Outcome<Tapped>): Result => {
  if (outcome.state === "sending") return { key, name, word: "sending…", tone: "sending" }
  if (outcome.state === "waiting") return { key, name, word: "saved, waiting for the connection", tone: "sending" }
  if (outcome.state === "refused") return { key, name, word: "not recorded", tone: "bad", detail: outcome.sentence }
  const { duplicate, notice } = outcome.answer
  if (duplicate) return { key, name, word: "already recorded", tone: "warn" }
  return { key, name, word: "served", tone: notice ? "warn" : "good", ...(notice && { detail: notice }) }
}

const Kiosk = ({ session }: { readonly session: MealSession }) => {
  const { serves } = useMeals()
  const { box, kept, countGuest } = useTaps()
  const { data: diners = [], isPending, isError, refetch } = useDiners({ siteId: session.siteId, clientId: session.clientId })
  const [typed, type] = useState("")
  const [moved, move] = useState<number>()
  const [results, setResults] = useState<readonly Result[]>([])
  const field = useRef<HTMLInputElement>(null)
  const list = useId()
  const offline = useSync().state === "offline"
  const open = session.status === "active" && session.billedOn === null && serves

  // Each tap has one line, which changes as the server answers; the newest stands first.
  const show = (result: Result) =>
    setResults((old) =>
      old.some(({ key }) => key === result.key) ? old.map((each) => (each.key === result.key ? result : each)) : [result, ...old].slice(0, 12),
    )
  useEffect(() => box.hear((tap, outcome) => tap.mealSessionId === session.id && show(resultOf(tap, outcome))), [box, session.id])
  // before the list is there, a scanned number would be unknown
  useEffect(() => field.current?.focus(), [open, isPending])

  const found = findPeople(diners, typed)
  const shown = found.slice(0, shownAtOnce)
  // Enter takes the first name; of numbers only the very one, lest a stranger's is taken for another's
  const exact = isNumber(typed) ? byNumber(diners, typed) : shown[0]
  const marked = typed === "" ? undefined : moved === undefined ? exact : shown[moved]
  const here = kept.filter((tap) => tap.mealSessionId === session.id)
  const unsent = here.filter(({ refused }) => refused === undefined)
  const refused = here.filter((tap) => tap.refused !== undefined)

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
      await countGuest?.(session.id, mealWord(session.mealType))
      show({ key, name: "Visitor", word: "counted", tone: "good", detail: "Saved on this device" })
    } catch {
      show({ key, name: "Visitor", word: "not saved", tone: "bad", detail: cannotKeep })
    }
    field.current?.focus()
  }
  const confirm = (person: Diner) => {
    const name = fullName(person)
    if (unsent.some(({ staffMemberId }) => staffMemberId === person.id)) show({ key: newKey(), name, word: "already recorded", tone: "warn" })
    else void keep({ key: newKey(), mealSessionId: session.id, staffMemberId: person.id, name, meal: mealWord(session.mealType), at: new Date().toISOString() })
    clear()
  }
  const enter = () => {
    const name = typed.trim()
    if (marked) return confirm(marked)
    if (name === "") return
    const detail = `No one of ${session.client.companyName} at ${session.site.name} has this ${isNumber(name) ? "staff number" : "name"}`
    show({ key: newKey(), name, word: "not on the list", tone: "bad", detail })
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
  const [last, ...before] = results

  return (
    <div className="kiosk-body">
      <div className="kiosk-count">
        <output className="num" aria-label="Served">
          {session.totalAttendees}
        </output>
        <span>
          served{session.capacity !== null && <span className="muted"> of {session.capacity}</span>}
          <small className="muted">
            {[
              offline && "Offline",
              unsent.length > 0 && `${unsent.length} to be sent`,
              session.exceptions > 0 && counted(session.exceptions, "exception", "exceptions"),
            ]
              .filter(Boolean)
              .join(" · ")}
          </small>
        </span>
      </div>
      {open ? (
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
          placeholder={isPending ? "Loading the list..." : "Staff number or name"}
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
      ) : (
        <p className="kiosk-shut" role="status">
          {session.status === "active"
            ? "You cannot record attendance in this session"
            : `This session is ${session.status === "cancelled" ? "cancelled" : "closed"}`}
        </p>
      )}
      {open && countGuest && (
        <button type="button" className="act kiosk-visitor" onClick={() => void visitor()}>
          <Plus size={18} strokeWidth={1.75} aria-hidden />
          Visitor
        </button>
      )}
      <p className="kiosk-result" data-tone={last?.tone} role="status" data-testid="kiosk-result">
        {last ? (
          <>
            <span>
              <b>{last.name}</b> · {last.word}
            </span>
            {last.detail && <small>{last.detail}</small>}
          </>
        ) : (
          <span className="muted">{open && "Type, then Enter or tap the name"}</span>
        )}
      </p>
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
                <button type="button" className="act" onClick={() => box.drop(tap.key)}>
                  Dismiss
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {open && (
        <div className="kiosk-lists">
          <div id={list} className="kiosk-list" role="listbox" aria-label="People">
            {shown.map((person) => (
              <button
                type="button"
                key={person.id}
                id={`${list}-${person.id}`}
                className="kiosk-person"
                role="option"
                tabIndex={-1}
                aria-selected={person === marked}
                // the field keeps the focus, and on a phone the keys stay where they are
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => confirm(person)}
              >
                <span>{fullName(person)}</span>
                <small className="num">{person.staffNumber}</small>
              </button>
            ))}
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
        </div>
      )}
      {before.length > 0 && (
        <ol className="kiosk-before" aria-label="Before that">
          {before.map((result) => (
            <li key={result.key} data-tone={result.tone}>
              {result.name} · {result.word}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
