/** The candidates: staff, contractors and teams, with their skills, shift, leave and open orders. */
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { type ReactNode, useState } from "react"
import { useFormContext } from "react-hook-form"
import type { AssigneesAnswer } from "../contract.ts"
import { useApi } from "../../web/client.ts"
import "./assign.css"
import { teamNames } from "../../web/labels.ts"

type Assignees = typeof AssigneesAnswer.Type

interface PickerProps {
  readonly siteId: number
  readonly serviceType: string
  /** the day on which the work is planned; empty for now */
  readonly day: string
}

const loadText = (open: number, doing: number) => (open === 0 ? "no orders" : `${open} open${doing === 0 ? "" : `, ${doing} in progress`}`)

const Choice = ({ value, name, about, disabled, children }: { value: string; name: string; about: string; disabled?: boolean; children: ReactNode }) => {
  const { register } = useFormContext()
  return (
    <li>
      <label className="assign-choice" data-disabled={disabled || undefined}>
        <input type="radio" value={value} {...register("worker")} disabled={disabled} />
        <span className="assign-who">
          <b>{name}</b>
          <span className="muted">{about}</span>
        </span>
        <span className="assign-marks">{children}</span>
      </label>
    </li>
  )
}

const Person = ({ of }: { readonly of: Assignees["people"][number] }) => (
  <Choice value={`person:${of.id}`} name={of.name} about={[of.position, !of.here && of.siteName].filter(Boolean).join(", at ")} disabled={of.onLeave}>
    {of.skilled && <Badge tone="teal">Fits the work</Badge>}
    {of.onLeave ? (
      <Badge tone="red">On leave until {formatDay(of.leaveTo!)}</Badge>
    ) : (
      <>
        <Badge tone={of.onShift ? "green" : "gray"}>{of.onShift ? "On shift" : (of.why ?? "Off shift")}</Badge>
        {of.leaveFrom && <Badge tone="amber">Leave from {formatDay(of.leaveFrom)}</Badge>}
      </>
    )}
    <span className="muted num">{loadText(of.openOrders, of.inProgress)}</span>
  </Choice>
)

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="assign-group" aria-label={title}>
    <h3>{title}</h3>
    <ul>{children}</ul>
  </section>
)

export const AssignPicker = ({ siteId, serviceType, day }: PickerProps) => {
  const [everyone, setEveryone] = useState(false)
  const { getFieldState, formState } = useFormContext()
  const fault = getFieldState("worker", formState).error?.message
  const found = useApi("GET /api/work-orders/assignees", { query: { siteId, serviceType, ...(day && { at: day }), ...(everyone && { everyone: "true" }) } })
  if (found.isError) return <ErrorPanel error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Loading rows={4} label="Checking availability..." />
  const { people, contractors, teams } = found.data
  return (
    <fieldset className="assign" aria-describedby={fault ? "assign-fault" : undefined}>
      <legend>Who does it</legend>
      {people.length > 0 && (
        <Group title="People">
          {people.map((person) => (
            <Person key={person.id} of={person} />
          ))}
        </Group>
      )}
      {!everyone && <Button onClick={() => setEveryone(true)}>Show everyone</Button>}
      <Group title="Teams">
        {teams
          .filter(({ team }) => team !== "supervisors")
          .map(({ team, onShift, free, openOrders }) => (
            <Choice key={team} value={`team:${team}`} name={teamNames[team as keyof typeof teamNames]} about={`${onShift} on shift, ${free} free`}>
              <span className="muted num">{loadText(openOrders, 0)}</span>
            </Choice>
          ))}
      </Group>
      {contractors.length > 0 && (
        <Group title="Contractors">
          {contractors.map(({ id, name, companyName, serviceType: does, here, siteName, skilled, task, openOrders, inProgress }) => (
            <Choice key={id} value={`contractor:${id}`} name={companyName ?? name} about={[does, !here && siteName].filter(Boolean).join(", at ")}>
              {skilled && <Badge tone="teal">Fits the work</Badge>}
              {task && <Badge>{task}</Badge>}
              <span className="muted num">{loadText(openOrders, inProgress)}</span>
            </Choice>
          ))}
        </Group>
      )}
      {fault && (
        <p className="fault" id="assign-fault">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
