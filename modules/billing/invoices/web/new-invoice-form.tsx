/** An invoice outside the monthly run: the form, next to the exact page that the client will receive. Nothing is posted before it is issued. */
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema"
import { Button } from "@ops/platform/ui/button.tsx"
import { saveFile, sentenceOf } from "@ops/platform/ui/data/api.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { formatDay, formatTime, lastMonth, today } from "@ops/platform/ui/date.tsx"
import { checkedText, day, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { keepDraft, readDraft, removeDraft, useDraft } from "@ops/platform/ui/forms/draft.ts"
import { DateField, NumberField, SelectField, SiteField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { useHead } from "@ops/platform/ui/layers/head.tsx"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Schema } from "effect"
import { Download } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { FormProvider, useForm, useFormContext, useWatch } from "react-hook-form"
import { Navigate, useNavigate } from "react-router-dom"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import type { PreviewAnswer } from "../contract.ts"
import { send, useCommand } from "../../web/client.ts"
import { chosen } from "../../web/invoice-form.ts"
import { invoiceLists, isAmount, isLess } from "../../web/labels.ts"
import { useSettled } from "../../web/use-settled.ts"
import { ClientFields, inDays, Overdue } from "./invoice-client.tsx"
import { InvoiceLines, type InvoiceValues } from "./invoice-lines.tsx"
import { InvoicePageFrame } from "./invoice-page-frame.tsx"
import "../../web/billing.css"
import "./new-invoice.css"

const heads = "Staff count must be a whole number, not negative"
const Form = formOf(
  {
    siteId: chosen("Site is required"),
    billingPeriod: text("Billing period", 200, true),
    periodStart: Schema.String,
    periodEnd: Schema.String,
    staffCount: Schema.Number.annotate({ message: heads }).check(Schema.makeFilter((n) => (Number.isInteger(n) && n >= 0 ? undefined : heads))),
    /** used if there are no lines */
    totalAmount: Schema.String,
    clientName: text("Client name", 200, true),
    clientAddress: text("Client address", 500),
    dueDate: day("Due date"),
    template: Schema.String,
    notes: text("Note", 2000),
    overrideReason: text("Reason", 500),
    lines: Schema.mutable(
      Schema.Array(
        Schema.Struct({
          description: text("Description", 300, true),
          quantity: checkedText((n) => (/^[1-9]\d{0,6}$/.test(n) ? undefined : "Quantity must be a whole number above 0")),
          unitPrice: checkedText((amount) => (isAmount(amount) ? undefined : "Price must be a number with at most two decimals")),
        }),
      ),
    ),
  },
  ({ lines, totalAmount }) => {
    if (lines.length > 0 || (isAmount(totalAmount) && Number(totalAmount) > 0)) return undefined
    const issue = totalAmount === "" ? "is required" : isAmount(totalAmount) ? "must be greater than 0" : "must be a number with at most two decimals"
    return { path: ["totalAmount"], issue: `Total amount ${issue}` }
  },
)

const bodyOf = ({ periodStart, periodEnd, overrideReason, lines, totalAmount, siteId, staffCount, ...form }: InvoiceValues) => ({
  ...form,
  siteId: siteId ?? 0,
  staffCount: staffCount || 0,
  periodStart: periodStart || null,
  periodEnd: periodEnd || null,
  overrideReason: overrideReason || null,
  totalAmount: lines.length > 0 || !isAmount(totalAmount) ? "0.00" : totalAmount,
  ...(lines.length > 0 && { lines: lines.map((line) => ({ ...line, quantity: Number(line.quantity) })) }),
})
const isFilled = ({ description, quantity, unitPrice }: InvoiceValues["lines"][number]) =>
  description.trim() !== "" && Number(quantity) > 0 && isAmount(unitPrice)
type Preview = typeof PreviewAnswer.Type

export const Component = () => (inThePast ? <Navigate to="/invoices" replace /> : <NewInvoice />)

const NewInvoice = () => {
  const { siteId, sites } = useWorkingSite()
  const draft = `${useUser().id}:invoice`
  const navigate = useNavigate()
  const [kept] = useState(() => readDraft<InvoiceValues>(draft))
  const form = useForm<InvoiceValues>({
    resolver: standardSchemaResolver(Form),
    defaultValues: {
      siteId: siteId ?? sites[0]?.id,
      billingPeriod: formatMonth(lastMonth(today())),
      periodStart: "",
      periodEnd: "",
      staffCount: 0,
      totalAmount: "",
      clientName: "",
      clientAddress: "",
      dueDate: inDays(30),
      template: "standard",
      notes: "",
      overrideReason: "",
      lines: [],
      ...kept?.values,
    },
  })
  const [first] = sites
  useEffect(() => {
    if (first && !form.getValues("siteId")) form.setValue("siteId", first.id)
  }, [first, form])
  const [savedAt = kept?.at, setSavedAt] = useState<string>()
  const autosaved = useDraft(form, draft)
  const at = [savedAt, autosaved]
    .filter((each) => each !== undefined)
    .sort()
    .at(-1)
  const [shown, setShown] = useState<"form" | "preview">("form")
  const [looked, look] = useState<Partial<InvoiceValues>>()
  const [asked, setAsked] = useState<InvoiceValues>()
  const values = useWatch({ control: form.control }) as InvoiceValues
  const preview = usePreview({ ...values, ...looked })
  useHead({ subtitle: `${at === undefined ? "" : `Draft, saved ${formatTime(at)}. `}Nothing is posted until you issue it` })

  const generate = useCommand("POST /api/invoices/generate", {
    body: bodyOf,
    lists: invoiceLists,
    done: "Invoice generated successfully",
    failed: "Failed to generate invoice",
  })
  const pdf = useCommand("POST /api/invoices/preview", {
    body: (typed: InvoiceValues) => ({ ...bodyOf({ ...typed, lines: typed.lines.filter(isFilled) }), asPdf: true }),
    failed: "The PDF could not be made",
    onDone: ({ pdf: bytes }) =>
      bytes && saveFile(new Blob([Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0))], { type: "application/pdf" }), "Invoice draft.pdf"),
  })
  const issue = form.handleSubmit((checked) => setAsked(checked))
  const save = () => {
    setSavedAt(keepDraft(draft, form.getValues()))
    notify.success("Draft saved in this browser")
  }
  const discard = () => {
    removeDraft(draft)
    void navigate("/invoices")
  }
  useKeys("Invoice", { "Ctrl ENTER": ["Issue invoice", () => void issue()] })
  const total = preview.of && formatMoney(preview.of.totalAmount, preview.of.currency)
  return (
    <Page
      actions={
        <>
          <Button kind="quiet" onClick={discard}>
            {at === undefined ? "Cancel" : "Discard"}
          </Button>
          <Button onClick={save}>Save draft</Button>
          <Button kind="primary" onClick={() => void issue()}>
            Issue invoice <kbd>Ctrl Enter</kbd>
          </Button>
        </>
      }
    >
      <div className="invoice-switch" role="group" aria-label="Shown">
        {(["form", "preview"] as const).map((part) => (
          <Button key={part} aria-pressed={shown === part} onClick={() => setShown(part)}>
            {part === "form" ? "Form" : "Preview"}
          </Button>
        ))}
      </div>
      <FormProvider {...form}>
        <div className="new-invoice" data-shown={shown}>
          <form className="stack-fields" noValidate onSubmit={(event) => event.preventDefault()}>
            <ClientFields onLook={look} taxRate={preview.of?.taxRate} />
            <div className="invoice-three">
              <SiteField name="siteId" label="Site" required />
              <TextField name="billingPeriod" label="Billing period" required />
              <DateField name="dueDate" label="Due date" min={today()} required />
            </div>
            {preview.of?.periodStart === null && (
              <div className="pair">
                <DateField name="periodStart" label="First day" />
                <DateField name="periodEnd" label="Last day" />
              </div>
            )}
            <InvoiceLines currency={preview.of?.currency ?? "USD"} />
            <div className="invoice-end">
              <div className="stack-fields">
                <NumberField name="staffCount" label="Staff count" hint="0 bills services, no meals" min={0} required />
                <TextAreaField name="notes" label="Note to the client" rows={2} />
              </div>
              <Totals of={preview.of} />
            </div>
            <Questions of={preview.of} />
            <Overdue name={values.clientName} />
            {preview.fault && (
              <p className="fault" role="alert">
                {preview.fault}
              </p>
            )}
          </form>
          <section className="invoice-paper" aria-label="Preview">
            <div className="invoice-paper-head">
              <h2>Preview, as your client will see it</h2>
              <SelectField name="template" label="Template" options={[{ value: "standard", label: "Standard" }]} required />
              {preview.of && (
                <Button onClick={() => pdf.run(values)}>
                  <Download size={16} strokeWidth={1.75} aria-hidden /> PDF
                </Button>
              )}
            </div>
            {preview.of ? (
              <InvoicePageFrame html={preview.of.html} fits title="Invoice page" />
            ) : (
              <p className="muted">Choose a client. The invoice appears here as you fill it in.</p>
            )}
          </section>
        </div>
      </FormProvider>
      {asked && (
        <ConfirmDialog
          title="Issue this invoice?"
          text={`${asked.clientName} is billed ${total ?? "this amount"}, due ${formatDay(asked.dueDate)}. The invoice is numbered and posted immediately. To correct it later, issue a credit note.`}
          confirm="Issue invoice"
          pending="Generating..."
          onConfirm={async () => {
            const { id } = await generate.send(asked)
            removeDraft(draft)
            void navigate(`/invoices?dialog=preview:${id}`)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Page>
  )
}

/** The invoice as the server would create it from the form so far; incomplete lines are left out. */
const usePreview = (values: InvoiceValues) => {
  const form = useSettled(values)
  const lines = form.lines.filter(isFilled)
  const isReady = !!form.siteId && form.billingPeriod.trim() !== "" && form.clientName.trim() !== "" && form.dueDate !== ""
  const body = bodyOf({ ...form, lines })
  const preview = useQuery({
    queryKey: ["preview of an invoice", body],
    queryFn: () => send("POST /api/invoices/preview", { body }),
    enabled: isReady,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  return { of: isReady ? preview.data : undefined, fault: isReady && preview.isError ? sentenceOf(preview.error) : undefined }
}

/** The totals. Without lines the total is typed, or computed from the meals. */
const Totals = ({ of }: { readonly of: Preview | undefined }) => {
  const { setValue } = useFormContext<InvoiceValues>()
  const [lines, typed] = useWatch<InvoiceValues, ["lines", "totalAmount"]>({ name: ["lines", "totalAmount"] })
  const filled = useRef(false)
  const { mealsTotal } = of ?? {}
  useEffect(() => {
    if (filled.current || typed !== "" || !mealsTotal) return
    filled.current = true
    setValue("totalAmount", mealsTotal, { shouldDirty: true })
  }, [typed, mealsTotal, setValue])
  const money = (amount: string | undefined) => (amount === undefined ? "–" : formatMoney(amount, of?.currency ?? "USD"))
  return (
    <section className="invoice-totals" aria-label="Totals" aria-live="polite">
      {lines.length === 0 && <TextField name="totalAmount" label="Total amount" hint="Including tax. Add lines to calculate it." required />}
      <dl>
        <dt>Subtotal</dt>
        <dd className="num">{money(of?.subtotalAmount)}</dd>
        <dt>Sales tax {of ? `${Number(of.taxRate)}%` : ""}</dt>
        <dd className="num">{money(of?.taxAmount)}</dd>
        <dt className="invoice-total">Total</dt>
        <dd className="num invoice-total">{money(of?.totalAmount)}</dd>
      </dl>
      {mealsTotal && mealsTotal !== of?.totalAmount && lines.length === 0 && (
        <p className="line">
          Meals give {money(mealsTotal)}
          <button type="button" className="link" onClick={() => setValue("totalAmount", mealsTotal, { shouldDirty: true, shouldValidate: true })}>
            Use it
          </button>
        </p>
      )}
    </section>
  )
}

/** The questions about it, and the reason for billing nevertheless. */
const Questions = ({ of }: { readonly of: Preview | undefined }) => {
  const [lines, typed] = useWatch<InvoiceValues, ["lines", "totalAmount"]>({ name: ["lines", "totalAmount"] })
  if (!of) return null
  const isUntold = lines.length === 0 && typed === ""
  const differs = of.mealsTotal !== null && of.mealsTotal !== of.totalAmount
  // the empty fields already show these
  const warnings = of.warnings.filter((warning) => !(isUntold && of.blanks.includes(warning)))
  return (
    <>
      {warnings.length > 0 && (
        <ul className="bill-warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {!isUntold && of.questions.length > 0 && (
        <TextAreaField
          name="overrideReason"
          label="Reason"
          rows={2}
          maxLength={500}
          hint={differs ? `Why it is ${isLess(of.totalAmount, of.mealsTotal ?? "0") ? "less" : "more"} than the meals amount to.` : "Why it is billed anyway."}
          required
        />
      )}
    </>
  )
}
