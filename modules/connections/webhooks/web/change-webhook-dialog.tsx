import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import type { webhooks } from "../resource.ts"
import { screen } from "../screen.ts"
import { hints } from "./labels.ts"

interface Props {
  readonly row: (typeof webhooks)["Row"]
  readonly onClose: () => void
}

export default function ChangeWebhookDialog({ row, onClose }: Props) {
  const { name, url, kinds } = row
  return (
    <ChangeForm screen={screen} command="change" row={row} hints={hints} initial={{ name, url, kinds }} rows={["name", "url", "kinds"]} onClose={onClose} />
  )
}
