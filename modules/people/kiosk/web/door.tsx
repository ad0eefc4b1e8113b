/** Where people tap in and out: staff number, Enter, and the answer in large letters. It also works offline. */
import { useQueryClient } from "@tanstack/react-query"
import { newKey } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { cannotKeep, type Outcome } from "@ops/platform/ui/data/outbox.ts"
import { readAgain, useSync } from "@ops/platform/ui/data/live.ts"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { type SubmitEvent, useEffect, useId, useRef, useState } from "react"
import type { attendance } from "../../attendance/resource.ts"
import { attendanceLists } from "../../web/staff-labels.ts"
import { type DoorTap, doorTaps } from "./kept-taps.ts"

type Row = (typeof attendance)["Row"]
type Told = { readonly tone: "good" | "bad" | "waiting"; readonly text: string }

const statuses = { present: "in", late: "in, late", half_day: "half a day", absent: "absent", on_leave: "on leave" }
const said = ({ name, checkInTime, checkOutTime, status }: Row) =>
  checkOutTime === null
    ? `${name} · ${statuses[status]} at ${checkInTime ?? ""}`
    : `${name} · out at ${checkOutTime}${status === "half_day" ? ", half a day" : ""}`
const toldOf = ({ staffNumber, time }: DoorTap, outcome: Outcome<Row>): Told => {
  if (outcome.state === "recorded") return { tone: "good", text: said(outcome.answer) }
  if (outcome.state === "refused") return { tone: "bad", text: `${staffNumber} at ${time} · ${outcome.sentence}` }
  return { tone: "waiting", text: `${staffNumber} at ${time} · saved, will be sent when online` }
}

const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: "Africa/Juba", dateStyle: "short", timeStyle: "short" })
/** Day and time in Juba. */
const now = () => {
  const [attendanceDate = "", time = ""] = clock.format(new Date()).split(" ")
  return { attendanceDate, time }
}

export const Door = () => {
  const { id: user } = useUser()
  const queries = useQueryClient()
  const { state } = useSync()
  const [typed, type] = useState("")
  const [told, tell] = useState<readonly Told[]>([])
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const taps = doorTaps(user)
  useEffect(
    () =>
      taps.hear((tap, outcome) => {
        if (outcome.state === "sending") return
        tell((old) => [toldOf(tap, outcome), ...old].slice(0, 4))
        if (outcome.state === "recorded") void readAgain(queries, attendanceLists)
      }),
    [taps, queries],
  )
  // unsent taps of a closed page, and those waiting for the connection
  useEffect(() => {
    if (state === "offline") return
    void taps.drain()
    const again = setInterval(() => void taps.drain(), 15_000)
    return () => clearInterval(again)
  }, [taps, state])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const staffNumber = typed.trim().toUpperCase()
    if (staffNumber === "") return
    type("")
    field.current?.focus()
    const tap = { key: newKey(), at: new Date().toISOString(), staffNumber, ...now() }
    void taps.add(tap).catch(() => tell((old) => [{ tone: "bad", text: `${staffNumber} at ${tap.time} · ${cannotKeep}` }, ...old]))
  }
  const [last, ...before] = told
  return (
    <Panel title="At the door" padded>
      <form className="people-door" onSubmit={submit}>
        <label htmlFor={id}>Staff number</label>
        <input
          ref={field}
          id={id}
          className="input"
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          placeholder="FO-001"
          onChange={(event) => type(event.target.value)}
        />
        <Button type="submit" kind="primary" disabled={typed.trim() === ""}>
          In or out
        </Button>
        <p className="people-door-answer" data-tone={last?.tone} role="status" data-testid="door-result">
          {last?.text ?? <span className="muted">The first scan clocks you in, the next clocks you out.</span>}
        </p>
        {before.length > 0 && (
          <ul className="people-door-before muted">
            {before.map(({ text }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the newest stands first, and none is changed
              <li key={n}>{text}</li>
            ))}
          </ul>
        )}
      </form>
    </Panel>
  )
}
