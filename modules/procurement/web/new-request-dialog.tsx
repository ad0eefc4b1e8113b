/** Asks for goods for a site. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField, SiteField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { pathsOf, useCommand } from "./client.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    siteId: Schema.Number.annotate({ message: "Site is required" }).check(Schema.makeFilter((id) => (id > 0 ? undefined : "Site is required"))),
    priority: Schema.Literals(["low", "medium", "high", "urgent"]).annotate({ message: "Priority is required" }),
    justification: text("Justification", 2000),
  }),
)

const priorities = [
  { value: "low", label: "Low" },
  { value: "medium", label: "Medium" },
  { value: "high", label: "High" },
  { value: "urgent", label: "Urgent" },
]

interface Props {
  /** What stands above it; a kitchen asks in words of its own. */
  readonly title?: string
  readonly onClose: () => void
  readonly onRaised: (id: number) => void
}

export default function NewRequestDialog({ title = "New Request", onClose, onRaised }: Props) {
  const { siteId, sites } = useWorkingSite()
  const raise = useCommand("POST /api/purchase-requests", {
    lists: pathsOf("GET /api/purchase-requests"),
    done: "Purchase request created successfully",
    failed: "Failed to create purchase request",
  })
  return (
    <FormDialog
      title={title}
      help="Asks for goods for a site. Items are added next; someone else approves."
      schema={Form}
      defaults={{ siteId: siteId ?? sites[0]?.id ?? 0, priority: "medium", justification: "" }}
      draft="purchase-request"
      submit="Create request"
      pending="Creating..."
      onClose={onClose}
      save={async (form) => {
        const raised = await raise.send(form)
        // the dialog leaves the address first, then the new request comes into it
        setTimeout(() => onRaised(raised.id), 0)
      }}
    >
      <SiteField name="siteId" label="Site" required />
      <SelectField name="priority" label="Priority" options={priorities} required />
      <TextAreaField name="justification" label="Justification" rows={3} />
    </FormDialog>
  )
}
