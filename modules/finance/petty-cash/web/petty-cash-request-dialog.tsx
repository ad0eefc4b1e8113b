/** Requests petty cash; another person decides. */
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { SiteField } from "@ops/platform/ui/forms/form-fields.tsx"
import { RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import { screen } from "../screen.ts"

export default function PettyCashRequestDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteConfined } = useUser()
  return (
    <RecordForm
      screen={screen}
      command="request"
      title="Submit Petty Cash Request"
      help="Another person approves it, and the custodian of a float pays it out."
      draft="petty-cash-request"
      narrow
      submit="Submit Request"
      rows={[
        ["amount", "currency"],
        "category",
        "purpose",
        { key: "site", node: !siteConfined && <SiteField name="siteId" label="Site" hint="If it is spent for one site" /> },
        "notes",
      ]}
      onClose={onClose}
    />
  )
}
