/** The badge of a client's person: issue, print, replace, or report lost. */
import { Button } from "@ops/platform/ui/button.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { href } from "@ops/platform/ui/data/api.ts"
import { Schema } from "effect"
import type { staffMembers } from "../../staff-members/resource.ts"
import { pathOf, useCommand } from "../../web/client.ts"
import { staffLists } from "../../web/labels.ts"

type Member = (typeof staffMembers)["Row"]

const Form = formOf({ what: Schema.Literals(["replace", "lost"]), reason: text("Reason", 500, true) })
const Blank = formOf({})

export default function BadgeDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const name = `${member.firstName} ${member.lastName}`
  const issue = useCommand("POST /api/staff-members/:id/badge", {
    id: member.id,
    lists: staffLists,
    done: "Badge issued",
    failed: "Failed to issue the badge",
  })
  const lose = useCommand("POST /api/staff-members/:id/badge-lost", {
    id: member.id,
    lists: staffLists,
    done: "The badge is no longer valid",
    failed: "Failed to record the loss",
  })
  if (member.badge === null)
    return (
      <FormDialog
        title={`Badge of ${name}`}
        help="A card with a QR code that identifies the person at the kiosk."
        schema={Blank}
        defaults={{}}
        submit="Issue badge"
        pending="Issuing..."
        save={() => issue.send({})}
        onClose={onClose}
      >
        {null}
      </FormDialog>
    )
  return (
    <FormDialog
      title={`Badge of ${name}`}
      help={`${member.badge}. A badge that is replaced or lost is no longer valid.`}
      schema={Form}
      defaults={{ what: "replace", reason: "" }}
      submit="Save"
      pending="Saving..."
      save={({ what, reason }: typeof Form.Type) => (what === "replace" ? issue : lose).send({ reason })}
      onClose={onClose}
    >
      <Button asChild>
        <a href={`${href(pathOf("GET /api/staff-members/badges"))}?id=${member.id}`} target="_blank" rel="noreferrer">
          Print this badge
        </a>
      </Button>
      <SelectField
        name="what"
        label="What happened"
        required
        options={[
          { value: "replace", label: "Replace it with a new badge" },
          { value: "lost", label: "It is lost, and not replaced" },
        ]}
      />
      <TextField name="reason" label="Reason" required />
    </FormDialog>
  )
}
