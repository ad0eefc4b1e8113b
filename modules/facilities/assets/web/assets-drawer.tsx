/** One asset: details, status, meter, downtime and history. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day, formatInstant, When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Tabs } from "@ops/platform/ui/tabs.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { Suspense, useState } from "react"
import { Link } from "react-router-dom"
import type { AssetAnswer } from "../contract.ts"
import { assetLists, assetMarks, assetStatusName, kindName, meterText } from "./assets-labels.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { minutesText } from "../../web/labels.ts"

type Asset = typeof AssetAnswer.Type

const AssetDialog = lazyWithRetry(() => import("./assets-dialog.tsx"))
const StatusDialog = lazyWithRetry(() => import("./assets-status-dialog.tsx"))
const MeterDialog = lazyWithRetry(() => import("./assets-meter-dialog.tsx"))

export const AssetDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const answer = useApi("GET /api/assets/:id", { id })
  const [asked, ask] = useState<"change" | "status" | "meter" | "retire">()
  const done = () => ask(undefined)
  const retire = useCommand("PUT /api/assets/:id/retire", {
    id,
    body: (reason: string) => ({ reason }),
    lists: assetLists,
    done: "Asset taken out of the register",
    failed: "Failed to retire the asset",
  })
  const of = answer.data
  if (!of) {
    return (
      <Drawer title="Asset" onClose={onClose}>
        {answer.isError ? <ErrorPanel error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={6} label="Loading asset..." />}
      </Drawer>
    )
  }
  return (
    <Drawer
      title={of.assetNumber}
      subject={`${of.name}, ${of.site.name}`}
      status={<StatusMark status={of.isActive ? assetMarks[of.status] : "closed"} label={of.isActive ? assetStatusName(of.status) : "Retired"} />}
      onClose={onClose}
      actions={
        <>
          {of.canRetire && (
            <Button kind="danger" onClick={() => ask("retire")}>
              Retire
            </Button>
          )}
          {of.canChange && <Button onClick={() => ask("change")}>Change</Button>}
          {of.canReadMeter && <Button onClick={() => ask("meter")}>Read meter</Button>}
          {of.canSetStatus && (
            <Button kind="primary" onClick={() => ask("status")}>
              Set status
            </Button>
          )}
        </>
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
            {part === "downtime" ? <Downtime of={of} /> : part === "meter" ? <Meter of={of} /> : part === "history" ? <History id={id} /> : <Details of={of} />}
          </div>
        )}
      </Tabs>
      {asked === "retire" && (
        <ConfirmDialog
          title={`Retire ${of.name}?`}
          text="It leaves the register, and its plans end. What is known of it stays."
          confirm="Retire"
          pending="Retiring..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={retire.send}
          onClose={done}
        />
      )}
      <Suspense>
        {asked === "change" && <AssetDialog of={of} onClose={done} />}
        {asked === "status" && <StatusDialog of={of} onClose={done} />}
        {asked === "meter" && <MeterDialog of={of} onClose={done} />}
      </Suspense>
    </Drawer>
  )
}

const Details = ({ of }: { readonly of: Asset }) => (
  <section className="part">
    <h3>Details</h3>
    <KeyValues
      of={[
        ["Kind", kindName(of.kind)],
        ["Location", [of.site.name, of.location].filter(Boolean).join(", ")],
        of.manufacturer !== "" && ["Make", [of.manufacturer, of.model].filter(Boolean).join(" ")],
        of.serialNumber !== null && ["Serial number", of.serialNumber],
        of.inServiceSince !== null && ["In service since", <Day key="since" date={of.inServiceSince} />],
        [of.isActive ? "Since" : "Retired", of.isActive ? <When key="so" at={of.statusSince} /> : of.retiredReason],
        of.meterReading !== null &&
          of.meterUnit !== null && ["Meter", `${meterText(of.meterReading, of.meterUnit)}${of.meterReadOn === null ? "" : `, read on ${of.meterReadOn}`}`],
        ["Down in 30 days", of.downMinutes > 0 || of.status === "down" ? minutesText(of.downMinutes) : "Never"],
        of.inspectionMinutes > 0 && ["Planned maintenance in 30 days", minutesText(of.inspectionMinutes)],
        [
          "Open orders",
          of.openOrders === 0 ? (
            "None"
          ) : (
            <Link key="orders" className="link" to={`/facilities/orders?view=open&assetId=${of.id}`}>
              {of.openOrders}
            </Link>
          ),
        ],
        [
          "Plans",
          of.plans === 0 ? (
            "None"
          ) : (
            <Link key="plans" className="link" to={`/facilities/plans?assetId=${of.id}`}>
              {of.plans}
            </Link>
          ),
        ],
        of.nextDue !== null && ["Next maintenance", <Day key="next" date={of.nextDue} />],
        of.notes !== "" && ["Notes", of.notes],
      ]}
    />
  </section>
)

const Downtime = ({ of }: { readonly of: Asset }) => (
  <section className="part">
    <h3>Out of use</h3>
    {of.downtime.length === 0 ? (
      <p className="muted">It has not been since it was registered.</p>
    ) : (
      <table className="table drawer-table">
        <thead>
          <tr>
            <th>From</th>
            <th>To</th>
            <th>Why</th>
          </tr>
        </thead>
        <tbody>
          {of.downtime.map(({ from, to, orderId, orderNumber, planned, reason }) => (
            <tr key={`${from}/${orderId}`}>
              <td>{formatInstant(from)}</td>
              <td>{to === null ? <Badge tone={planned ? "amber" : "red"}>{planned ? "Inspection" : "Down"}</Badge> : formatInstant(to)}</td>
              <td>
                {orderId === null ? (
                  reason
                ) : (
                  <Link className="link" to={`/facilities/orders?open=${orderId}`}>
                    {orderNumber}
                  </Link>
                )}
                {planned && to !== null && <div className="muted">planned</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)

const Meter = ({ of }: { readonly of: Asset }) => (
  <section className="part">
    <h3>Readings</h3>
    {of.readings.length === 0 ? (
      <p className="muted">The meter has not been read yet.</p>
    ) : (
      <table className="table">
        <tbody>
          {of.readings.map(({ date, reading, replaced }, n) => (
            <tr key={n}>
              <td>
                <Day date={date} />
                {replaced && <span className="muted"> new meter</span>}
              </td>
              <td className="num">{meterText(reading, of.meterUnit ?? "")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)

const History = ({ id }: { readonly id: string }) => {
  const history = useApi("GET /api/assets/:id/history", { id })
  return (
    <Answer of={history} rows={4}>
      {(events) => <Timeline events={events.toReversed()} />}
    </Answer>
  )
}
