/** Retires a request: the receipts, and the rest of the cash. */
import { today } from "@ops/platform/ui/date.tsx"
import { FileField } from "@ops/platform/ui/files/file-field.tsx"
import { Files } from "@ops/platform/ui/files/files-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { day, isAmount } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { Schema } from "effect"
import { useMemo } from "react"
import { useWatch } from "react-hook-form"
import { useApi, useCommand } from "../../web/client.ts"
import { pettyCashLists, type PettyCashRequest } from "./labels.ts"

const formOf = (most: number) =>
  Schema.Struct({
    spent: Schema.String.check(
      Schema.makeFilter((value) =>
        value === ""
          ? "Spent is required"
          : !isAmount(value)
            ? "Spent must be a number with at most two decimals"
            : Number(value) > most
              ? "More cannot be spent than was paid out"
              : undefined,
      ),
    ),
    receipts: Files,
    date: day("Date"),
  }).check(
    Schema.makeFilter(({ spent, receipts }) =>
      Number(spent) > 0 && receipts.length === 0 ? { path: ["receipts"], issue: "Add the receipts of what was spent" } : undefined,
    ),
  )
type Form = ReturnType<typeof formOf>["Type"]

export default function PettyCashRetireDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const request = useApi("GET /api/crm/petty-cash-requests/:id", { id }).data
  const most = Number(request?.amount ?? 0)
  const schema = useMemo(() => Schema.toStandardSchemaV1(formOf(most)), [most])
  const retire = useCommand("PATCH /api/crm/petty-cash-requests/:id/retire", {
    id,
    body: (form: Form) => ({ ...form, version: request?.version }),
    lists: pettyCashLists,
    done: "Petty cash request retired",
    failed: "Failed to retire petty cash",
  })
  if (!request) return null
  return (
    <FormDialog
      title={`Retire ${request.requestNumber}`}
      help={`${formatMoney(request.amount, request.currency)} was paid out. What was spent is posted, the rest goes back to ${request.floatName}.`}
      schema={schema}
      defaults={{ spent: "", receipts: [], date: today() }}
      submit="Retire"
      pending="Retiring..."
      save={retire.send}
      onClose={onClose}
    >
      <div className="pair">
        <MoneyField name="spent" label="Spent" currency={request.currency} required />
        <DateField name="date" label="Date" min={request.disbursedDate ?? request.requestDate} max={today()} required />
      </div>
      <PostingDay name="date" />
      <GivenBack of={request} />
      <FileField name="receipts" label="Receipts" hint="One at least, unless all of it came back. PDF or photo, 5 MB each at most." />
    </FormDialog>
  )
}

/** The cash that must be handed back with the receipts. */
const GivenBack = ({ of }: { readonly of: PettyCashRequest }) => {
  const { spent = "" } = useWatch<Form>()
  const rest = isAmount(spent) ? (Math.round(Number(of.amount) * 100) - Math.round(Number(spent) * 100)) / 100 : undefined
  return (
    <output className="finance-total">
      <span>Given back</span>
      <b className="num">{rest !== undefined && rest >= 0 ? formatMoney(rest.toFixed(2), of.currency) : "–"}</b>
    </output>
  )
}
