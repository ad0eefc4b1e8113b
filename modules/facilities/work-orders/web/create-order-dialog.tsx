/** Creates a work order, with its worker if known already. */
import { today } from "@ops/platform/ui/date.tsx"
import { CheckField, DateField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { PhotoField } from "@ops/platform/ui/files/photo-field.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { pathsOf, useCommand } from "../../web/client.ts"
import { AssetField, ClientFields, linesOf, WorkerField, workerOf } from "../../web/work-fields.tsx"
import { screen } from "../screen.ts"

interface Props {
  readonly onClose: () => void
  readonly onCreated: (id: number) => void
}

export default function CreateOrderDialog({ onClose, onCreated }: Props) {
  const { can } = useSession()
  const { siteId, sites } = useWorkingSite()
  const dispatches = can("work_orders.approve", "department.manage")
  const create = useCommand("POST /api/work-orders", {
    lists: pathsOf("GET /api/work-orders"),
    done: ({ orderNumber }) => `Work order ${orderNumber} created`,
    failed: "Failed to create work order",
  })
  return (
    <CommandDialog
      command={screen.commands.create}
      title="Create Work Order"
      help="Work at a site. It gets a number, and its response time starts."
      initial={{ siteId: siteId ?? sites[0]?.id, serviceType: "cleaning" }}
      own={{ worker: "", checks: "" }}
      check={({ description, scheduledDate, dueDate, billable, clientId }) => ({
        ...(description === undefined || String(description).trim() === "" ? { description: "Description is required" } : {}),
        ...(scheduledDate && dueDate && dueDate < scheduledDate ? { dueDate: "Due date cannot be before the scheduled date" } : {}),
        ...(billable && clientId === undefined ? { clientId: "A billable order needs the client who pays for it" } : {}),
      })}
      draft="work-order"
      submit="Create work order"
      pending="Creating..."
      onClose={onClose}
      save={async ({ worker, checks, ...form }: Parameters<typeof create.send>[0] & { readonly worker?: string; readonly checks?: string }) => {
        const checklist = linesOf(checks).map((line) => ({ line, required: true }))
        const made = await create.send({ ...form, ...workerOf(worker), checklist })
        // after the dialog has been removed from the address
        setTimeout(() => onCreated(made.id), 0)
      }}
      rows={[
        ["siteId", "location"],
        ["serviceType", "priority"],
        { key: "description", node: <TextAreaField name="description" label="Description" rows={3} required /> },
        { key: "asset", node: <AssetField /> },
        {
          key: "days",
          node: (
            <div className="pair">
              <DateField name="scheduledDate" label="Scheduled date" min={today()} />
              <DateField name="dueDate" label="Due date" min={today()} />
            </div>
          ),
        },
        { key: "worker", node: dispatches && <WorkerField label="Assigned to" placeholder="Unassigned" withLoad /> },
        { key: "client", node: dispatches && <ClientFields /> },
        {
          key: "checks",
          node: <TextAreaField name="checks" label="Checklist" hint="One item per line, to check before the order can be completed." rows={3} />,
        },
        { key: "signature", node: <CheckField name="signatureRequired" label="The client signs when it is done" /> },
        { key: "photos", node: <PhotoField name="photos" label="Photos" /> },
      ]}
    />
  )
}
