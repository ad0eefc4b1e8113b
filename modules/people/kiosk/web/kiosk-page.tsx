/**
 * The kiosk of a site: staff number, PIN, Enter; the first tap is the arrival, the next the departure. Online the
 * server checks the PIN and sets the time. Offline a tap is kept with its time but without the PIN, and a supervisor
 * confirms the day.
 */
import { cannotKeep, passes } from "@ops/platform/ui/data/outbox.ts"
import { newKey, sentenceOf } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Layer } from "@ops/platform/ui/layers/layer.tsx"
import { useSync } from "@ops/platform/ui/data/live.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { isEnrolled } from "@ops/platform/ui/data/unsent.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { X } from "lucide-react"
import { Dialog } from "radix-ui"
import { type SubmitEvent, useCallback, useEffect, useId, useRef, useState } from "react"
import { useNavigate, useSearchParams } from "react-router-dom"
import type { KioskTapAnswer } from "../contract.ts"
import { send } from "../../web/client.ts"
import { doHere, isDoubtful, provisional } from "@ops/platform/ui/device/device-outbox.ts"
import { kioskTaps } from "./kept-taps.ts"
import "./kiosk.css"

type Tapped = typeof KioskTapAnswer.Type
interface Told {
  readonly key: string
  readonly tone: "good" | "warn" | "bad"
  readonly name: string
  readonly word: string
}

const wordOf = ({ checkInTime, checkOutTime, status, proof }: Tapped) => {
  const word = checkOutTime === null ? `in at ${checkInTime}${status === "late" ? ", late" : ""}` : `out at ${checkOutTime}`
  return proof === "unverified" ? `${word}, to be confirmed` : word
}

export const Component = () => {
  const navigate = useNavigate()
  const { siteId, sites } = useWorkingSite()
  const [asked] = useSearchParams()
  const site = sites.find(({ id }) => String(id) === asked.get("site")) ?? sites.find(({ id }) => id === siteId) ?? sites[0]
  return (
    <Dialog.Root open onOpenChange={(open) => open || void navigate("/hr?tab=attendance")}>
      <Dialog.Portal>
        <Layer>
          <Dialog.Content className="hr-kiosk" aria-modal aria-describedby={undefined} onOpenAutoFocus={(event) => event.preventDefault()}>
            <header className="hr-kiosk-head">
              <Dialog.Title>
                Attendance <span className="muted">{site?.name}</span>
              </Dialog.Title>
              <Dialog.Close className="plain-icon" aria-label="Leave the kiosk">
                <X size={22} strokeWidth={1.75} aria-hidden />
              </Dialog.Close>
            </header>
            {site ? <Kiosk siteId={site.id} /> : <p className="hr-kiosk-hint">Loading the sites...</p>}
          </Dialog.Content>
        </Layer>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const Kiosk = ({ siteId }: { readonly siteId: number }) => {
  const { id: user } = useUser()
  const { state } = useSync()
  const [number, setNumber] = useState("")
  const [pin, setPin] = useState("")
  const [sending, setSending] = useState(false)
  const [told, setTold] = useState<readonly Told[]>([])
  const [waiting, setWaiting] = useState(0)
  const numberField = useRef<HTMLInputElement>(null)
  const pinField = useRef<HTMLInputElement>(null)
  const id = useId()

  // each tap has one line, which changes as the server answers; the newest comes first
  const tell = useCallback((line: Told) => setTold((old) => [line, ...old.filter(({ key }) => key !== line.key)].slice(0, 6)), [])
  const box = kioskTaps(user)
  const unsentOf = useCallback(() => box.kept().filter(({ refused }) => refused === undefined).length, [box])
  useEffect(
    () =>
      box.hear(({ key, staffNumber }, outcome) => {
        if (outcome.state === "waiting") tell({ key, tone: "warn", name: staffNumber, word: "saved offline. A supervisor confirms it later" })
        else if (outcome.state === "refused") tell({ key, tone: "bad", name: staffNumber, word: outcome.sentence })
        else if (outcome.state === "recorded") tell({ key, tone: "warn", name: outcome.answer.name, word: wordOf(outcome.answer) })
      }),
    [box, tell],
  )
  const drain = useCallback(async () => {
    await box.drain()
    setWaiting(unsentOf())
  }, [box, unsentOf])
  // unsent taps of a closed page, and those waiting for the connection
  useEffect(() => {
    void drain()
    const again = setInterval(() => void drain(), 15_000)
    return () => clearInterval(again)
  }, [drain, state])
  useEffect(() => numberField.current?.focus(), [])

  const tap = async (staffNumber: string, typed: string) => {
    const key = newKey()
    const tappedAt = new Date().toISOString()
    // in order: the first tap of a day is the arrival
    await drain()
    if (unsentOf() === 0) {
      try {
        const answer = await send("POST /api/hr/kiosk/taps", { body: { siteId, staffNumber, pin: typed }, key })
        return tell({ key, tone: answer.proof === "pin" ? "good" : "warn", name: answer.name, word: wordOf(answer) })
      } catch (error) {
        // too many wrong PINs is a final answer
        if (!passes(error) || (error as { status?: number }).status === 429) return tell({ key, tone: "bad", name: staffNumber, word: sentenceOf(error) })
      }
    }
    if (isEnrolled()) {
      const act = { act: "attendance.tap_on_device", input: { siteId, staffNumber }, what: `In or out, ${staffNumber}`, name: staffNumber }
      const kept = await doHere({ person: Number(user), ...act })
      const word = ["saved offline. A supervisor confirms it later", provisional(kept)].filter(Boolean).join(". ")
      return tell({ key, tone: isDoubtful(kept) ? "bad" : "warn", name: staffNumber, word })
    }
    // under a key of its own: what is kept is another call than the one with the PIN
    await box.add({ key: newKey(), siteId, staffNumber, tappedAt }).catch(() => tell({ key, tone: "bad", name: staffNumber, word: cannotKeep }))
    setWaiting(unsentOf())
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const staffNumber = number.trim().toUpperCase()
    if (staffNumber === "") return numberField.current?.focus()
    if (pin === "") return pinField.current?.focus()
    setSending(true)
    try {
      setNumber("")
      setPin("")
      await tap(staffNumber, pin)
    } finally {
      setSending(false)
      numberField.current?.focus()
    }
  }
  const [last, ...before] = told
  return (
    <form className="hr-kiosk-body" onSubmit={(event) => void submit(event)} autoComplete="off">
      <label htmlFor={`${id}-number`}>Staff number</label>
      <input
        ref={numberField}
        id={`${id}-number`}
        className="hr-kiosk-field"
        value={number}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        placeholder="FO-001"
        onChange={(event) => setNumber(event.target.value)}
      />
      <label htmlFor={`${id}-pin`}>PIN</label>
      <input
        ref={pinField}
        id={`${id}-pin`}
        className="hr-kiosk-field"
        type="password"
        value={pin}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        enterKeyHint="done"
        onChange={(event) => setPin(event.target.value.replace(/\D/g, ""))}
      />
      <Button type="submit" kind="primary" disabled={sending}>
        In or out
      </Button>
      <p className="hr-kiosk-result" data-tone={last?.tone} role="status" data-testid="kiosk-result">
        {last ? (
          <span>
            <b>{last.name}</b> · {last.word}
          </span>
        ) : (
          <span className="muted">The first scan clocks you in, the next clocks you out.</span>
        )}
      </p>
      {(waiting > 0 || state === "offline") && (
        <p className="hr-kiosk-hint" data-testid="kiosk-waiting">
          {[state === "offline" && "Offline", waiting > 0 && `${waiting} to be sent`].filter(Boolean).join(" · ")}
        </p>
      )}
      {before.length > 0 && (
        <ol className="hr-kiosk-before muted" aria-label="Before that">
          {before.map(({ key, name, word }) => (
            <li key={key}>
              {name} · {word}
            </li>
          ))}
        </ol>
      )}
    </form>
  )
}
