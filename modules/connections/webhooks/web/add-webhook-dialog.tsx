import { RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import { screen } from "../screen.ts"
import { hints } from "./labels.ts"

export default function AddWebhookDialog({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (id: number) => void }) {
  return (
    <RecordForm
      screen={screen}
      command="add"
      narrow
      help="Deliveries start once it has a secret, which you create next."
      hints={hints}
      initial={{ kinds: "*" }}
      rows={["name", "url", "kinds", "fromPosition"]}
      onDone={({ id }) => onMade(id)}
      onClose={onClose}
    />
  )
}
