/** Adds an account, or renames one. */
import { CheckField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { useEffect } from "react"
import { useFormContext, useWatch } from "react-hook-form"
import { type Account, accountTitle, useAccounts } from "./account-choice.tsx"
import { useCommand } from "../../web/client.ts"
import { screen } from "../screen.ts"

/** The parent account, which must have the same type. */
const Parent = () => {
  const { setValue, control } = useFormContext<Record<"accountType" | "parentAccountId", unknown>>()
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

interface AccountDialogProps {
  readonly account?: Account
  readonly onClose: () => void
}
const Changing = ({ account, onClose }: Required<AccountDialogProps>) => {
  const save = useCommand("PATCH /api/accounts/:id", {
    id: account.id,
    lists: [screen.path],
    done: (answer) => `${accountTitle(answer)} changed`,
    failed: "Failed to change the account",
  })
  const { accountName, isMonetary, description } = account
  return (
    <CommandDialog
      command={screen.commands.change}
      title={`Change ${accountTitle(account)}`}
      help="Number and type cannot change."
      initial={{ accountName, isMonetary, description }}
      narrow
      submit="Save"
      pending="Saving..."
      rows={[
        "accountName",
        {
          key: "monetary",
          node: <CheckField name="isMonetary" label="Revalued at month-end" hint="Its SSP balance is valued at the official rate of the day." />,
        },
        "description",
      ]}
      save={save.send}
      onClose={onClose}
    />
  )
}

const Opening = ({ onClose }: Pick<AccountDialogProps, "onClose">) => {
  const save = useCommand("POST /api/accounts", {
    lists: [screen.path],
    done: (answer) => `Account ${accountTitle(answer)} opened`,
    failed: "Failed to open the account",
  })
  return (
    <CommandDialog
      command={screen.commands.open}
      title="New Account"
      help="Revenue is numbered from 4000, direct costs from 5000, other expenses from 6000."
      initial={{ accountType: "expense" }}
      narrow
      submit="Open account"
      pending="Opening..."
      rows={[
        ["accountNumber", "accountType"],
        "accountName",
        {
          key: "parent",
          node: (
            <div className="pair">
              <TextField name="subType" label="Sub-type" />
              <Parent />
            </div>
          ),
        },
        "description",
      ]}
      save={save.send}
      onClose={onClose}
    />
  )
}

export default function AccountDialog({ account, onClose }: AccountDialogProps) {
  return account ? <Changing account={account} onClose={onClose} /> : <Opening onClose={onClose} />
}
