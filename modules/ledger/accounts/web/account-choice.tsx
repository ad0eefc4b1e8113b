import { useEffect, useId, useState } from "react"
import type { accounts } from "../resource.ts"
import { useApi } from "../../web/client.ts"

export type Account = (typeof accounts)["Row"]

export const useAccounts = () => useApi("GET /api/accounts").data ?? []
export const accountTitle = ({ accountNumber, accountName }: Account) => `${accountNumber} ${accountName}`
/** The account that the typed text refers to: its number, or number and name. */
export const accountTyped = (accounts: readonly Account[], text: string) => {
  const wanted = text.trim().toLowerCase()
  return accounts.find((account) => account.accountNumber === wanted || accountTitle(account).toLowerCase() === wanted)
}

/** An account by number or name, in a field with suggestions; empty means all accounts. */
export const AccountChoice = ({ value, onChange }: { readonly value: string | null; readonly onChange: (number: string | null) => void }) => {
  const id = useId()
  const accounts = useAccounts()
  const chosen = accounts.find(({ accountNumber }) => accountNumber === value)
  const shown = chosen ? accountTitle(chosen) : (value ?? "")
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])
  const say = (typed: string) => {
    const found = accountTyped(accounts, typed)
    if (found) onChange(found.accountNumber)
    else if (typed.trim() === "") onChange(null)
  }
  return (
    <div className="field">
      <label htmlFor={id}>Account</label>
      <input
        id={id}
        className="input"
        type="search"
        list={`${id}-accounts`}
        placeholder="All accounts"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          say(target.value)
        }}
        onBlur={() => setText(shown)}
      />
      <datalist id={`${id}-accounts`}>
        {accounts.map((account) => (
          <option key={account.id} value={accountTitle(account)} />
        ))}
      </datalist>
    </div>
  )
}
