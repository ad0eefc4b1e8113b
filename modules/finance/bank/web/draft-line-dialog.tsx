/** Drafts a transaction from a bank line, for another person to post. */
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { screen } from "../lines/screen.ts"

export default function DraftLineDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const line = useApi("GET /api/bank-lines/:id", { id })
  const draft = useCommand("POST /api/bank-lines/:id/draft", {
    id,
    lists: pathsOf("GET /api/bank-lines", "GET /api/bank-accounts", "GET /api/transactions"),
    done: "Transaction drafted for another person to post",
    failed: "Failed to draft the transaction",
  })
  if (!line.data) return null
  const { amount, currency, text, counterparty } = line.data
  return (
    <CommandDialog
      command={screen.commands.draft}
      title="Draft a Transaction"
      help={`${formatMoney(amount, currency)}, ${counterparty || text}. Another person posts it; the line is matched after that.`}
      initial={{ category: Number(amount) < 0 ? "Bank charges" : "", description: [counterparty, text].filter(Boolean).join(": ") }}
      rows={["category", "siteId", "description", "remember", "transfer"]}
      submit="Draft transaction"
      pending="Saving..."
      save={draft.send}
      onClose={onClose}
    />
  )
}
