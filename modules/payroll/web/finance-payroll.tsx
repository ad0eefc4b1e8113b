/** Payroll for finance: the cost of a month, the people paid, and this month's payroll. */
import { lastDayOf } from "@ops/platform/calendar.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { today } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { pathOf, useApi, useCommand } from "./client.ts"
import { PeriodDrawer } from "../payroll-periods/web/period-drawer.tsx"
import { payrollLists } from "./labels.ts"

const month = () => today().slice(0, 7)

export const FinancePayroll = () => {
  const { can } = useSession()
  const [period, setPeriod] = useAddress("period", "push")
  const employees = useApi("GET /api/employees", { query: { limit: 1000 } })
  const runs = useApi("GET /api/payroll-runs", { query: { limit: 1000 } })
  const periods = useApi("GET /api/hr/payroll-periods", { query: { limit: 1000 } })
  const create = useCommand("POST /api/hr/payroll-periods", {
    body: ({ name }: { readonly name: string }) => {
      const periodName = formatMonth(name)
      return { periodName, startDate: `${name}-01`, endDate: lastDayOf(name), payDate: lastDayOf(name) }
    },
    lists: payrollLists,
    done: "Payroll period created successfully",
    failed: "Failed to create payroll period",
    onDone: ({ id }) => void setPeriod(String(id)),
  })
  const active = (employees.data ?? []).filter(({ isActive }) => isActive)
  const paidIn = (currency: string) =>
    active.flatMap((employee) => (employee.currency === currency && employee.baseSalary !== null ? [employee.baseSalary] : []))
  const inSsp = paidIn("SSP")
  const process = () => {
    // this month's payroll: the one that ends on its last day, created if missing
    const known = periods.data?.find(
      ({ status, startDate, endDate }) => status !== "reversed" && startDate <= lastDayOf(month()) && lastDayOf(month()) <= endDate,
    )
    if (known) void setPeriod(String(known.id))
    else void create.run({ name: month() })
  }
  return (
    <>
      <MetricStrip
        label="Payroll"
        cells={[
          {
            label: "Total Payroll",
            value: formatMoney(sumMoney(paidIn("USD")), "USD"),
            loading: employees.isPending,
            ...(inSsp.length > 0 && { note: { tone: "neutral" as const, text: `and ${formatMoney(sumMoney(inSsp), "SSP")} a month` } }),
          },
          { label: "Active Employees", value: String(active.length), loading: employees.isPending },
          { label: "Payroll Runs", value: String(runs.data?.length ?? 0), loading: runs.isPending },
        ]}
      />
      <ListPage
        path={pathOf("GET /api/employees")}
        noun={["employee", "employees"]}
        loading="Loading employees..."
        rowId={({ id }) => String(id)}
        siteFilter
        actions={
          !inThePast &&
          can("finance.full") && (
            <Button kind="primary" disabled={periods.isPending || create.pending} onClick={process}>
              Process Payroll
            </Button>
          )
        }
        columns={[
          { id: "employeeNumber", header: "Employee #", cell: (e) => e.employeeNumber, sort: true },
          { id: "lastName", header: "Name", cell: (e) => `${e.firstName} ${e.lastName}`, sort: true },
          { id: "position", header: "Position", cell: (e) => e.position },
          { id: "department", header: "Department", cell: (e) => e.department },
          { id: "baseSalary", header: "Base Salary", money: (e) => ({ amount: e.baseSalary, currency: e.currency ?? "USD" }) },
          { id: "status", header: "Status", cell: (e) => <StatusMark status={e.status} /> },
        ]}
        card={(e) => ({
          title: `${e.firstName} ${e.lastName}`,
          mark: <StatusMark status={e.status} />,
          text: `${e.employeeNumber}, ${e.position}`,
          figure: e.baseSalary === null ? "" : formatMoney(e.baseSalary, e.currency ?? "USD"),
        })}
        empty={{ title: "No employees found" }}
      />
      {period !== null && <PeriodDrawer key={period} id={period} onClose={() => void setPeriod(null)} />}
    </>
  )
}
