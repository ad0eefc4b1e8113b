import { today } from "@ops/platform/ui/date.tsx"
import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import type { signInGroups } from "../resource.ts"
import { screen } from "../screen.ts"

interface Props {
  readonly row: (typeof signInGroups)["Row"]
  readonly onClose: () => void
}

export default function EndGroupDialog({ row, onClose }: Props) {
  return (
    <ChangeForm screen={screen} command="end" row={row} hints={{ to: "Last day of its level" }} initial={{ to: today() }} rows={["to"]} onClose={onClose} />
  )
}
