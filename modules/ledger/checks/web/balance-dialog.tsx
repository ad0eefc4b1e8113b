/** The balance of an account as counted or as stated by a bank; and withdrawing it. */
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { accountTitle, useAccounts } from "../../accounts/web/account-choice.tsx"
import { isAmount } from "../../web/books-form.ts"
import { pathsOf, useCommand } from "../../web/client.ts"
import { currencyOptions } from "../../web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    accountNumber: text("Account", 20, true),
    currency: Schema.Literals(["USD", "SSP"]),
    date: text("Date", 10, true),
    amount: Schema.String.check(Schema.makeFilter((amount) => (isAmount(amount) ? undefined : "Amount must be a number with at most two decimals"))),
    source: text("Source", 300, true),
  }),
)
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
  const state = useCommand("POST /api/ledger/assertions", {
    lists,
    done: "Kept: the books are held against it from now on",
    failed: "Failed to state the balance",
  })
  return (
    <FormDialog
      title="State a Balance"
      help="The balance of an account at the end of a day, by a cash count or a bank statement. Later postings that contradict it are shown."
      schema={Form}
      defaults={{ accountNumber: "1000", currency: "USD", date: today(), amount: "", source: "" }}
      submit="State balance"
      pending="Saving..."
      save={state.send}
      onClose={onClose}
    >
      <SelectField name="accountNumber" label="Account" options={accounts.map((of) => ({ value: of.accountNumber, label: accountTitle(of) }))} required />
      <div className="pair">
        <SelectField name="currency" label="Currency" options={currencyOptions} required />
        <DateField name="date" label="At the end of" max={today()} required />
      </div>
      <MoneyField name="amount" label="Holds" required />
      <TextField name="source" label="Source" hint="Who counted, or which statement it is from" required />
    </FormDialog>
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
      text="The books are no longer held against it. It stays in the history."
      confirm="Withdraw"
      pending="Withdrawing..."
      danger
      reason={{ label: "Reason", required: true }}
      onConfirm={withdraw.send}
      onClose={onClose}
    />
  )
}
