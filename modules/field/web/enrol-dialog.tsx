/** Enrols this browser as a device of a site: acts on it are signed, and count with their own time. */
import { enrolHere } from "@ops/platform/ui/device/device-outbox.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { checkedText, formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { send } from "./client.ts"

const Form = formOf({
  label: checkedText((text) => (text.trim() === "" ? "Name is required" : text.length > 60 ? "Name can have 60 characters at most" : undefined)),
  siteId: checkedText((text) => (text === "" ? "Site is required" : undefined)),
})

export default function EnrolDialog({ onClose, onEnrolled }: { readonly onClose: () => void; readonly onEnrolled: () => void }) {
  const { siteId, sites } = useWorkingSite()
  return (
    <FormDialog
      title="Enrol this device"
      help="For a tablet or phone that stays at the site. Its records are signed and time-stamped, and sent whoever is signed in."
      schema={Form}
      defaults={{ label: "", siteId: siteId === undefined ? "" : String(siteId) }}
      submit="Enrol device"
      pending="Enrolling..."
      save={async ({ label, siteId }) => {
        const name = label.trim()
        await enrolHere(name, (key) => send("POST /api/field/devices", { body: { label: name, siteId: Number(siteId), ...key } }))
        notify.success(`${name} is enrolled`)
        void import("./foresight.ts").then(({ prepare }) => prepare())
        onEnrolled()
      }}
      onClose={onClose}
    >
      <TextField name="label" label="Name" placeholder="Tablet of the canteen" required />
      <SelectField name="siteId" label="Site" options={sites.map(({ id, label }) => ({ value: String(id), label }))} required />
    </FormDialog>
  )
}
