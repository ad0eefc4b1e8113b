/** The client of an invoice: found by a few letters, with terms, and the open and overdue amounts. */
import { addDays } from "@ops/platform/calendar.ts"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { Marked, TypeAhead } from "@ops/platform/ui/forms/type-ahead.tsx"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { count } from "@ops/platform/text.ts"
import { TriangleAlert } from "lucide-react"
import { useId } from "react"
import { useFormContext, useFormState, useWatch } from "react-hook-form"
import { useApi } from "../../web/client.ts"
import type { InvoiceValues } from "./invoice-lines.tsx"
import { daysLate } from "./invoice-status.tsx"

const termDays = { due_on_receipt: 0, "15_days": 15, "30_days": 30, "45_days": 45, "60_days": 60 } as const
/** The date this many days from today in Juba. */
export const inDays = (days: number) => addDays(today(), days)

interface ClientFieldsProps {
  /** the form values for the highlighted client, before one is chosen */
  readonly onLook: (values: Partial<InvoiceValues> | undefined) => void
  /** of today, in percent; undefined until the first preview */
  readonly taxRate: string | undefined
}

/** Where a client's contracts apply, and their number if there is only one. */
const signed = (contracts: readonly { readonly contractNumber: string; readonly siteName: string }[]) => {
  const [first, ...more] = contracts
  if (!first) return ["no contract"]
  return [
    [...new Set(contracts.map(({ siteName }) => siteName))].join(", "),
    more.length > 0 ? count(contracts.length, "contract") : `contract ${first.contractNumber}`,
  ]
}

export const ClientFields = ({ onLook, taxRate }: ClientFieldsProps) => {
  const id = useId()
  const { can } = useSession()
  const { setValue, getFieldState, control } = useFormContext<InvoiceValues>()
  const [name, siteId] = useWatch<InvoiceValues, ["clientName", "siteId"]>({ name: ["clientName", "siteId"] })
  const fault = getFieldState("clientName", useFormState({ control, name: "clientName" })).error?.message
  const here = new Set(useApi("GET /api/clients", siteId ? { query: { siteId } } : null).data?.map((client) => client.id))
  const clients = useApi("GET /api/clients").data ?? []
  const accounts = new Map(useApi(can("finance.full") ? "GET /api/client-accounts" : null).data?.map((account) => [account.clientId, account]))
  const contracts = Map.groupBy(useApi("GET /api/contracts", { query: { status: "active" } }).data ?? [], ({ clientId }) => clientId)
  const overdue = Map.groupBy(useApi("GET /api/invoices", { query: { status: "overdue", limit: 200 } }).data ?? [], ({ clientId }) => clientId)
  const options = clients
    .map((client) => ({ ...client, name: client.companyName, words: client.clientCode }))
    .sort((a, b) => Number(here.has(b.id)) - Number(here.has(a.id)))
  type Option = (typeof options)[number]
  const valuesOf = (client: Option): Pick<InvoiceValues, "clientName" | "clientAddress" | "dueDate"> => ({
    clientName: client.companyName,
    clientAddress: client.address ?? "",
    dueDate: inDays(termDays[client.paymentTerms]),
  })
  const set = (values: Partial<InvoiceValues>) => {
    for (const [field, value] of Object.entries(values)) setValue(field as "clientName", value as string, { shouldDirty: true })
    setValue("clientName", values.clientName ?? "", { shouldDirty: true, shouldValidate: true })
  }
  return (
    <>
      <div className="field">
        <label htmlFor={id}>Client name</label>
        <TypeAhead
          id={id}
          label="Client name"
          options={options}
          value={name}
          isInvalid={fault !== undefined}
          opensAtOnce
          note={(found) => count(found, "client")}
          placeholder="Type a name or a code"
          none={(part) => `No client is called “${part}”`}
          onActive={(client) => onLook(client && valuesOf(client))}
          onChoose={(client) => set(valuesOf(client))}
          free={{ words: (part) => `Add “${part}” as a new client`, take: (part) => set({ clientName: part }) }}
          line={(client, part) => {
            const { open } = accounts.get(client.id) ?? {}
            const sums =
              open && (["USD", "SSP"] as const).filter((currency) => Number(open[currency]) > 0).map((currency) => formatMoney(open[currency], currency))
            const [due] = (overdue.get(client.id) ?? []).map(({ dueDate }) => dueDate).sort()
            return (
              <>
                <span>
                  <b>
                    <Marked text={client.companyName} part={part} />
                  </b>
                  <small className="muted invoice-sub">{[client.clientCode, ...signed(contracts.get(client.id) ?? [])].join(" · ")}</small>
                </span>
                <span className="invoice-terms">
                  {termDays[client.paymentTerms]} days · {client.currency}
                  {taxRate !== undefined && <small className="muted invoice-sub">Sales tax {Number(taxRate)}%</small>}
                </span>
                <span className="num invoice-open">
                  {sums && (sums.length > 0 ? sums.join(", ") : <span className="muted">nothing open</span>)}
                  {due !== undefined && <small className="negative invoice-sub">{count(daysLate(due), "day")} overdue</small>}
                </span>
              </>
            )
          }}
        />
        {fault && <p className="fault">{fault}</p>}
      </div>
      <TextField name="clientAddress" label="Client address" />
    </>
  )
}

/** The client's overdue amount: it may be billed nevertheless. */
export const Overdue = ({ name }: { readonly name: string }) => {
  const client = (useApi("GET /api/clients").data ?? []).find(({ companyName }) => companyName === name)
  const late = useApi("GET /api/invoices", client ? { query: { status: "overdue", clientId: String(client.id), limit: 200 } } : null).data ?? []
  if (late.length === 0) return null
  const sums = (["USD", "SSP"] as const).flatMap((currency) => {
    const open = late.filter((invoice) => invoice.currency === currency)
    return open.length === 0 ? [] : [formatMoney(sumMoney(open.map(({ openAmount }) => openAmount)), currency)]
  })
  const since = late.map(({ dueDate }) => dueDate).sort()[0]!
  return (
    <p className="invoice-overdue" role="status">
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
      {name} has {sums.join(" and ")} overdue, the oldest since {formatDay(since)}. You can still issue this invoice.
    </p>
  )
}
