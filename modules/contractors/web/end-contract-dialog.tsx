/** Ends a contract on a day, with a reason. */
import { today } from "@ops/platform/ui/date.tsx"
import { DateField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { screen } from "../screen.ts"
import { type Contractor, useCommand } from "./client.ts"
import { contractorLists } from "./labels.ts"

export default function EndContractDialog({ of, onClose }: { readonly of: Contractor; readonly onClose: () => void }) {
  const end = useCommand("PUT /api/contractors/:id/end", { id: of.id, lists: contractorLists, done: "Contract ended", failed: "Failed to end the contract" })
  return (
    <CommandDialog
      command={screen.commands.end}
      title="End Contract"
      help={`${of.name}, ${of.serviceType}. You cannot undo this. Register the contractor again for a new contract.`}
      narrow
      submit="End contract"
      pending="Ending..."
      rows={[{ key: "endedOn", node: <DateField name="endedOn" label="Last day" min={of.contractStart} max={today()} required /> }, "reason"]}
      save={end.send}
      onClose={onClose}
    />
  )
}
