/** Contractors: the list, and the drawer with the work and the bills of each. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Badge } from "@ops/platform/ui/button.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { Link } from "react-router-dom"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { screen } from "../screen.ts"
import { type Contractor, useApi } from "./client.ts"
import { ContractorDrawer } from "./contractor-drawer.tsx"
import { availabilityName, rateText } from "./labels.ts"
import "./contractors.css"

const registering = { address: "register-contractor", form: lazyWithRetry(() => import("./contractor-dialog.tsx")), hotkey: "c" }

const State = ({ of }: { readonly of: Contractor }) => (
  <span className="line-tight">
    <StatusMark status={of.status === "ended" ? "closed" : of.status} label={statusWord(of.status)} />
    {of.expiring && <Badge tone="amber">Expiring</Badge>}
  </span>
)

export const Component = () => {
  const { sees } = useSession()
  const departments = useApi("GET /api/hr/departments", { query: { status: "active" } }).data ?? []
  const seesMoney = sees("users.department", "users.manage", "finance.full")
  return (
    <ResourcePage
      screen={screen}
      create={registering}
      actions={
        <Link className="link" to="/hr">
          Own staff
        </Link>
      }
      views={[
        { id: "here", label: "Under contract", query: { status: "!ended" } },
        { id: "papers", label: "Expiring", query: { expiring: "true" } },
        ...(seesMoney ? [{ id: "billable", label: "To bill", query: { billable: "true" } }] : []),
        { id: "all", label: "Everyone" },
      ]}
      moreFilters={[{ field: "departmentId", label: "Department", options: departments.map(({ id, name }) => ({ value: String(id), label: name })) }]}
      columns={{
        name: {
          cell: ({ name, companyName }) => (
            <span title={companyName ?? undefined}>
              {name} {companyName && <span className="muted">{companyName}</span>}
            </span>
          ),
          grows: true,
        },
        serviceType: { id: "service", sort: true },
        department: { cell: ({ department }) => department.name },
        site: { cell: ({ site }) => site && <SiteCode code={site.code} name={site.name} /> },
        status: { cell: (of) => <State of={of} /> },
        availabilityStatus: { id: "availability", cell: (of) => availabilityName(of.availabilityStatus) },
        contractEnd: { header: "Until" },
        rating: { hidden: true, cell: ({ ratings, rating }) => (ratings === 0 ? null : <span className="num">{rating}</span>) },
        unbilledHours: { header: "Hours to Bill" },
      }}
      more={
        seesMoney
          ? [
              { id: "billable", header: "To Bill", cell: ({ billableMonth }) => billableMonth && formatMonth(billableMonth) },
              { id: "rate", header: "Rate", cell: ({ rate, currency }) => rate && <span className="num">{rateText(rate.amount, currency, rate.unit)}</span> },
            ]
          : []
      }
      card={(of) => ({
        title: of.name,
        mark: <State of={of} />,
        text: [of.contractorNumber, of.serviceType, of.site?.name].filter(Boolean).join(" · "),
      })}
      drawer={(id, close) => <ContractorDrawer key={id} id={id} onClose={close} />}
    />
  )
}
