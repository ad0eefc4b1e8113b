/** The balance of an account as counted or as stated by a bank; and withdrawing it. */
import { useApiQuery } from "@ops/platform/ui/data/data.ts"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { accountTitle, useAccounts } from "../../accounts/web/account-choice.tsx"
import { pathsOf, useCommand } from "../../web/client.ts"
import { screen } from "../screen.ts"

const lists = pathsOf("GET /api/ledger/checks", "GET /api/periods")

interface Props {
  readonly withdraws: string | null | undefined
  readonly onClose: () => void
}

export default function BalanceDialog({ withdraws, onClose }: Props) {
  return withdraws ? <Withdraw id={withdraws} onClose={onClose} /> : <State onClose={onClose} />
}

const State = ({ onClose }: Pick<Props, "onClose">) => {
  const accounts = useAccounts()
  const clients = useApiQuery<ReadonlyArray<{ readonly id: number; readonly companyName: string }>>("/api/clients", { limit: 1000 })
  const state = useCommand("POST /api/ledger/assertions", {
    lists,
    done: "Saved: the ledger is checked against it from now on",
    failed: "Failed to state the balance",
  })
  return (
    <CommandDialog
      command={screen.commands.state}
      title="State a Balance"
      help="The balance of an account at the end of a day, by a cash count, a bank statement or a client's statement. Later postings that contradict it are shown."
      labels={{ date: "At the end of", amount: "Holds" }}
      initial={{ accountNumber: "1000" }}
      narrow
      submit="State balance"
      pending="Saving..."
      rows={[
        {
          key: "account",
          node: (
            <SelectField name="accountNumber" label="Account" options={accounts.map((of) => ({ value: of.accountNumber, label: accountTitle(of) }))} required />
          ),
        },
        {
          key: "client",
          node: (
            <SelectField
              name="clientId"
              label="Client"
              hint="Of account 1100 or 2300, if it is a client's own statement"
              options={[{ value: "", label: "None" }, ...(clients.data ?? []).map(({ id, companyName }) => ({ value: String(id), label: companyName }))]}
            />
          ),
        },
        ["currency", "date"],
        "amount",
        { key: "source", node: <TextField name="source" label="Source" hint="Who counted, or the statement" required /> },
      ]}
      save={state.send}
      onClose={onClose}
    />
  )
}

const Withdraw = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const withdraw = useCommand("POST /api/ledger/assertions/:id/withdraw", {
    id,
    body: (reason: string) => ({ reason }),
    lists,
    done: "Withdrawn",
    failed: "Failed to withdraw the balance",
  })
  return (
    <ConfirmDialog
      title="Withdraw the stated balance"
      text="The ledger is no longer checked against it. It is kept in the history."
      confirm="Withdraw"
      pending="Withdrawing..."
      danger
      reason={{ label: "Reason", required: true }}
      onConfirm={withdraw.send}
      onClose={onClose}
    />
  )
}
