/** A new account, or another name for one. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useEffect } from "react"
import { useFormContext, useWatch } from "react-hook-form"
import { type Account, accountTitle, useAccounts } from "./account-choice.tsx"
import { pathsOf, useCommand } from "../../web/client.ts"
import { accountTypeOptions } from "../../web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    accountNumber: text("Account number", 20, true),
    accountName: text("Account name", 200, true),
    accountType: Schema.Literals(["asset", "liability", "equity", "income", "expense"]),
    subType: text("Sub-type", 60),
    parentAccountId: Schema.UndefinedOr(Schema.Finite),
    description: text("Description", 500),
    isMonetary: Schema.Boolean,
  }),
)
type Form = typeof Form.Type

/** The account that it is a part of, which is of its type. */
const Parent = () => {
  const { setValue, control } = useFormContext<Form>()
  const type = useWatch({ control, name: "accountType" })
  const parents = useAccounts().filter(({ accountType, isActive }) => isActive && accountType === type)
  useEffect(() => setValue("parentAccountId", undefined), [type, setValue])
  return (
    <SelectField
      name="parentAccountId"
      label="Part of"
      numeric
      placeholder="No other account"
      options={parents.map((account) => ({ value: account.id, label: accountTitle(account) }))}
    />
  )
}

export default function AccountDialog({ account, onClose }: { readonly account?: Account; readonly onClose: () => void }) {
  const save = useCommand(account ? "PATCH /api/accounts/:id" : "POST /api/accounts", {
    id: account?.id,
    body: ({ subType, isMonetary, parentAccountId, ...form }: Form) =>
      account
        ? { accountName: form.accountName, description: form.description, isMonetary }
        : { ...form, subType: subType || null, parentAccountId: parentAccountId ?? null, accountNumber: form.accountNumber.trim() },
    lists: pathsOf("GET /api/accounts"),
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
          ? { ...account, subType: account.subType ?? "", parentAccountId: account.parentAccountId ?? undefined }
          : { accountNumber: "", accountName: "", accountType: "expense", subType: "", parentAccountId: undefined, description: "", isMonetary: false }
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
      {!account && (
        <div className="pair">
          <TextField name="subType" label="Sub-type" />
          <Parent />
        </div>
      )}
      {account && <CheckField name="isMonetary" label="Revalued at month-end" hint="What it holds in SSP is worth what the official rate of the day says." />}
      <TextAreaField name="description" label="Description" rows={2} maxLength={500} />
    </FormDialog>
  )
}
