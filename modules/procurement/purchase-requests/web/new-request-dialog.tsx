/** Asks for goods for a site. */
import { RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import { screen } from "../screen.ts"

interface Props {
  /** What stands above it; a kitchen asks in words of its own. */
  readonly title?: string
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

export default function NewRequestDialog({ title, onClose, onMade }: Props) {
  return (
    <RecordForm
      screen={screen}
      command="raise"
      {...(title !== undefined && { title })}
      help="Asks for goods for a site. Items are added next; someone else approves."
      draft="purchase-request"
      narrow
      initial={{ priority: "medium" }}
      submit="Create request"
      rows={["siteId", "priority", "justification"]}
      onDone={({ id }) => onMade(id)}
      onClose={onClose}
    />
  )
}
