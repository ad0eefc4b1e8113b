/** Reports an issue, from any screen. Offline, it is stored and sent later. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField, SiteField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { Files } from "@ops/platform/ui/files/files-form.ts"
import { readAgain } from "@ops/platform/ui/data/live.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { keepFile } from "@ops/platform/ui/files/kept-files.ts"
import { PhotoField } from "@ops/platform/ui/files/photo-field.tsx"
import { savedHere } from "@ops/platform/ui/data/outbox.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { choice, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { useQueryClient } from "@tanstack/react-query"
import { Schema } from "effect"
import { pathsOf } from "../../web/client.ts"
import { report } from "./outbox.ts"
import { priorities, priorityOptions, serviceOptions, serviceTypes } from "../../web/labels.ts"

const Form = formOf({
  siteId: Schema.Number.annotate({ message: "Site is required" }).check(Schema.makeFilter((id) => (id > 0 ? undefined : "Site is required"))),
  serviceType: choice("Category", serviceTypes),
  priority: choice("Priority", priorities),
  location: text("Location", 200),
  description: text("Description", 2000, true),
  photos: Files,
})

export default function ReportIssueDialog({ onClose }: { readonly onClose: () => void }) {
  const user = useUser()
  const { siteId, sites } = useWorkingSite()
  const queries = useQueryClient()
  return (
    <FormDialog
      title="Report Issue"
      help="We assign the work. If you are offline, your report and photos are sent when you reconnect."
      schema={Form}
      defaults={{ siteId: siteId ?? sites[0]?.id ?? 0, serviceType: "equipment_maintenance", priority: "medium", location: "", description: "", photos: [] }}
      draft="report-issue"
      submit="Report Issue"
      pending="Reporting..."
      onClose={onClose}
      save={async (form) => {
        const order = await report(String(user.id), { ...form, origin: "issue", photos: [...form.photos] })
        notify.success(order ? `${order.orderNumber} reported` : savedHere)
        if (order) void readAgain(queries, pathsOf("GET /api/work-orders"))
      }}
    >
      <SiteField name="siteId" label="Site" required />
      <div className="pair">
        <SelectField name="serviceType" label="Category" options={serviceOptions} required />
        <SelectField name="priority" label="Priority" options={priorityOptions} required />
      </div>
      <TextAreaField name="description" label="Description" rows={3} required />
      <TextField name="location" label="Location" />
      <PhotoField name="photos" label="Photos" kept={keepFile} />
    </FormDialog>
  )
}
