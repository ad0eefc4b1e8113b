/**
 * Permanently erases the personal data of a person: first shows what will be erased, asks for the reason, and requires the number to be typed again.
 */
import { capitalised } from "../../text.ts"
import { Schema } from "effect"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import type { ErasureAnswer } from "../../http/erasure-contract.ts"
import { Button } from "../button.tsx"
import { useApiQuery, useApiMutation } from "../data/data.ts"
import type { Erasing } from "./erasing.ts"
import { ErrorPanel } from "../error-panel.tsx"
import { FormDialog } from "../forms/form-dialog.tsx"
import { TextAreaField, TextField } from "../forms/form-fields.tsx"
import { Loading } from "../loading.tsx"
import { Modal } from "../layers/modal.tsx"

/** A field in readable form: `emergencyPhone` → emergency phone. */
const wordOf = (field: string) => field.replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
const eventsOf = (events: number) => (events === 1 ? "1 event" : `${events} events`)

const form = (number: string, called: string) =>
  formOf({
    reason: text("Reason", 500, true),
    confirm: Schema.String.check(Schema.makeFilter((confirm) => (confirm.trim() === number ? undefined : `To confirm, type ${called} ${number}`))),
  })

export default function EraseDialog({ path, act = "erase", number, called, title, stays, lists, onClose }: Erasing & { readonly onClose: () => void }) {
  const erasure = useApiQuery<typeof ErasureAnswer.Type>(`${path}/erasure`)
  const erase = useApiMutation<{ readonly reason: string; readonly confirm: string }>({
    method: "POST",
    path: () => `${path}/${act}`,
    body: ({ reason, confirm }) => ({ reason: reason.trim(), confirm: confirm.trim() }),
    lists: [...lists, path],
    done: `The personal data of ${number} is erased`,
    failed: "Failed to erase it",
  })
  const of = erasure.data
  if (!of || of.inClear.length > 0) {
    return (
      <Modal title={title} onClose={onClose}>
        <div className="modal-body stack-fields">
          {of ? (
            <p>
              It cannot be erased: {eventsOf(of.inClear.length)} about it {of.inClear.length === 1 ? "was" : "were"} written before personal data was encrypted,
              the first is event {of.inClear[0]}. The log cannot be changed.
            </p>
          ) : erasure.isError ? (
            <ErrorPanel error={erasure.error} retry={() => void erasure.refetch()} />
          ) : (
            <Loading rows={5} label="Checking what would be erased..." />
          )}
        </div>
        <footer className="modal-foot">
          <Button onClick={onClose}>Close</Button>
        </footer>
      </Modal>
    )
  }
  return (
    <FormDialog
      title={title}
      help="Permanent: in the record, in the log and in every past moment. It cannot be undone."
      schema={form(number, called)}
      defaults={{ reason: "", confirm: "" }}
      submit="Erase"
      pending="Erasing..."
      danger
      save={erase.send}
      onClose={onClose}
    >
      <p>
        <b>Erased:</b> {of.fields.map(wordOf).join(", ")}. {eventsOf(of.events)} of the log can no longer be read in full.
      </p>
      <p>
        <b>Kept:</b> {stays} Letters already sent, and free text elsewhere, are not erased.
      </p>
      <TextAreaField name="reason" label="Reason" rows={2} maxLength={500} hint="The reason is kept in the log: do not name the person in it" required />
      <TextField name="confirm" label={`${capitalised(called)}, typed again`} hint={number} required />
    </FormDialog>
  )
}
