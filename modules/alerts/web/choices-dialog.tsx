/** How a person is notified of each kind of alert. */
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Modal } from "@ops/platform/ui/layers/modal.tsx"
import { formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFormContext } from "react-hook-form"
import type { ChoiceAnswer } from "../contract.ts"
import { pathsOf, useApi, useCommand } from "./client.ts"
import "./alerts.css"

type Choice = typeof ChoiceAnswer.Type

const Ways = Schema.Struct({ app: Schema.Boolean, mail: Schema.Boolean, digest: Schema.Boolean })
const Form = formOf({ choices: Schema.Record(Schema.String, Ways) })

const columns = [
  { way: "app", head: "In the app" },
  { way: "mail", head: "E-mail immediately" },
  { way: "digest", head: "In the daily digest" },
] as const

const Rows = ({ of }: { readonly of: readonly Choice[] }) => {
  const { register } = useFormContext()
  return (
    <table className="table choices">
      <thead>
        <tr>
          <th scope="col">About</th>
          {columns.map(({ way, head }) => (
            <th key={way} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {of.map(({ kind, label, canMail }) => (
          <tr key={kind}>
            <th scope="row">{label}</th>
            {columns.map(({ way, head }) => (
              <td key={way}>
                {way === "mail" && !canMail ? (
                  <span className="muted">never</span>
                ) : (
                  <label className="choice">
                    <input type="checkbox" aria-label={`${label}: ${head.toLowerCase()}`} {...register(`choices.${kind}.${way}`)} />
                  </label>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export default function ChoicesDialog({ onClose }: { readonly onClose: () => void }) {
  const choices = useApi("GET /api/notification-choices")
  const save = useCommand("PUT /api/notification-choices", {
    lists: pathsOf("GET /api/notification-choices", "GET /api/notifications"),
    done: "Notifications saved",
    failed: "Failed to save notifications",
  })
  if (!choices.data)
    return (
      <Modal title="Notifications" onClose={onClose}>
        <div className="modal-body">
          {choices.isError ? <ErrorPanel error={choices.error} retry={() => void choices.refetch()} /> : <Loading rows={8} label="Loading notifications..." />}
        </div>
      </Modal>
    )
  return (
    <FormDialog
      title="Notifications"
      help="Choose how you are notified. Critical alerts always appear in the app. The digest is sent at 06:00 when there is news."
      schema={Form}
      defaults={{ choices: Object.fromEntries(choices.data.map(({ kind, app, mail, digest, canMail }) => [kind, { app, mail: canMail && mail, digest }])) }}
      submit="Save notifications"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
      wide
    >
      <Rows of={choices.data} />
    </FormDialog>
  )
}
