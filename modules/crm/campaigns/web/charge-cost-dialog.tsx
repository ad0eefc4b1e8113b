/** Charges a finance document to a campaign: an expense, petty cash or a marketing transaction. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import type { Campaign } from "../../web/labels.ts"

const Form = formOf({ document: text("Document", 60, true) })

export default function ChargeCostDialog({ campaign, onClose }: { readonly campaign: Campaign; readonly onClose: () => void }) {
  const costs = useApi("GET /api/crm/marketing-costs", { query: { limit: 200 } })
  const charge = useCommand("PUT /api/crm/marketing-costs", {
    body: ({ document }: typeof Form.Type) => ({ document, campaignId: campaign.id }),
    lists: pathsOf("GET /api/crm/marketing-costs", "GET /api/crm/marketing-campaigns", "GET /api/crm/marketing-budgets", "GET /api/crm/overview"),
    done: ({ number }) => `${number} charged to ${campaign.name}`,
    failed: "Failed to charge the document",
  })
  const others = (costs.data ?? []).filter(({ campaignId }) => campaignId !== campaign.id)
  return (
    <FormDialog
      title={`Charge to ${campaign.name}`}
      help="Paid expenses, petty cash with receipts and posted transactions of marketing. Each counts once: in its campaign, or otherwise in its own category."
      schema={Form}
      defaults={{ document: "" }}
      submit="Charge"
      pending="Charging..."
      save={charge.send}
      onClose={onClose}
    >
      {costs.data && (
        <SelectField
          name="document"
          label="Document"
          placeholder={others.length === 0 ? "No documents to charge" : "Choose a document"}
          options={others.map(({ number, what, amount, campaignName }) => ({
            value: number,
            label: `${number}, ${formatMoney(amount.toFixed(2), "USD")}: ${what}${campaignName === null ? "" : ` (now ${campaignName})`}`,
          }))}
          required
        />
      )}
    </FormDialog>
  )
}
