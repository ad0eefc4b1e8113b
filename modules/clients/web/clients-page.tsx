/** Clients: the list, and the drawer with each client's terms. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { Suspense } from "react"
import { ClientDrawer } from "./client-drawer.tsx"
import { pathOf } from "./client.ts"
import { termsName } from "./labels.ts"
import "./clients.css"

const ClientDialog = lazyWithRetry(() => import("./client-dialog.tsx"))

export const Component = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const { siteId } = useWorkingSite()
  const [, setOpen] = useAddress("open", "push")
  const mayAdd = can("finance.full", "department.manage")
  const add = () => dialog.open("add-client")
  useKeys("Clients", mayAdd ? { c: ["Add client", add] } : {})
  const button = mayAdd && (
    <Button kind="primary" onClick={add}>
      Add Client
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/clients")}
        noun={["client", "clients"]}
        loading="Loading clients..."
        rowId={({ id }) => String(id)}
        number={({ clientCode }) => clientCode}
        siteFilter
        actions={button}
        views={[
          { id: "all", label: "All clients" },
          { id: "drafts", label: "To complete", query: { status: "draft" } },
        ]}
        filters={[
          {
            field: "status",
            label: "Status",
            options: [
              { value: "active", label: "Active" },
              { value: "draft", label: "Draft" },
              { value: "inactive", label: "Inactive" },
            ],
          },
        ]}
        columns={[
          { id: "clientCode", header: "Client #", cell: (c) => c.clientCode, sort: true },
          { id: "companyName", header: "Company", cell: (c) => c.companyName, sort: true },
          { id: "contactPerson", header: "Contact", cell: (c) => c.contactPerson },
          { id: "email", header: "E-mail", cell: (c) => c.email, hidden: true },
          { id: "paymentTerms", header: "Terms", cell: (c) => termsName(c.paymentTerms) },
          { id: "contractStartDate", header: "Contract from", cell: (c) => <Day date={c.contractStartDate} /> },
          { id: "contractEndDate", header: "To", cell: (c) => <Day date={c.contractEndDate} />, hidden: true },
          {
            id: "activeStaff",
            header: "Staff",
            figure: (c) => c.activeStaff,
            explain: (c) => ({ name: "client.activeStaff", parameters: { clientId: c.id, siteId } }),
          },
          { id: "status", header: "Status", cell: (c) => <StatusMark status={c.status} />, sort: true },
          {
            id: "mealRate",
            header: "Meal rate",
            money: (c) => ({ amount: c.mealRate, currency: c.contractCurrency ?? c.currency }),
            explain: (c) => c.mealRate && { name: "client.mealRate", parameters: { id: c.id, siteId } },
            noTotal: true,
          },
        ]}
        card={(c) => ({
          title: c.companyName,
          mark: <StatusMark status={c.status} />,
          text: [c.clientCode, c.contactPerson].filter(Boolean).join(" · "),
        })}
        empty={{ title: "No clients found", ...(button && { action: button }) }}
        drawer={(id, _row, close) => <ClientDrawer key={id} id={id} onClose={close} />}
      />
      {dialog.name === "add-client" && mayAdd && (
        <Suspense>
          <ClientDialog onClose={dialog.close} onAdded={(id) => void setOpen(String(id))} />
        </Suspense>
      )}
    </>
  )
}
