/** The sender of mail, the address for replies, and whether mail is sent at all. */
import type { MailSettingsAnswer } from "@ops/platform/mail/contract.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { email } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { pathOf, useCommand } from "../client.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({ senderName: Schema.String.check(Schema.isMaxLength(100)), senderAddress: email, replyTo: email, isOn: Schema.Boolean }),
)
const TestForm = Schema.toStandardSchemaV1(Schema.Struct({ to: email.check(Schema.makeFilter((value) => (value === "" ? "Address is required" : undefined))) }))
const lists = [pathOf("GET /api/settings/mail"), pathOf("GET /api/settings/mail/history")]

export default function MailSettingsDialog({ settings, onClose }: { readonly settings: typeof MailSettingsAnswer.Type; readonly onClose: () => void }) {
  const save = useCommand("PUT /api/settings/mail", { lists, done: "E-mail settings saved", failed: "Failed to save" })
  return (
    <FormDialog
      title="Change e-mail"
      help="Empty fields use the values that the server was started with."
      schema={Form}
      defaults={{
        senderName: settings.senderName ?? "",
        senderAddress: settings.senderAddress ?? "",
        replyTo: settings.replyTo ?? "",
        isOn: settings.isOn,
      }}
      submit="Save settings"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <div className="pair">
        <TextField name="senderName" label="Sender name" />
        <TextField name="senderAddress" label="Sender address" type="email" />
      </div>
      <TextField name="replyTo" label="Reply-to" type="email" hint="Address for replies, if not the sender" />
      <CheckField name="isOn" label="Mail goes out" hint="While mail is off, messages fail and can be sent again later" />
    </FormDialog>
  )
}

export const TestMailDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const send = useCommand("POST /api/settings/mail/test", {
    lists: [pathOf("GET /api/mails")],
    done: ({ to }) => `Test mail to ${to} queued`,
    failed: "Failed to send the test mail",
  })
  return (
    <FormDialog title="Send a test mail" schema={TestForm} defaults={{ to: "" }} submit="Send mail" pending="Sending..." save={send.send} onClose={onClose}>
      <TextField name="to" label="To" type="email" required />
    </FormDialog>
  )
}
