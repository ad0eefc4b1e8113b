/** Signs a contract with a client, with its first terms. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, NumberField, SelectField, SiteField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { chosen, day, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFormContext, useWatch } from "react-hook-form"
import type { clients } from "../../resource.ts"
import { heads, inOrder, price, share } from "../../web/client-checks.ts"
import { useCommand } from "../../web/client.ts"
import { basisOptions, contractLists, currencyOptions, serviceOptions } from "../../web/labels.ts"

const Form = formOf(
  {
    siteId: chosen("Site"),
    serviceType: Schema.Literals(["catering", "cleaning", "facilities", "construction"]),
    startDate: day("Start date"),
    endDate: Schema.String,
    currency: Schema.Literals(["USD", "SSP"]),
    mealRate: Schema.Union([Schema.Literal(""), price("Rate")]),
    billingBasis: Schema.Literals(["served", "planned", "guaranteed"]),
    guaranteedShare: Schema.Union([Schema.Literal(""), share]),
    currentStaffCount: Schema.UndefinedOr(heads("Planned heads")),
    notes: text("Notes", 2000),
  },
  (form) => (inOrder(form.startDate, form.endDate) ? undefined : { path: ["endDate"], issue: "End date must be on or after the start date" }),
  (form) => (form.serviceType !== "catering" || form.mealRate !== "" ? undefined : { path: ["mealRate"], issue: "Rate must be greater than 0" }),
  (form) =>
    form.serviceType !== "catering" || form.billingBasis !== "guaranteed" || form.guaranteedShare !== ""
      ? undefined
      : { path: ["guaranteedShare"], issue: "Share is more than 0 and at most 100%" },
)

/** Terms of a catering contract from its first day. */
const MealTerms = () => {
  const [serviceType, basis, currency] = useWatch({ control: useFormContext<typeof Form.Type>().control, name: ["serviceType", "billingBasis", "currency"] })
  if (serviceType !== "catering") return null
  return (
    <>
      <div className="pair">
        <MoneyField name="mealRate" label="Rate per meal" currency={currency} required />
        <NumberField name="currentStaffCount" label="Planned heads" min={0} />
      </div>
      <div className="pair">
        <SelectField name="billingBasis" label="Billed by" options={basisOptions} required />
        {basis === "guaranteed" && <MoneyField name="guaranteedShare" label="Share of planned, %" required />}
      </div>
    </>
  )
}

export default function ContractDialog({ client, onClose }: { readonly client: (typeof clients)["Row"]; readonly onClose: () => void }) {
  const { siteId } = useWorkingSite()
  const sign = useCommand("POST /api/contracts", {
    body: ({ mealRate, billingBasis, guaranteedShare, currentStaffCount, ...facts }: typeof Form.Type) => ({
      clientId: client.id,
      ...facts,
      ...(facts.serviceType === "catering" && {
        mealRate,
        billingBasis,
        guaranteedShare: billingBasis === "guaranteed" ? guaranteedShare : null,
        currentStaffCount: currentStaffCount ?? null,
      }),
    }),
    lists: contractLists,
    done: "Contract signed",
    failed: "Failed to sign contract",
  })
  return (
    <FormDialog
      title={`Sign a contract with ${client.companyName}`}
      help="One service at one site. You can set new prices and people later, from a date."
      schema={Form}
      wide
      defaults={{
        siteId,
        serviceType: "catering",
        startDate: today(),
        endDate: "",
        currency: client.currency,
        mealRate: client.currency === "USD" ? "60.00" : "",
        billingBasis: "served",
        guaranteedShare: "",
        currentStaffCount: undefined,
        notes: "",
      }}
      draft={`contract-${client.id}`}
      submit="Sign contract"
      pending="Signing..."
      save={sign.send}
      onClose={onClose}
    >
      <div className="pair">
        <SelectField name="serviceType" label="Service" options={serviceOptions} required />
        <SiteField name="siteId" label="Site" required />
      </div>
      <div className="pair">
        <DateField name="startDate" label="Start date" required />
        <DateField name="endDate" label="End date" />
      </div>
      <SelectField name="currency" label="Currency" options={currencyOptions} required />
      <MealTerms />
      <TextAreaField name="notes" label="Notes" rows={2} />
    </FormDialog>
  )
}
