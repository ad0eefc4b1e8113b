import { useApiMutation } from "@ops/platform/ui/data/data.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import * as Schema from "effect/Schema"

const said = (message: string) => Schema.String.check(Schema.isNonEmpty({ message }))

const Passwords = Schema.toStandardSchemaV1(
  Schema.Struct({
    currentPassword: said("Current password is required"),
    newPassword: said("New password is required"),
    again: said("Repeat the new password"),
  }).check(Schema.makeFilter(({ newPassword, again }) => (newPassword === again ? undefined : { path: ["again"], issue: "The two new passwords differ" }))),
)

interface PasswordDialogProps {
  readonly onClose: () => void
  readonly onDone?: () => void
  readonly help?: string
}

/** Changes one's own password; the server ends the other sessions. */
const PasswordDialog = ({ onClose, onDone, help = "Signs you out on every other device." }: PasswordDialogProps) => {
  const change = useApiMutation<{ currentPassword: string; newPassword: string; again: string }>({
    method: "POST",
    path: "/api/auth/password",
    body: ({ currentPassword, newPassword }) => ({ currentPassword, newPassword }),
    done: "Password changed. Other devices have been signed out.",
    failed: "Failed to change the password",
    ...(onDone ? { onDone } : {}),
  })
  return (
    <FormDialog
      title="Change password"
      help={help}
      schema={Passwords}
      defaults={{ currentPassword: "", newPassword: "", again: "" }}
      submit="Change password"
      pending="Changing..."
      save={change.send}
      onClose={onClose}
    >
      <TextField name="currentPassword" label="Current password" type="password" autoComplete="current-password" required />
      <TextField name="newPassword" label="New password" type="password" autoComplete="new-password" required />
      <TextField name="again" label="New password again" type="password" autoComplete="new-password" required />
    </FormDialog>
  )
}

export default PasswordDialog
