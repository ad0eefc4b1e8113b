/** Adds a site, or changes its details. */
import { ChangeForm, RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import type { sites } from "../resource.ts"
import { screen } from "../screen.ts"

const form = {
  screen,
  help: "The code appears on every list. You can choose a new site immediately.",
  hints: { code: "For example: US", label: "How lists to choose from show it; the name, if empty", capacity: "People it can house and feed" },
  rows: [["name", "code"], "label", ["client", "location"], "capacity"],
  narrow: true,
} as const

export default function SiteDialog({ onClose }: { readonly onClose: () => void }) {
  return <RecordForm {...form} command="open" title="New site" submit="Open site" done={({ name }) => `${name} opened`} onClose={onClose} />
}

export const ChangeSiteForm = ({ row, onClose }: { readonly row: (typeof sites)["Row"]; readonly onClose: () => void }) => (
  <ChangeForm {...form} command="change" row={row} submit="Save site" done={({ name }) => `${name} changed`} onClose={onClose} />
)
