/** Makes an invoice and issues it in one step; a preview is shown while the user types. */
import { sentenceOf } from "@ops/platform/ui/data/api.ts"
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, NumberField, SelectField, SiteField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { day, text } from "@ops/platform/ui/forms/checked-form.ts"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Schema } from "effect"
import { type ChangeEvent, useEffect, useId, useRef } from "react"
import { useFormContext, useFormState, useWatch } from "react-hook-form"
import { send, useApi, useCommand } from "../../web/client.ts"
import { amount, chosen } from "../../web/invoice-form.ts"
import { useSettled } from "../../web/use-settled.ts"
import { invoiceLists, isAmount, isLess, lastMonth, monthName } from "../../web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    siteId: chosen("Site is required"),
    billingPeriod: text("Billing period", 200, true),
    periodStart: Schema.String,
    periodEnd: Schema.String,
    staffCount: Schema.Number.annotate({ message: "Staff count must be a whole number, not negative" }).check(
      Schema.makeFilter((heads) => (Number.isInteger(heads) && heads >= 0 ? undefined : "Staff count must be a whole number, not negative")),
    ),
    totalAmount: amount("Total amount"),
    clientName: text("Client name", 200, true),
    clientAddress: text("Client address", 500),
    dueDate: day("Due date"),
    template: Schema.String,
    overrideReason: text("Reason", 500),
  }),
)
type Form = typeof Form.Type

const bodyOf = ({ periodStart, periodEnd, overrideReason, ...form }: Form) => ({
  ...form,
  periodStart: periodStart || null,
  periodEnd: periodEnd || null,
  overrideReason: overrideReason || null,
})

interface Props {
  readonly onClose: () => void
  readonly onGenerated: (id: number) => void
}

export default function GenerateInvoiceDialog({ onClose, onGenerated }: Props) {
  const { siteId, sites } = useWorkingSite()
  const generate = useCommand("POST /api/invoices/generate", {
    body: bodyOf,
    lists: invoiceLists,
    done: "Invoice generated successfully",
    failed: "Failed to generate invoice",
  })
  return (
    <FormDialog
      title="Generate Invoice"
      help="The invoice is numbered and posted immediately. To correct it later, issue a credit note."
      schema={Form}
      defaults={{
        siteId: siteId ?? sites[0]?.id,
        billingPeriod: monthName(lastMonth()),
        periodStart: "",
        periodEnd: "",
        staffCount: 0,
        totalAmount: "",
        clientName: "",
        clientAddress: "",
        dueDate: inDays(30),
        template: "standard",
        overrideReason: "",
      }}
      draft="invoice"
      submit="Generate invoice"
      pending="Generating..."
      onClose={onClose}
      save={async (form) => {
        const { id } = await generate.send(form)
        // the dialog is removed from the address first, then the preview comes into it
        setTimeout(() => onGenerated(id), 0)
      }}
    >
      <SiteField name="siteId" label="Site" required />
      <ClientFields />
      <TextField name="billingPeriod" label="Billing period" hint="For example: October 2026" required />
      <div className="pair">
        <NumberField name="staffCount" label="Staff count" hint="0 bills services, no meals" min={0} required />
        <MoneyField name="totalAmount" label="Total amount" hint="With tax" required />
      </div>
      <div className="pair">
        <DateField name="dueDate" label="Due date" min={today()} required />
        <SelectField name="template" label="Template" options={[{ value: "standard", label: "Standard" }]} required />
      </div>
      <Preview />
    </FormDialog>
  )
}

const termDays = { due_on_receipt: 0, "15_days": 15, "30_days": 30, "45_days": 45, "60_days": 60 } as const
/** So many days from today in Juba. */
const inDays = (days: number) => new Date(Date.parse(`${today()}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Whom it is for: a known client brings address and terms along. */
const ClientFields = () => {
  const id = useId()
  const { register, setValue, getFieldState, control } = useFormContext<Form>()
  const siteId = useWatch<Form, "siteId">({ name: "siteId" })
  const fault = getFieldState("clientName", useFormState({ control, name: "clientName" })).error?.message
  const here = useApi("GET /api/clients", siteId ? { query: { siteId } } : null).data ?? []
  const everywhere = useApi("GET /api/clients").data ?? []
  const choose = (name: string) => {
    const client = everywhere.find(({ companyName }) => companyName === name)
    if (!client) return
    setValue("clientAddress", client.address ?? "", { shouldDirty: true })
    setValue("dueDate", inDays(termDays[client.paymentTerms]), { shouldDirty: true })
  }
  const others = everywhere.filter((client) => !here.some((each) => each.id === client.id))
  return (
    <>
      <div className="field">
        <label htmlFor={id}>Client name</label>
        <input
          className="input"
          autoComplete="off"
          list={`${id}-clients`}
          id={id}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          {...register("clientName", { onChange: ({ target }: ChangeEvent<HTMLInputElement>) => choose(target.value) })}
        />
        <datalist id={`${id}-clients`}>
          {[...here, ...others].map((client) => (
            <option key={client.id} value={client.companyName} />
          ))}
        </datalist>
        {fault && (
          <p className="fault" id={`${id}-fault`}>
            {fault}
          </p>
        )}
      </div>
      <TextField name="clientAddress" label="Client address" />
    </>
  )
}

/** What the invoice would say, and what of it is doubtful. */
const Preview = () => {
  const form = useSettled(useWatch<Form>() as Form)
  const { setValue } = useFormContext<Form>()
  const ready =
    !!form.siteId &&
    form.billingPeriod.trim() !== "" &&
    form.clientName.trim() !== "" &&
    form.dueDate !== "" &&
    (!form.totalAmount || isAmount(form.totalAmount))
  const body = { ...bodyOf(form), totalAmount: form.totalAmount || "0.00", staffCount: form.staffCount || 0 }
  const preview = useQuery({
    queryKey: ["preview of an invoice", body],
    queryFn: () => send("POST /api/invoices/preview", { body }),
    enabled: ready,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const of = ready ? preview.data : undefined
  const differs = of !== undefined && of.mealsTotal !== null && of.mealsTotal !== of.totalAmount
  const untold = form.totalAmount === "" || form.totalAmount === undefined
  const filled = useRef(false)
  // no total is typed yet: the meals give it
  useEffect(() => {
    if (filled.current || !untold || !of?.mealsTotal) return
    filled.current = true
    setValue("totalAmount", of.mealsTotal, { shouldDirty: true })
  }, [untold, of?.mealsTotal, setValue])
  const money = (amount: string) => formatMoney(amount, of?.currency ?? "USD")
  return (
    <>
      {of?.periodStart === null && (
        <div className="pair">
          <DateField name="periodStart" label="First day" />
          <DateField name="periodEnd" label="Last day" />
        </div>
      )}
      {of && (
        <section className="bill-preview" aria-label="Preview" aria-live="polite">
          <KeyValues
            of={[
              ["Net", money(of.subtotalAmount)],
              [`Tax ${of.taxRate} %`, money(of.taxAmount)],
              ["Total", <b key="total">{money(of.totalAmount)}</b>],
              of.mealsTotal !== null && [
                "Meals give",
                <span key="meals" className="line">
                  {money(of.mealsTotal)}
                  {differs && (
                    <button type="button" className="link" onClick={() => setValue("totalAmount", of.mealsTotal!, { shouldDirty: true, shouldValidate: true })}>
                      Use it
                    </button>
                  )}
                </span>,
              ],
            ]}
          />
          <ul className="bill-warnings">
            {of.warnings
              .filter((warning) => !(untold && warning.startsWith("Total amount")))
              .map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
          </ul>
        </section>
      )}
      {ready && preview.isError && (
        <p className="fault" role="alert">
          {sentenceOf(preview.error)}
        </p>
      )}
      {of !== undefined && !untold && of.questions.length > 0 && (
        <TextAreaField
          name="overrideReason"
          label="Reason"
          rows={2}
          maxLength={500}
          hint={differs ? `Why it is ${isLess(of.totalAmount, of.mealsTotal!) ? "less" : "more"} than the meals give.` : "Why it is billed all the same."}
          required
        />
      )}
    </>
  )
}
