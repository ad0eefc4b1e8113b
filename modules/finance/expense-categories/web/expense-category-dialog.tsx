/** Sets the account of a new or existing category. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { ExpenseCategoryAnswer } from "../contract.ts"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { moneyOptions, wordOf } from "../../shared/web/labels.ts"

type Category = typeof ExpenseCategoryAnswer.Type

/** Two spellings of one category, "Bank  Charges" and bank_charges. */
const sameAs = (name: string) => {
  const known = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, "_")
  return (category: Category) => known(category.name) === known(name)
}
const form = (others: readonly Category[]) =>
  formOf({
    name: text("Category", 100, true).check(
      Schema.makeFilter((name) => {
        const there = others.find(sameAs(name))
        return there && `${wordOf(there.name)} goes to account ${there.accountNumber} already exists. Change it in the list`
      }),
    ),
    accountNumber: text("Account", 20, true),
  })

/** The accounts that a category cannot be mapped to: money accounts, and the suspense account. */
const barred = ["1990", ...moneyOptions.map(({ value }) => value)]

interface Props {
  readonly category?: Category
  readonly all: readonly Category[]
  readonly onClose: () => void
}

export default function ExpenseCategoryDialog({ category, all, onClose }: Props) {
  const accounts = useApi("GET /api/accounts")
  const map = useCommand("PUT /api/expense-categories/:name", {
    params: ({ name }: { readonly name: string; readonly accountNumber: string }) => ({ name: name.trim() }),
    body: ({ accountNumber }) => ({ accountNumber }),
    lists: pathsOf("GET /api/expense-categories"),
    done: ({ name, accountNumber }) => `${wordOf(name)} goes to account ${accountNumber}`,
    failed: "Failed to save the category",
  })
  const options = (accounts.data ?? []).filter(({ accountNumber, isActive }) => isActive && !barred.includes(accountNumber))
  return (
    <FormDialog
      title={category ? `Change ${wordOf(category.name)}` : "New category"}
      help="Applies to new postings. Existing postings do not change."
      schema={form(category ? [] : all)}
      defaults={{ name: category?.name ?? "", accountNumber: category?.accountNumber ?? "" }}
      submit={category ? "Save category" : "Add category"}
      pending="Saving..."
      save={map.send}
      onClose={onClose}
    >
      {!category && <TextField name="name" label="Category" required />}
      <SelectField
        name="accountNumber"
        label="Account"
        options={options.map(({ accountNumber, accountName }) => ({ value: accountNumber, label: `${accountNumber} ${accountName}` }))}
        placeholder="Choose an account"
        required
      />
    </FormDialog>
  )
}
