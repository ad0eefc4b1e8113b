/** Reverses a posted document: previews what would be posted and changed, and asks for the reason. Shared by all documents. */
import { useApiQuery, useApiMutation } from "@ops/platform/ui/data/data.ts"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Modal } from "@ops/platform/ui/layers/modal.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { ReversalPreview } from "../contract.ts"
import { EntryLines } from "../../journal-entries/web/entry-lines.tsx"
import { pathsOf } from "../../web/client.ts"

type Preview = typeof ReversalPreview.Type

const Form = formOf({
  kind: Schema.Literals(["error", "bank_return", "supplier_return"]),
  reason: text("Reason", 400, true),
})
type Form = typeof Form.Type
const kindLabels: Readonly<Record<Preview["kinds"][number], string>> = {
  error: "Recorded in error",
  bank_return: "Returned by the bank",
  supplier_return: "Returned to the supplier",
}

interface ReverseDialogProps {
  /** the name of what is reversed: "PAY-2026-0003", "the payment to Nile Traders" */
  readonly what: string
  /** the path of the document; `/reversal`, and `/reverse` or the name of the call, are appended */
  readonly path: string
  /** the version that was shown, for calls that take it */
  readonly version?: number | undefined
  /** which part, if a document can be reversed in parts */
  readonly part?: Readonly<Record<string, number>>
  /** the lists to reload afterwards */
  readonly lists: ReadonlyArray<string>
  /** of calls that are older than the others */
  readonly method?: "POST" | "PUT" | "PATCH"
  readonly call?: string
  /** Called with the id of the record in the answer. */
  readonly onReversed?: (id: number) => void
  readonly onClose: () => void
}

export default function ReverseDialog({ what, path, version, part = {}, lists, method = "POST", call = "reverse", onReversed, onClose }: ReverseDialogProps) {
  const preview = useApiQuery<Preview>(`${path}/reversal`, part)
  const hasKinds = preview.data !== undefined && preview.data.kinds.length > 1
  const reverse = useApiMutation<Form, { readonly id: number }>({
    method,
    path: () => `${path}/${call}`,
    body: ({ kind, reason }) => ({ ...(hasKinds && { kind }), reason: reason.trim(), ...(version !== undefined && { version }), ...part }),
    lists: [...lists, ...pathsOf("GET /api/journal-entries", "GET /api/accounts")],
    done: `Reversed ${what}`,
    failed: `Failed to reverse ${what}`,
  })
  const title = `Reverse ${what}`
  const of = preview.data
  if (!of) {
    return (
      <Modal title={title} onClose={onClose}>
        <div className="modal-body">
          {preview.isError ? <ErrorPanel error={preview.error} retry={() => void preview.refetch()} /> : <Loading rows={4} label="Calculating its effect..." />}
        </div>
      </Modal>
    )
  }
  return (
    <FormDialog
      title={title}
      help="Posted today and linked to the original. Both are kept, and a reversal cannot be reversed."
      schema={Form}
      defaults={{ kind: of.kinds[0] ?? "error", reason: "" }}
      submit="Reverse"
      pending="Reversing..."
      save={async (form) => {
        const { id } = await reverse.send(form)
        onReversed?.(id)
      }}
      onClose={onClose}
      wide
      danger
    >
      {of.entries.map((entry, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no number yet
        <Entry key={n} of={entry} />
      ))}
      <Documents of={of.documents} />
      {hasKinds && <SelectField name="kind" label="Why" options={of.kinds.map((value) => ({ value, label: kindLabels[value] }))} required />}
      <TextAreaField name="reason" label="Reason" rows={3} maxLength={400} required />
    </FormDialog>
  )
}

const Entry = ({ of }: { readonly of: Preview["entries"][number] }) => (
  <section>
    <p className="muted">{of.reverses === null ? "It posts this journal entry:" : `It posts this journal entry, which reverses ${of.reverses}:`}</p>
    <EntryLines of={of} title="Journal entry" />
  </section>
)

const Documents = ({ of }: { readonly of: Preview["documents"] }) =>
  of.length > 0 && (
    <section>
      <p className="muted">It changes:</p>
      <ul>
        {of.map(({ kind, id, title, from, to, text }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a document can change twice
          <li key={`${kind} ${id} ${n}`}>
            {title} {from !== null && <StatusMark status={from} />}
            {to !== null && to !== from && (
              <>
                {" → "}
                <StatusMark status={to} />
              </>
            )}
            {text !== null && <span className="muted"> {text}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
