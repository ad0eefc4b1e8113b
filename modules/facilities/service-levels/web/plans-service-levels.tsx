/** The service levels: response and resolution by client, service and priority, with the date from which each applies. */
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { type ReactNode, useState } from "react"
import type { SlaPolicyAnswer } from "../contract.ts"
import { pathOf } from "../../web/client.ts"
import { spanText } from "./labels.ts"
import { priorityName, priorityOptions, serviceName, serviceOptions, toneOf } from "../../web/labels.ts"

type Policy = typeof SlaPolicyAnswer.Type

const PromiseDialog = lazyPart(() => import("./plans-promise-dialog.tsx"))

type Term = Policy["terms"][number]
const clockText = ({ aroundTheClock }: Term) => (aroundTheClock ? "Day and night" : "Working time")
const creditText = ({ creditAmount }: Term) => (Number(creditAmount) > 0 ? formatMoney(creditAmount, "USD") : "")
const whose = (of: Policy) => of.clientName ?? "Every client"
const serviceOf = (of: Policy) => (of.serviceType === null ? "Any service" : serviceName(of.serviceType))

export const ServiceLevels = ({ above }: { readonly above: ReactNode }) => {
  const { can } = useSession()
  const dialog = useDialog()
  const mayPromise = can("department.manage")
  const action = mayPromise && (
    <Button kind="primary" onClick={() => dialog.open("promise")}>
      Promise Service Level
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/sla/policies")}
        noun={["service level", "service levels"]}
        loading="Loading service levels..."
        rowId={({ id }) => String(id)}
        priority={({ priority }) => toneOf(priority)}
        above={above}
        actions={action}
        filters={[
          { field: "serviceType", label: "Service", options: serviceOptions },
          { field: "priority", label: "Priority", options: priorityOptions },
        ]}
        columns={[
          { id: "client", header: "Client", cell: whose, sort: true },
          { id: "serviceType", header: "Service", cell: serviceOf, sort: true },
          { id: "priority", header: "Priority", cell: (p) => priorityName(p.priority), sort: true },
          { id: "response", header: "Response In", cell: (p) => (p.promised ? spanText(p.promised.responseMinutes) : "") },
          { id: "resolution", header: "Resolution In", cell: (p) => (p.promised ? spanText(p.promised.resolutionMinutes) : "") },
          { id: "clock", header: "Clock", cell: (p) => p.promised && clockText(p.promised) },
          { id: "credit", header: "Credit", cell: (p) => p.promised && creditText(p.promised) },
          { id: "from", header: "Since", cell: (p) => (p.promised ? <Day date={p.promised.from} /> : <Badge tone="gray">Not yet</Badge>) },
        ]}
        card={(p) => ({
          title: whose(p),
          mark: priorityName(p.priority),
          text: `${serviceOf(p)} · response ${p.promised ? spanText(p.promised.responseMinutes).toLowerCase() : "not yet"}`,
          figure: p.promised ? spanText(p.promised.resolutionMinutes) : undefined,
        })}
        empty={{ title: "No service levels yet", text: "Orders have no due times until you add a service level.", ...(action && { action }) }}
        drawer={(_id, row, close) => row && <Level of={row} onClose={close} />}
      />
      {dialog.name === "promise" && mayPromise && <PromiseDialog onClose={dialog.close} />}
    </>
  )
}

const Level = ({ of, onClose }: { readonly of: Policy; readonly onClose: () => void }) => {
  const [changes, setChanges] = useState(false)
  return (
    <Drawer
      title={`${whose(of)}, ${priorityName(of.priority).toLowerCase()}`}
      subject={serviceOf(of)}
      onClose={onClose}
      actions={
        of.canChange && (
          <Button kind="primary" onClick={() => setChanges(true)}>
            Change from a date
          </Button>
        )
      }
    >
      <section className="part">
        <h3>Promised</h3>
        <SmallTable
          className="drawer-table"
          rows={of.terms}
          rowKey={({ from }) => from}
          columns={[
            { header: "From", cell: ({ from }) => <Day date={from} /> },
            { header: "Response", cell: ({ responseMinutes }) => spanText(responseMinutes) },
            { header: "Resolution", cell: ({ resolutionMinutes }) => spanText(resolutionMinutes) },
            { header: "Clock", cell: clockText },
            { header: "Credit", className: "num", cell: creditText },
          ]}
        />
        <p className="muted">Each order keeps the service level of the day it was raised. The clock pauses while it is on hold.</p>
      </section>
      {changes && <PromiseDialog of={of} onClose={() => setChanges(false)} />}
    </Drawer>
  )
}
