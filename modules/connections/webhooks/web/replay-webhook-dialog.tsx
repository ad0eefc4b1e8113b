import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import type { webhooks } from "../resource.ts"
import { screen } from "../screen.ts"

interface Props {
  readonly row: (typeof webhooks)["Row"]
  readonly onClose: () => void
}

export default function ReplayWebhookDialog({ row, onClose }: Props) {
  return (
    <ChangeForm
      screen={screen}
      command="replay"
      row={row}
      help="All events after this position of the log are delivered again, in order."
      hints={{ fromPosition: "0 for all events" }}
      rows={["fromPosition"]}
      onClose={onClose}
    />
  )
}
