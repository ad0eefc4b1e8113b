/** Contractors: the list, and the drawer with the work and the bills of each. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { Link } from "react-router-dom"
import type { ContractorAnswer } from "../contract.ts"
import { pathOf, useApi } from "./client.ts"
import { ContractorDrawer } from "./contractor-drawer.tsx"
import { availabilityName, availabilityOptions, fullName, monthName, rateText, typeOptions } from "./labels.ts"
import "./contractors.css"

type Contractor = typeof ContractorAnswer.Type

const ContractorDialog = lazyWithRetry(() => import("./contractor-dialog.tsx"))

const State = ({ of }: { readonly of: Contractor }) => (
  <span className="line-tight">
    <StatusMark status={of.status === "ended" ? "closed" : of.status} label={statusWord(of.status)} />
    {of.expiring && <Badge tone="amber">Expiring</Badge>}
  </span>
)

export const Component = () => {
  const { can, sees } = useSession()
  const dialog = useDialog()
  const [, setOpen] = useAddress("open", "push")
  const departments = useApi("GET /api/hr/departments", { query: { status: "active" } }).data ?? []
  const mayRegister = can("users.department", "users.manage")
  const seesMoney = sees("users.department", "users.manage", "finance.full")
  const register = () => dialog.open("register-contractor")
  useKeys("Contractors", mayRegister ? { c: ["Register contractor", register] } : {})
  const button = mayRegister && (
    <Button kind="primary" onClick={register}>
      Register Contractor
    </Button>
  )
  return (
    <Page>
      <ListPage
        path={pathOf("GET /api/contractors")}
        noun={["contractor", "contractors"]}
        loading="Loading contractors..."
        rowId={({ id }) => String(id)}
        number={({ contractorNumber }) => contractorNumber}
        siteFilter
        actions={
          <>
            <Link className="link" to="/hr">
              Own staff
            </Link>
            {button}
          </>
        }
        views={[
          { id: "here", label: "Under contract", query: { status: "!ended" } },
          { id: "papers", label: "Expiring", query: { expiring: "true" } },
          ...(seesMoney ? [{ id: "billable", label: "To bill", query: { billable: "true" } }] : []),
          { id: "all", label: "Everyone" },
        ]}
        filters={[
          {
            field: "status",
            label: "Status",
            options: [
              { value: "active", label: "Active" },
              { value: "suspended", label: "Suspended" },
              { value: "ended", label: "Ended" },
            ],
          },
          { field: "availability", label: "Availability", options: availabilityOptions },
          { field: "departmentId", label: "Department", options: departments.map(({ id, name }) => ({ value: String(id), label: name })) },
          { field: "contractorType", label: "Kind", options: typeOptions },
        ]}
        columns={[
          { id: "contractorNumber", header: "Contractor #", cell: (c) => c.contractorNumber, sort: true },
          {
            id: "name",
            header: "Contractor",
            cell: (c) => (
              <span className="line-tight">
                {fullName(c)}
                {c.companyName && <span className="muted">{c.companyName}</span>}
              </span>
            ),
            sort: true,
            grows: true,
          },
          { id: "service", header: "Service", cell: (c) => c.serviceType, sort: true },
          { id: "department", header: "Department", cell: (c) => c.department.name, sort: true, hidden: true },
          { id: "site", header: "Site", cell: (c) => c.site && <SiteCode code={c.site.code} name={c.site.name} /> },
          { id: "status", header: "Status", cell: (c) => <State of={c} />, sort: true },
          { id: "availability", header: "Availability", cell: (c) => availabilityName(c.availabilityStatus) },
          { id: "contractEnd", header: "Until", cell: (c) => c.contractEnd && <Day date={c.contractEnd} />, sort: true },
          { id: "phone", header: "Phone", cell: (c) => c.phone, hidden: true },
          { id: "rating", header: "Rating", cell: (c) => (c.ratings === 0 ? null : <span className="num">{c.rating}</span>), sort: true },
          ...(seesMoney
            ? [
                { id: "billable", header: "To Bill", cell: (c: Contractor) => c.billableMonth && monthName(c.billableMonth) },
                {
                  id: "rate",
                  header: "Rate",
                  cell: (c: Contractor) => c.rate && <span className="num">{rateText(c.rate.amount, c.currency, c.rate.unit)}</span>,
                },
              ]
            : []),
        ]}
        card={(c) => ({
          title: fullName(c),
          mark: <State of={c} />,
          text: [c.contractorNumber, c.serviceType, c.site?.name].filter(Boolean).join(" · "),
        })}
        empty={{ title: "No contractors found", ...(button && { action: button }) }}
        drawer={(id, _row, close) => <ContractorDrawer key={id} id={id} onClose={close} />}
      />
      {dialog.name === "register-contractor" && mayRegister && (
        <Suspense>
          <ContractorDialog onClose={dialog.close} onRegistered={(id) => void setOpen(String(id))} />
        </Suspense>
      )}
    </Page>
  )
}
