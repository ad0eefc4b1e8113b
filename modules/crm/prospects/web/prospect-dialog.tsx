/** Adds a prospect, or changes its details. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, NumberField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { email, formOf, maybe, maybeAmount, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFormContext, useWatch } from "react-hook-form"
import { useApi, useCommand } from "../../web/client.ts"
import { ClosingFields } from "./closing-fields.tsx"
import { oneOrNone, whole } from "../../web/crm-form.ts"
import { closeOutcomes, decimal, industryOptions, isClosed, type Prospect, prospectLists, stageOptions, stages } from "../../web/labels.ts"

const facts = {
  companyName: text("Company name", 200, true),
  contactPerson: text("Contact person", 200),
  email,
  phone: text("Phone", 60),
  address: text("Address", 500),
  industry: oneOrNone(industryOptions),
  estimatedValue: maybeAmount("Estimated value"),
  probability: whole("Probability", 0, 100),
  source: text("Source", 100),
  campaignId: maybe,
  notes: text("Notes", 2000),
  stage: Schema.Literals(stages),
  outcome: Schema.Literals(["", ...closeOutcomes]),
  reason: text("Reason", 500),
}
const Form = formOf(
  facts,
  (form) => (!isClosed(form.stage) || form.outcome !== "" ? undefined : { path: ["outcome"], issue: "Outcome is required" }),
  (form) => (!isClosed(form.stage) || form.reason.trim() !== "" ? undefined : { path: ["reason"], issue: "Reason is required" }),
)
type Form = typeof Form.Type

const Closing = () => <ClosingFields stage={useWatch({ control: useFormContext<Form>().control, name: "stage" })} />
const sources = ["Website", "Trade fair", "Tender", "Cold call", "Recommended by a client"]

export default function ProspectDialog({
  prospect,
  onClose,
  onAdded,
}: {
  readonly prospect?: Prospect
  readonly onClose: () => void
  readonly onAdded?: (id: number) => void
}) {
  const campaigns = useApi("GET /api/crm/marketing-campaigns", { query: { limit: 200 } })
  const options = (campaigns.data ?? []).filter(({ id, status }) => status !== "cancelled" || id === prospect?.campaignId)
  const save = useCommand(prospect ? "PATCH /api/crm/prospects/:id" : "POST /api/crm/prospects", {
    id: prospect?.id,
    body: ({ stage, outcome, reason, campaignId, ...form }: Form) => ({
      ...form,
      campaignId: campaignId || null,
      ...(!prospect && { stage, ...(isClosed(stage) && { outcome, reason }) }),
    }),
    lists: prospectLists,
    done: prospect ? "Prospect updated successfully" : "Prospect created successfully",
    failed: prospect ? "Failed to update prospect" : "Failed to create prospect",
    onDone: ({ id }) => onAdded?.(id),
  })
  return (
    <FormDialog
      title={prospect ? `Edit ${prospect.companyName}` : "Add New Prospect"}
      schema={Form}
      wide
      defaults={{
        companyName: prospect?.companyName ?? "",
        contactPerson: prospect?.contactPerson ?? "",
        email: prospect?.email ?? "",
        phone: prospect?.phone ?? "",
        address: prospect?.address ?? "",
        industry: prospect?.industry ?? "",
        estimatedValue: decimal(prospect?.estimatedValue ?? null) ?? "",
        probability: prospect?.probability ?? 50,
        source: prospect?.source ?? "",
        campaignId: prospect?.campaignId ?? undefined,
        notes: prospect?.notes ?? "",
        // the stage of an existing prospect is moved, not edited
        stage: "lead",
        outcome: "",
        reason: "",
      }}
      draft={prospect ? `prospect-${prospect.id}` : "prospect"}
      submit={prospect ? "Save Prospect" : "Create Prospect"}
      pending={prospect ? "Saving..." : "Creating..."}
      save={save.send}
      onClose={onClose}
    >
      <TextField name="companyName" label="Company name" required />
      <div className="pair">
        <TextField name="contactPerson" label="Contact person" />
        <SelectField name="industry" label="Industry" placeholder="Choose an industry" options={industryOptions} />
      </div>
      <div className="pair">
        <TextField name="email" label="E-mail" type="email" />
        <TextField name="phone" label="Phone" type="tel" placeholder="+211" />
      </div>
      <TextField name="address" label="Address" />
      <div className="pair">
        <MoneyField name="estimatedValue" label="Estimated value" currency="USD" />
        <NumberField name="probability" label="Probability" min={0} max={100} unit="%" required />
      </div>
      {!prospect && (
        <>
          <SelectField name="stage" label="Stage" options={stageOptions} required />
          <Closing />
        </>
      )}
      <div className="pair">
        <TextField name="source" label="Source" suggestions={sources} />
        {/* the options load after the form: the selection is set once they exist */}
        {options.length > 0 && (
          <SelectField name="campaignId" label="Campaign" numeric placeholder="None" options={options.map(({ id, name }) => ({ value: id, label: name }))} />
        )}
      </div>
      <TextAreaField name="notes" label="Notes" rows={2} />
    </FormDialog>
  )
}
