/** Mails an invoice to the address in its client's record. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { useCommand } from "../../web/client.ts"
import { type Invoice, invoiceLists, numberOf } from "../../web/labels.ts"

const Form = formOf({ subject: text("Subject", 300), message: text("Message", 5000) })

export default function SendInvoiceDialog({ invoice, onClose }: { readonly invoice: Invoice; readonly onClose: () => void }) {
  const send = useCommand("POST /api/invoices/:id/send", {
    id: invoice.id,
    body: ({ subject, message }: typeof Form.Type) => ({ subject: subject || null, message: message || null }),
    lists: invoiceLists,
    done: "Invoice sent via email",
    failed: "Failed to send invoice",
  })
  return (
    <FormDialog
      title={`Send ${numberOf(invoice)}`}
      help="The PDF is attached. To change the address, edit the client."
      schema={Form}
      defaults={{ subject: "", message: "" }}
      submit="Send"
      pending="Sending..."
      save={send.send}
      onClose={onClose}
    >
      <p>
        To <b>{invoice.clientEmail}</b>
        <br />
        <span className="muted">{invoice.clientName}</span>
      </p>
      <TextField name="subject" label="Subject" hint="Leave blank for the standard subject" />
      <TextAreaField name="message" label="Message" rows={4} maxLength={5000} hint="Leave blank for the standard message" />
    </FormDialog>
  )
}
