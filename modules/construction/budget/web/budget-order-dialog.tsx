/** Links a purchase request to the project. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { chosen, formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { codeName, moneyLists } from "./budget-labels.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { useCodesInUse } from "../../cost-codes/web/codes-in-use.ts"

const Form = formOf({ purchaseRequestId: chosen("Purchase request"), costCodeId: chosen("Cost code") })

export default function BudgetOrderDialog({ projectId, onClose }: { readonly projectId: number; readonly onClose: () => void }) {
  const codes = useCodesInUse() ?? []
  const { requests } = useApi("GET /api/construction-projects/:id/chargeable", { id: projectId }).data ?? { requests: [] }
  const link = useCommand("POST /api/construction-projects/:id/commitments", {
    id: projectId,
    lists: moneyLists,
    done: ({ requestNumber }) => `${requestNumber} is for this project`,
    failed: "Failed to add the order",
  })
  return (
    <FormDialog
      title="Add an order"
      help="Its items are committed once it is approved. Lines of its bills on 5400 are charged here automatically."
      schema={Form}
      defaults={{ purchaseRequestId: undefined, costCodeId: undefined }}
      submit="Add order"
      pending="Adding..."
      save={link.send}
      onClose={onClose}
    >
      <SelectField
        name="purchaseRequestId"
        label="Purchase request"
        options={requests.map(({ id, requestNumber, description, estimatedTotal }) => ({
          value: id,
          label: `${requestNumber}, ${formatMoney(estimatedTotal, "USD")}: ${description || "various items"}`,
        }))}
        placeholder="Choose a request"
        numeric
        required
      />
      <SelectField
        name="costCodeId"
        label="Cost code"
        options={codes.map((code) => ({ value: code.id, label: codeName(code) }))}
        placeholder="Choose a code"
        numeric
        required
      />
    </FormDialog>
  )
}
