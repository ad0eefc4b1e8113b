import { Day, formatDay } from "@ops/platform/ui/date.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { pathOf, useApi } from "../../web/client.ts"
import "../../web/billing.css"
import { InvoiceDialogs } from "../../invoices/web/invoice-dialogs.tsx"
import { InvoiceDrawer } from "../../invoices/web/invoice-drawer.tsx"
import { pdfOf } from "../../invoices/web/invoice-preview.tsx"
import type { MealBill } from "../../web/labels.ts"

const Status = ({ status }: Pick<MealBill, "status">) => (status === "credited" ? <StatusMark status="cancelled" /> : <StatusMark status={status} />)

const figure =
  (name: string) =>
  ({ id }: MealBill) => ({ name: `invoice.${name}`, parameters: { id } })

/** Every meal bill, with the actions on it. */
export const MealBills = () => {
  const dialog = useDialog()
  const clients = useApi("GET /api/clients").data ?? []
  const acts = (bill: MealBill) => {
    const act = (name: string, label: string, solid = false) => (
      <button
        type="button"
        className="act"
        data-solid={solid || undefined}
        aria-label={`${label} ${bill.billingNumber}`}
        onClick={() => dialog.open(name, bill.id)}
      >
        {label}
      </button>
    )
    return (
      <span className="line-tight">
        {bill.canIssue && act("issue", "Issue", true)}
        {bill.canIssue && act("discard", "Discard")}
        {bill.canCredit && !bill.canIssue && act("credit", "Credit")}
        <a className="act" href={pdfOf(bill)} target="_blank" rel="noreferrer" aria-label={`PDF of ${bill.billingNumber}`}>
          PDF
        </a>
      </span>
    )
  }
  return (
    <>
      <ListPage
        path={pathOf("GET /api/meal-billing-periods")}
        noun={["bill", "bills"]}
        loading="Loading bills..."
        rowId={({ id }) => String(id)}
        number={({ billingNumber }) => billingNumber}
        siteFilter
        filters={[
          {
            field: "status",
            label: "Status",
            options: [
              { value: "draft", label: "Draft" },
              { value: "pending", label: "Pending" },
              { value: "overdue", label: "Overdue" },
              { value: "paid", label: "Paid" },
              { value: "credited", label: "Cancelled" },
            ],
          },
          { field: "clientId", label: "Client", options: clients.map(({ id, companyName }) => ({ value: String(id), label: companyName })) },
          { field: "from", label: "From", date: true },
          { field: "to", label: "To", date: true },
        ]}
        columns={[
          { id: "billingNumber", header: "Bill #", cell: ({ billingNumber }) => billingNumber, sort: true },
          { id: "site", header: "Site", cell: ({ site }) => <SiteCode code={site.code} name={site.name} />, sort: true },
          { id: "client", header: "Client", cell: ({ client }) => client.companyName, sort: true, grows: true },
          {
            id: "period",
            header: "Period",
            cell: ({ startDate, endDate }) => (
              <>
                <Day date={startDate} /> to <Day date={endDate} />
              </>
            ),
            sort: "startDate",
          },
          { id: "totalMealsServed", header: "Served", figure: ({ totalMealsServed }) => totalMealsServed, explain: figure("served") },
          { id: "totalMealsMissed", header: "Missed", figure: ({ totalMealsMissed }) => totalMealsMissed, explain: figure("missed") },
          { id: "status", header: "Status", cell: ({ status }) => <Status status={status} /> },
          { id: "acts", header: "Actions", acts: acts },
          {
            id: "totalAmount",
            header: "Amount",
            money: ({ totalAmount, currency }) => ({ amount: totalAmount, currency }),
            explain: figure("total"),
            sort: true,
          },
        ]}
        card={(bill) => ({
          title: bill.billingNumber,
          mark: <Status status={bill.status} />,
          text: `${bill.client.companyName} · ${formatDay(bill.startDate)} to ${formatDay(bill.endDate)}`,
          figure: <Money amount={bill.totalAmount} currency={bill.currency} />,
        })}
        empty={{ title: "No bills of meals yet" }}
        drawer={(id, _, close) => <InvoiceDrawer key={id} id={id} onClose={close} />}
      />
      <InvoiceDialogs />
    </>
  )
}
