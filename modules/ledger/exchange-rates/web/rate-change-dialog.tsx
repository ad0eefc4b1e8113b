/** Proposes another rate for a day that already has one. */
import { formatDay } from "@ops/platform/ui/date.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { MoneyField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { useCommand } from "../../web/client.ts"
import { type Rate, rateLists } from "../../web/labels.ts"
import { screen } from "../screen.ts"
import { RateDay } from "./rate-day.tsx"

export default function RateChangeDialog({ rate, onClose }: { readonly rate: Rate; readonly onClose: () => void }) {
  const propose = useCommand("POST /api/exchange-rates/changes", {
    lists: rateLists,
    done: ({ changeNumber }) => `${changeNumber} awaits a second person`,
    failed: "Failed to propose the change",
  })
  return (
    <CommandDialog
      command={screen.commands.propose}
      title="Change exchange rate"
      help={`From ${formatDay(rate.from)} a dollar costs ${formatFigure(rate.rate)} SSP. The new rate applies once another person confirms it; posted entries keep their rate.`}
      initial={{ type: rate.type, from: rate.from, source: rate.source }}
      narrow
      submit="Propose change"
      pending="Proposing..."
      rows={[
        { key: "day", node: <RateDay /> },
        { key: "rate", node: <MoneyField name="rate" label="SSP per USD" currency="SSP" required /> },
        { key: "source", node: <TextField name="source" label="Source" /> },
        { key: "reason", node: <TextField name="reason" label="Reason" hint="Reason for the change" required /> },
      ]}
      save={propose.send}
      onClose={onClose}
    />
  )
}
