/** The leave types: days per year, carry-forward, and planned changes. */
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day, formatDay, today } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { HistoryPart } from "@ops/platform/ui/record/history-part.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { InUse } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import type { leaveTypes } from "../leave-types.ts"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { days, typeLists } from "./labels.ts"
import "./leave.css"

type LeaveType = (typeof leaveTypes)["Row"]
type Terms = LeaveType["terms"][number]

const LeaveTypeDialog = lazyPart(() => import("./leave-type-dialog.tsx"))

/** Today's terms; for a type that has not started, its first ones. */
const termsToday = ({ terms }: LeaveType) => terms.findLast(({ from }) => from <= today()) ?? terms[0]!
const growth = ({ accrual }: Terms) => (accrual === "monthly" ? "Each month" : "Each year")
const carried = ({ carryForward, carryMonths }: Terms) => (!carryForward ? "No" : carryMonths === null ? "For good" : `For ${carryMonths} months`)
const perYear = ({ maxDaysPerYear, seniority }: Terms) =>
  [days(maxDaysPerYear), ...seniority.map((step) => `${step.days} after ${step.years} ${step.years === 1 ? "year" : "years"}`)].join(", ")
const answer = (is: boolean) => (is ? "Yes" : "No")

const Decision = ({ type, onClose }: { readonly type: LeaveType; readonly onClose: () => void }) => {
  const decide = useCommand("PATCH /api/hr/leave-types/:id", {
    id: type.id,
    body: () => ({ isActive: !type.isActive }),
    lists: typeLists(type.id),
    done: ({ name, isActive }) => `${name} ${isActive ? "restored" : "archived"}`,
    failed: "Failed to change the leave type",
  })
  return type.isActive ? (
    <ConfirmDialog
      title={`Archive ${type.name}?`}
      text="People can no longer request it. Existing requests and balances are kept."
      confirm="Archive"
      danger
      onConfirm={() => decide.send()}
      onClose={onClose}
    />
  ) : (
    <ConfirmDialog title={`Restore ${type.name}?`} confirm="Restore" onConfirm={() => decide.send()} onClose={onClose} />
  )
}

const TermsTable = ({ type }: { readonly type: LeaveType }) => {
  const held = termsToday(type)
  return (
    <section className="part">
      <h3>Terms</h3>
      <SmallTable
        label={`Terms of ${type.name}`}
        className="leave-terms"
        rows={type.terms.toReversed()}
        rowKey={(terms) => terms.from}
        columns={[
          {
            header: "From",
            cell: (terms) => (
              <>
                {terms === type.terms[0] ? "The beginning" : <Day date={terms.from} />}
                {terms === held && <div className="muted">In force</div>}
              </>
            ),
          },
          {
            header: "Given",
            cell: (terms) => (
              <>
                {perYear(terms)}
                <div className="muted">
                  {growth(terms)}; {terms.carryForward ? `carried forward ${carried(terms).toLowerCase()}` : "not carried forward"}
                </div>
              </>
            ),
          },
        ]}
      />
    </section>
  )
}

const TypeDrawer = ({ id, row, onClose }: { readonly id: string; readonly row: LeaveType | undefined; readonly onClose: () => void }) => {
  const { can } = useSession()
  const dialog = useDialog()
  const types = useApi("GET /api/hr/leave-types")
  const type = types.data?.find((type) => String(type.id) === id) ?? row
  if (!type) return <RecordDrawer of={types} noun="Leave type" loading="Loading the leave type..." onClose={onClose} />
  return (
    <Drawer
      title={type.name}
      subject={type.description || undefined}
      status={<InUse {...type} />}
      onClose={onClose}
      actions={
        can("users.manage", "users.department") && (
          <>
            <Button onClick={() => dialog.open("decide-leave-type")}>{type.isActive ? "Archive" : "Restore"}</Button>
            <Button kind="primary" onClick={() => dialog.open("change-leave-type")}>
              Change
            </Button>
          </>
        )
      }
    >
      <section className="part">
        <KeyValues
          of={[
            ["Paid", answer(type.paid)],
            ["Days that count", type.countsEveryDay ? "Every day" : "Days of work"],
            ["May be overdrawn", answer(type.mayGoNegative)],
          ]}
        />
      </section>
      <TermsTable type={type} />
      <HistoryPart path={pathOf("GET /api/hr/leave-types/:id/history", { id: type.id })} />
      {dialog.name === "change-leave-type" && <LeaveTypeDialog type={type} onClose={dialog.close} />}
      {dialog.name === "decide-leave-type" && <Decision type={type} onClose={dialog.close} />}
    </Drawer>
  )
}

/** The next change that is planned. */
const planned = (type: LeaveType) => {
  const held = termsToday(type)
  const next = type.terms.find(({ from }) => from > today() && from > held.from)
  if (!next) return null
  return next.maxDaysPerYear === held.maxDaysPerYear ? `Changes ${formatDay(next.from)}` : `${days(next.maxDaysPerYear)} from ${formatDay(next.from)}`
}

export const LeaveTypesPart = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const manages = can("users.manage", "users.department")
  const add = () => dialog.open("new-leave-type")
  useKeys("Leave types", manages ? { n: ["New leave type", add] } : {})
  return (
    <>
      <ListPage
        path={pathOf("GET /api/hr/leave-types")}
        noun={["leave type", "leave types"]}
        loading="Loading leave types..."
        rowId={({ id }) => String(id)}
        number={({ name }) => name}
        filters={[
          {
            field: "status",
            label: "State",
            options: [
              { value: "active", label: "In use" },
              { value: "closed", label: "Archived" },
            ],
          },
        ]}
        columns={[
          { id: "name", header: "Leave type", cell: ({ name }) => name, sort: true },
          { id: "description", header: "Description", cell: ({ description }) => description, grows: true },
          { id: "status", header: "State", cell: (type) => <InUse {...type} /> },
          { id: "paid", header: "Paid", cell: ({ paid }) => answer(paid) },
          { id: "accrual", header: "Given", cell: (type) => growth(termsToday(type)) },
          { id: "carried", header: "Carried forward", cell: (type) => carried(termsToday(type)) },
          { id: "planned", header: "Planned", cell: planned },
          { id: "maxDaysPerYear", header: "Days a year", figure: (type) => termsToday(type).maxDaysPerYear, sort: true },
        ]}
        card={(type) => ({
          title: type.name,
          mark: <InUse {...type} />,
          text: planned(type) ?? growth(termsToday(type)),
          figure: termsToday(type).maxDaysPerYear,
        })}
        empty={{ title: "There are no leave types" }}
        actions={
          manages && (
            <Button kind="primary" onClick={add}>
              New Leave Type
            </Button>
          )
        }
        drawer={(id, row, close) => <TypeDrawer key={id} id={id} row={row} onClose={close} />}
      />
      {dialog.name === "new-leave-type" && manages && <LeaveTypeDialog onClose={dialog.close} />}
    </>
  )
}
