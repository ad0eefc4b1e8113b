/** One contractor: details and terms, assignments, hours, bills and history. */
import { Expiry } from "@ops/platform/ui/record/expiry.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErasePart } from "@ops/platform/ui/record/erase-part.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Decisions } from "@ops/platform/ui/resources/decisions.tsx"
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { factsOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { Tabs } from "@ops/platform/ui/tabs.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { useState } from "react"
import { screen } from "../screen.ts"
import { type Contractor, pathOf, useApi } from "./client.ts"
import { contractorLists, rateText, termName, typeName } from "./labels.ts"
import { AssignmentsPart, BillsPart, HoursPart } from "../work/web/work-parts.tsx"

type Asked = "change" | "rate" | "end" | "assign" | "vendor"

const ContractorDialog = lazyPart(() => import("./contractor-dialog.tsx"))
const RateDialog = lazyPart(() => import("./rate-dialog.tsx"))
const EndContractDialog = lazyPart(() => import("./end-contract-dialog.tsx"))
const AssignDialog = lazyPart(() => import("../work/web/assign-dialog.tsx"))
const VendorDialog = lazyPart(() => import("../bills/web/vendor-dialog.tsx"))

const Details = ({ of, ask }: { readonly of: Contractor; readonly ask: (asked: Asked) => void }) => (
  <>
    <section className="part">
      <h3>Contract</h3>
      <KeyValues
        of={[
          ["Service", of.serviceType],
          ["Kind", of.companyName ?? typeName(of.contractorType)],
          ["Department", of.department.name],
          ["Site", of.site?.name ?? "Any site"],
          ["From", <Day key="from" date={of.contractStart} />],
          [
            "Until",
            of.endedOn ? <Day key="ended" date={of.endedOn} /> : of.contractEnd === null ? "No end date" : <Expiry key="until" date={of.contractEnd} />,
          ],
          of.statusReason !== null && of.statusReason !== "" && ["Why", of.statusReason],
          of.contractValue !== null && ["Value", formatMoney(of.contractValue, of.currency)],
          of.rates !== null && ["Paid by", termName(of.paymentTerms)],
          of.rates !== null && ["Paid as", of.vendorName],
          ["Completed", `${of.totalProjectsCompleted}${of.ratings > 0 ? `, rated ${of.rating} of 5` : ""}`],
        ]}
      />
      {of.canNameVendor && (
        <div>
          <Button onClick={() => ask("vendor")}>{of.vendorId === null ? "Choose vendor" : "Change vendor"}</Button>
        </div>
      )}
    </section>
    {of.rates !== null && (
      <section className="part">
        <h3>Rates</h3>
        {of.rates.length === 0 ? (
          <p className="muted">None agreed yet.</p>
        ) : (
          <table className="table" aria-label="Rates over time">
            <tbody>
              {of.rates.map(({ from, unit, amount, reason }) => (
                <tr key={from}>
                  <td>
                    <Day date={from} />
                    {reason !== "" && <div className="muted">{reason}</div>}
                  </td>
                  <td className="num">{rateText(amount, of.currency, unit)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {of.canAgreeRate && (
          <div>
            <Button onClick={() => ask("rate")}>Agree rate</Button>
          </div>
        )}
      </section>
    )}
    <section className="part">
      <h3>Contact and papers</h3>
      <KeyValues
        of={[
          ...factsOf(screen, of, {
            workPermitExpiry: of.workPermitExpiry && <Expiry key="permit" date={of.workPermitExpiry} />,
            bankName: [of.bankName, of.bankAccount].filter(Boolean).join(", "),
            bankAccount: null,
            vendorName: null,
            waitingDays: null,
            billableMonth: null,
          }),
          of.skills.length > 0 && ["Skills", of.skills.join(", ")],
        ]}
      />
    </section>
  </>
)

const History = ({ id }: { readonly id: number }) => {
  const history = useApi("GET /api/contractors/:id/history", { id })
  return (
    <Answer of={history} rows={4}>
      {(events) => <Timeline events={events.toReversed()} />}
    </Answer>
  )
}

export const ContractorDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <RecordDrawer of={useApi("GET /api/contractors/:id", { id })} noun="Contractor" loading="Loading contractor..." onClose={onClose}>
    {(of) => <OpenContractor of={of} onClose={onClose} />}
  </RecordDrawer>
)

const OpenContractor = ({ of, onClose }: { readonly of: Contractor; readonly onClose: () => void }) => {
  const { sees } = useSession()
  const [asked, ask] = useState<Asked>()
  const done = () => ask(undefined)
  const tabs = [
    { id: "details", label: "Details" },
    { id: "assignments", label: "Assignments", count: of.currentProjectsCount },
    { id: "hours", label: "Hours", count: of.waitingDays },
    ...(of.rates === null ? [] : [{ id: "bills", label: "Bills" }]),
    ...(sees("users.department", "users.manage") ? [{ id: "history", label: "History" }] : []),
  ]
  return (
    <Drawer
      title={of.contractorNumber}
      subject={`${of.name}, ${of.serviceType}`}
      status={<StatusMark status={of.status === "ended" ? "closed" : of.status} label={statusWord(of.status)} />}
      onClose={onClose}
      actions={
        <Decisions
          screen={screen}
          row={of}
          of={["end", "suspend", "reinstate", "change"]}
          own={{
            end: of.canEnd && (
              <Button kind="danger" onClick={() => ask("end")}>
                End contract
              </Button>
            ),
            change: (
              <>
                {of.canChange && <Button onClick={() => ask("change")}>Change</Button>}
                {of.canAssign && (
                  <Button kind="primary" onClick={() => ask("assign")}>
                    Assign
                  </Button>
                )}
              </>
            ),
          }}
          lists={contractorLists}
        />
      }
    >
      <Tabs tabs={tabs} label={of.name} param="part">
        {(part) => (
          <div className="stack">
            {part === "assignments" ? (
              <AssignmentsPart of={of} />
            ) : part === "hours" ? (
              <HoursPart of={of} />
            ) : part === "bills" ? (
              <BillsPart of={of} onVendor={() => ask("vendor")} />
            ) : part === "history" ? (
              <History id={of.id} />
            ) : (
              <Details of={of} ask={ask} />
            )}
          </div>
        )}
      </Tabs>
      {of.status === "ended" && of.firstName !== "erased" && (
        <ErasePart
          path={pathOf("GET /api/contractors/:id", { id: of.id })}
          number={of.contractorNumber}
          called="the contractor's number"
          title={`Erase the personal data of ${of.contractorNumber}?`}
          stays="the number, the hours and what was paid."
          lists={contractorLists}
        />
      )}
      {asked === "change" && <ContractorDialog of={of} onClose={done} />}
      {asked === "rate" && <RateDialog of={of} onClose={done} />}
      {asked === "end" && <EndContractDialog of={of} onClose={done} />}
      {asked === "assign" && <AssignDialog of={of} onClose={done} />}
      {asked === "vendor" && <VendorDialog of={of} onClose={done} />}
    </Drawer>
  )
}
