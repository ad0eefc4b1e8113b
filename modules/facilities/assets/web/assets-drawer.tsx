/** One asset: details, status, meter, downtime and history. */
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { Day, formatInstant, When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Decisions } from "@ops/platform/ui/resources/decisions.tsx"
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { factsOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Tabs } from "@ops/platform/ui/tabs.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { useState } from "react"
import { Link } from "react-router-dom"
import type { assets } from "../resource.ts"
import { screen } from "../screen.ts"
import { meterText, statusName } from "./assets-labels.ts"
import { useApi } from "../../web/client.ts"
import { minutesText } from "../../web/labels.ts"

type Asset = (typeof assets)["Row"]

const AssetDialog = lazyPart(() => import("./assets-dialog.tsx"))
const StatusDialog = lazyPart(() => import("./assets-status-dialog.tsx"))
const MeterDialog = lazyPart(() => import("./assets-meter-dialog.tsx"))

export const AssetDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <RecordDrawer of={useApi("GET /api/assets/:id", { id })} noun="Asset" loading="Loading asset..." onClose={onClose}>
    {(of) => <OpenAsset of={of} onClose={onClose} />}
  </RecordDrawer>
)

const OpenAsset = ({ of, onClose }: { readonly of: Asset; readonly onClose: () => void }) => {
  const [asked, ask] = useState<"change" | "status" | "meter">()
  const done = () => ask(undefined)
  return (
    <Drawer
      title={of.assetNumber}
      subject={`${of.name}, ${of.site.name}`}
      status={<StatusMark status={of.isActive ? of.status : "closed"} label={of.isActive ? statusName(of.status) : "Retired"} />}
      onClose={onClose}
      actions={
        <Decisions
          screen={screen}
          row={of}
          of={["retire", "change", "readMeter", "setStatus"]}
          own={{
            change: of.canChange && <Button onClick={() => ask("change")}>Change</Button>,
            readMeter: of.canReadMeter && <Button onClick={() => ask("meter")}>Read meter</Button>,
            setStatus: of.canSetStatus && (
              <Button kind="primary" onClick={() => ask("status")}>
                Set status
              </Button>
            ),
          }}
        />
      }
    >
      <Tabs
        label={of.name}
        param="part"
        tabs={[
          { id: "details", label: "Details" },
          { id: "downtime", label: "Downtime", count: of.downtime.length },
          ...(of.meterUnit === null ? [] : [{ id: "meter", label: "Meter" }]),
          { id: "history", label: "History" },
        ]}
      >
        {(part) => (
          <div className="stack">
            {part === "downtime" ? <Downtime of={of} /> : part === "meter" ? <Meter of={of} /> : part === "history" ? <History of={of} /> : <Details of={of} />}
          </div>
        )}
      </Tabs>
      {asked === "change" && <AssetDialog of={of} onClose={done} />}
      {asked === "status" && <StatusDialog of={of} onClose={done} />}
      {asked === "meter" && <MeterDialog of={of} onClose={done} />}
    </Drawer>
  )
}

/** A count that links to the list of these records. */
const linked = (count: number, to: string) =>
  count === 0 ? (
    "None"
  ) : (
    <Link key={to} className="link" to={to}>
      {count}
    </Link>
  )

const Details = ({ of }: { readonly of: Asset }) => (
  <section className="part">
    <h3>Details</h3>
    <KeyValues
      of={factsOf(screen, of, {
        location: [of.site.name, of.location].filter(Boolean).join(", "),
        manufacturer: of.manufacturer && [of.manufacturer, of.model].filter(Boolean).join(" "),
        model: null,
        meterReadOn: null,
        statusSince: of.isActive && <When key="so" at={of.statusSince} />,
        meterReading:
          of.meterReading !== null &&
          of.meterUnit !== null &&
          `${meterText(of.meterReading, of.meterUnit)}${of.meterReadOn === null ? "" : `, read on ${of.meterReadOn}`}`,
        downMinutes: of.downMinutes > 0 || of.status === "down" ? minutesText(of.downMinutes) : "Never",
        inspectionMinutes: of.inspectionMinutes > 0 && minutesText(of.inspectionMinutes),
        openOrders: linked(of.openOrders, `/facilities/orders?view=open&assetId=${of.id}`),
        plans: linked(of.plans, `/facilities/plans?assetId=${of.id}`),
      })}
    />
  </section>
)

const Downtime = ({ of }: { readonly of: Asset }) => (
  <section className="part">
    <h3>Out of use</h3>
    {of.downtime.length === 0 ? (
      <p className="muted">Never out of service since it was registered.</p>
    ) : (
      <SmallTable
        className="drawer-table"
        rows={of.downtime}
        rowKey={({ from, orderId }) => `${from}/${orderId}`}
        columns={[
          { header: "From", cell: ({ from }) => formatInstant(from) },
          {
            header: "To",
            cell: ({ to, planned }) => (to === null ? <Badge tone={planned ? "amber" : "red"}>{planned ? "Inspection" : "Down"}</Badge> : formatInstant(to)),
          },
          {
            header: "Why",
            cell: ({ orderId, orderNumber, planned, reason, to }) => (
              <>
                {orderId === null ? (
                  reason
                ) : (
                  <Link className="link" to={`/facilities/orders?open=${orderId}`}>
                    {orderNumber}
                  </Link>
                )}
                {planned && to !== null && <div className="muted">planned</div>}
              </>
            ),
          },
        ]}
      />
    )}
  </section>
)

const Meter = ({ of }: { readonly of: Asset }) => (
  <section className="part">
    <h3>Readings</h3>
    {of.readings.length === 0 ? (
      <p className="muted">No meter readings yet.</p>
    ) : (
      <SmallTable
        rows={of.readings}
        columns={[
          {
            cell: ({ date, replaced }) => (
              <>
                <Day date={date} />
                {replaced && <span className="muted"> new meter</span>}
              </>
            ),
          },
          { className: "num", cell: ({ reading }) => meterText(reading, of.meterUnit ?? "") },
        ]}
      />
    )}
  </section>
)

const History = ({ of: { id } }: { readonly of: Asset }) => {
  const history = useApi("GET /api/assets/:id/history", { id })
  return (
    <Answer of={history} rows={4}>
      {(events) => <Timeline events={events.toReversed()} />}
    </Answer>
  )
}
