/** A new account, or another name for one. */
import { useWrite } from "@ops/platform/ui/data.ts"
import { FormDialog } from "@ops/platform/ui/form-dialog.tsx"
import { CheckField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/form-fields.tsx"
import { Schema } from "effect"
import { type Account, accountTitle } from "./account-choice.tsx"
import { text } from "./books-form.ts"
import { accountTypeOptions } from "./words.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    accountNumber: text("Account number", 20, true),
    accountName: text("Account name", 200, true),
    accountType: Schema.String,
    subType: text("Sub-type", 60),
    description: text("Description", 500),
    isMonetary: Schema.Boolean,
  }),
)
type Form = typeof Form.Type

export default function AccountDialog({ account, onClose }: { readonly account?: Account; readonly onClose: () => void }) {
  const save = useWrite<Form, Account>({
    method: account ? "PATCH" : "POST",
    path: () => (account ? `/api/accounts/${account.id}` : "/api/accounts"),
    body: ({ subType, isMonetary, ...form }) =>
      account
        ? { accountName: form.accountName, description: form.description, isMonetary }
        : { ...form, subType: subType || null, accountNumber: form.accountNumber.trim() },
    lists: ["/api/accounts"],
    done: (answer) => (account ? `${accountTitle(answer)} changed` : `Account ${accountTitle(answer)} opened`),
    failed: account ? "Failed to change the account" : "Failed to open the account",
  })
  return (
    <FormDialog
      title={account ? `Change ${accountTitle(account)}` : "New Account"}
      help={account ? "Its number and type stay." : "Revenue is numbered from 4000, direct costs from 5000, other expenses from 6000."}
      schema={Form}
      defaults={
        account
          ? { ...account, subType: account.subType ?? "" }
          : { accountNumber: "", accountName: "", accountType: "expense", subType: "", description: "", isMonetary: false }
      }
      submit={account ? "Save" : "Open account"}
      pending={account ? "Saving..." : "Opening..."}
      save={save.send}
      onClose={onClose}
    >
      {!account && (
        <div className="pair">
          <TextField name="accountNumber" label="Account number" required />
          <SelectField name="accountType" label="Type" options={accountTypeOptions} required />
        </div>
      )}
      <TextField name="accountName" label="Account name" required />
      {!account && <TextField name="subType" label="Sub-type" />}
      {account && <CheckField name="isMonetary" label="Revalued at month-end" hint="What it holds in SSP is worth what the official rate of the day says." />}
      <TextAreaField name="description" label="Description" rows={2} maxLength={500} />
    </FormDialog>
  )
}
