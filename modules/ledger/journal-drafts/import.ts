/** Opening balances from a file: `ops import opening-balances`. Each account is drafted against equity, and posted by another person. */
import { importBy } from "@ops/platform/imports/importable.ts"
import { command, invalid } from "@ops/platform/records/command.ts"
import { BusinessDate, Line, Literals, Money, Optional, positive, SiteName, withDefault } from "@ops/platform/records/field.ts"
import { siteOf } from "@ops/sites/site.ts"
import { openingAccount } from "../accounts/account.ts"
import { draftEntry } from "./journal-draft.ts"

const balance = {
  account: Line(20),
  debit: Optional(positive(Money)),
  credit: Optional(positive(Money)),
  currency: withDefault("USD", Literals("USD", "SSP")),
  siteId: Optional(SiteName),
  /** null means today */
  date: Optional(BusinessDate),
  description: withDefault("Opening balance", Line(500)),
}

export const draftBalance = command("journal_draft.open_balance", "Draft the opening balance of an account", balance, function* (input, by) {
  const { account, debit, credit, currency, description } = input
  if ((debit === null) === (credit === null)) throw invalid("Give either a debit or a credit")
  if (account === openingAccount) throw invalid(`Leave ${openingAccount} out: the other balances are posted against it, so it results from them`)
  const siteId = input.siteId === null ? null : (yield* siteOf(input.siteId, by)).id
  const [own, other] = debit === null ? [{ credit: credit! }, { debit: credit! }] : [{ debit }, { credit: debit }]
  const lines = [
    { account, siteId, ...own },
    { account: openingAccount, siteId, ...other },
  ]
  return yield* draftEntry.decide({ date: input.date ?? by.today, description, reference: null, currency, lines }, by)
})

export const openingBalances = importBy(
  { noun: ["opening balance", "opening balances"], path: "/api/opening-balances" },
  { command: draftBalance, access: { may: ["finance.full"], scope: "all" } },
)
