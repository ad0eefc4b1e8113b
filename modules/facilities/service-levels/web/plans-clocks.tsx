/** The state of orders against their promises, and the credits for late work. */
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { formatInstant } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import { type ReactNode, useState } from "react"
import { Link } from "react-router-dom"
import type { SlaClockAnswer } from "../contract.ts"
import { pathOf, useCommand } from "../../web/client.ts"
import { Promised } from "../../work-orders/web/order-facts.tsx"
import { slaLists, spanText } from "./labels.ts"
import { priorityName, serviceName, standingWords, toneOf } from "../../web/labels.ts"

type Clock = typeof SlaClockAnswer.Type

const standingOptions = (Object.keys(standingWords) as (keyof typeof standingWords)[]).map((value) => ({ value, label: standingWords[value] }))
/** An order on hold has no due time until it resumes. */
const dueOf = (of: Clock) => (of.resolution === "paused" ? null : of.resolutionDue)
const creditTones = { proposed: "amber", granted: "green", waived: "gray", billed: "blue" } as const
const Credit = ({ of }: { readonly of: Clock }) =>
  of.creditStatus === null ? null : (
    <span className="line-tight">
      {formatMoney(of.creditAmount, "USD")}
      <Badge tone={creditTones[of.creditStatus]}>{statusWord(of.creditStatus)}</Badge>
    </span>
  )

export const Clocks = ({ above }: { readonly above: ReactNode }) => (
  <ListPage
    path={pathOf("GET /api/sla/clocks")}
    noun={["order", "orders"]}
    loading="Loading orders..."
    rowId={({ id }) => String(id)}
    number={({ orderNumber }) => orderNumber}
    priority={({ priority }) => toneOf(priority)}
    siteFilter
    above={above}
    views={[
      { id: "all", label: "All" },
      { id: "running", label: "Running", query: { resolution: "running,paused" }, sort: "resolutionDue" },
      { id: "missed", label: "Missed", query: { resolution: "missed" } },
      { id: "credits", label: "Credits to decide", query: { credit: "proposed" } },
    ]}
    filters={[
      { field: "response", label: "Response", options: standingOptions },
      { field: "resolution", label: "Resolution", options: standingOptions },
      { field: "credit", label: "Credit", options: Object.keys(creditTones).map((value) => ({ value, label: statusWord(value) })) },
      { field: "from", label: "Raised from", date: true },
      { field: "to", label: "Raised to", date: true },
    ]}
    columns={[
      { id: "orderNumber", header: "Order #", cell: (c) => c.orderNumber, sort: true },
      { id: "site", header: "Site", cell: (c) => <SiteCode code={c.site.code} name={c.site.name} /> },
      { id: "client", header: "Client", cell: (c) => c.clientName ?? <span className="muted">Own work</span> },
      { id: "serviceType", header: "Service", cell: (c) => serviceName(c.serviceType), hidden: true },
      { id: "priority", header: "Priority", cell: (c) => priorityName(c.priority), sort: true, hidden: true },
      { id: "startedAt", header: "Raised", cell: (c) => formatInstant(c.startedAt), sort: true },
      { id: "responseDue", header: "Response Due", cell: (c) => <Promised standing={c.response} due={c.responseDue} />, sort: true },
      { id: "resolutionDue", header: "Resolution Due", cell: (c) => <Promised standing={c.resolution} due={dueOf(c)} />, sort: true },
      { id: "credit", header: "Credit", cell: (c) => <Credit of={c} /> },
    ]}
    card={(c) => ({
      title: c.orderNumber,
      mark: <Promised standing={c.resolution} due={null} />,
      text: `${c.site.name} · ${c.description}`,
      figure: <Credit of={c} />,
    })}
    empty={{ title: "No orders with a service level found" }}
    drawer={(_id, row, close) => row && <ClockDrawer of={row} onClose={close} />}
  />
)

const ClockDrawer = ({ of, onClose }: { readonly of: Clock; readonly onClose: () => void }) => {
  const [asked, ask] = useState<"grant" | "waive">()
  const decide = useCommand("PUT /api/sla/clocks/:id/credit", {
    id: of.id,
    lists: slaLists,
    done: (_, { granted }) => (granted ? "Credit granted" : "Credit waived"),
    failed: "Failed to decide on the credit",
  })
  return (
    <Drawer
      title={of.orderNumber}
      subject={[of.clientName ?? "Own work", of.site.name].join(", ")}
      onClose={onClose}
      actions={
        of.canDecide && (
          <>
            <Button onClick={() => ask("waive")}>Waive credit</Button>
            <Button kind="primary" onClick={() => ask("grant")}>
              Grant credit
            </Button>
          </>
        )
      }
    >
      <section className="part">
        <h3>Service level</h3>
        <KeyValues
          of={[
            [
              "Order",
              <Link key="order" className="link" to={`/facilities/orders?open=${of.id}`}>
                {of.description}
              </Link>,
            ],
            ["Raised", formatInstant(of.startedAt)],
            ["Clock", of.aroundTheClock ? "Day and night" : "Working time of the site"],
            ["Promised response", spanText(of.responseMinutes)],
            ["Response", <Promised key="response" standing={of.response} due={of.responseDue} />],
            ["Promised resolution", spanText(of.resolutionMinutes)],
            ["Resolution", <Promised key="resolution" standing={of.resolution} due={dueOf(of)} />],
            of.creditStatus !== null && ["Credit", <Credit key="credit" of={of} />],
            of.creditNote !== "" && ["Why", of.creditNote],
          ]}
        />
      </section>
      {of.escalations.length > 0 && (
        <section className="part">
          <h3>Escalated to</h3>
          <SmallTable
            className="drawer-table"
            rows={of.escalations}
            columns={[
              { cell: ({ at }) => formatInstant(at) },
              { cell: ({ clock, percent }) => `${statusWord(clock)} at ${percent}%` },
              { cell: ({ to }) => to ?? "Supervisors of the site" },
            ]}
          />
        </section>
      )}
      {asked && (
        <ConfirmDialog
          title={asked === "grant" ? `Grant ${formatMoney(of.creditAmount, "USD")}?` : "Waive the credit?"}
          text={
            asked === "grant"
              ? `It is added to the next invoice of ${of.clientName} as a separate line.`
              : `${of.clientName} receives no credit for this order.`
          }
          confirm={asked === "grant" ? "Grant credit" : "Waive credit"}
          pending="Saving..."
          reason={{ label: asked === "grant" ? "Note" : "Reason", required: asked === "waive" }}
          onConfirm={(note) => decide.send({ granted: asked === "grant", note })}
          onClose={() => ask(undefined)}
        />
      )}
    </Drawer>
  )
}
