/** Plans a campaign, or changes one that is not over. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, NumberField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { amount, day, formOf, maybe, one, text } from "@ops/platform/ui/forms/checked-form.ts"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { whole } from "../../web/crm-form.ts"
import { type Campaign, campaignTypeOptions, nameOf } from "../../web/labels.ts"

const Form = formOf(
  {
    name: text("Name", 200, true),
    description: text("Description", 2000),
    campaignType: one(campaignTypeOptions, "Campaign type"),
    budget: amount("Budget"),
    startDate: day("Start date"),
    endDate: day("End date"),
    targetAudience: text("Target audience", 500),
    expectedLeads: whole("Expected leads", 0, 1_000_000),
    managedBy: maybe,
  },
  (form) =>
    form.startDate === "" || form.endDate === "" || form.endDate >= form.startDate
      ? undefined
      : { path: ["endDate"], issue: "End date must be on or after the start date" },
)
type Form = typeof Form.Type

export default function CampaignDialog({
  campaign,
  onClose,
  onPlanned,
}: {
  readonly campaign?: Campaign
  readonly onClose: () => void
  readonly onPlanned?: (id: number) => void
}) {
  const team = useApi("GET /api/crm/team")
  const save = useCommand(campaign ? "PATCH /api/crm/marketing-campaigns/:id" : "POST /api/crm/marketing-campaigns", {
    id: campaign?.id,
    body: ({ managedBy, ...form }: Form) => ({ ...form, managedBy: managedBy || null }),
    lists: pathsOf("GET /api/crm/marketing-campaigns"),
    done: campaign ? "Campaign updated successfully" : "Campaign created successfully",
    failed: campaign ? "Failed to update campaign" : "Failed to create campaign",
    onDone: ({ id }) => onPlanned?.(id),
  })
  return (
    <FormDialog
      title={campaign ? `Edit ${campaign.name}` : "New Campaign"}
      schema={Form}
      wide
      defaults={{
        name: campaign?.name ?? "",
        description: campaign?.description ?? "",
        campaignType: campaign?.campaignType ?? "digital",
        budget: campaign?.budget.toFixed(2) ?? "",
        startDate: campaign?.startDate ?? today(),
        endDate: campaign?.endDate ?? "",
        targetAudience: campaign?.targetAudience ?? "",
        expectedLeads: campaign?.expectedLeads ?? 0,
        managedBy: campaign?.managedBy ?? undefined,
      }}
      draft={campaign ? `campaign-${campaign.id}` : "campaign"}
      submit={campaign ? "Save Campaign" : "Create Campaign"}
      pending={campaign ? "Saving..." : "Creating..."}
      save={save.send}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required />
      <TextAreaField name="description" label="Description" rows={2} />
      <div className="pair">
        <SelectField name="campaignType" label="Campaign type" options={campaignTypeOptions} required />
        <MoneyField name="budget" label="Budget" currency="USD" required />
      </div>
      <div className="pair">
        <DateField name="startDate" label="Start date" required />
        <DateField name="endDate" label="End date" required />
      </div>
      <TextField name="targetAudience" label="Target audience" />
      <div className="pair">
        <NumberField name="expectedLeads" label="Expected leads" min={0} required />
        {team.data && (
          <SelectField
            name="managedBy"
            label="Managed by"
            numeric
            placeholder={campaign ? "Unassigned" : "The campaign manager"}
            options={team.data.map((member) => ({ value: member.id, label: nameOf(member) }))}
          />
        )}
      </div>
    </FormDialog>
  )
}
