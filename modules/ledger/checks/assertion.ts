/**
 * The balance of an account at the end of a day as counted or as stated by a third party: a cash count, a bank statement, a client's statement. It is compared
 * with the books from then on, so that a later posting that changes the balance is noticed. Amounts are cents of the currency, on the account's normal side.
 */
import { formatMoney } from "@ops/platform/money.ts"
import { command, conflict, find, get, invalid, newId, permitted } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { BusinessDate, label, Line, Literals, Money, Optional, Ref, Text, withDefault } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { accounts } from "../accounts/account.ts"
import type { ClosingCheck } from "../periods/closing.ts"
import { booksCutAt } from "../journal-entries/lines.ts"
import { lateFacts } from "../periods/late-facts.ts"

const facts = {
  accountNumber: label("Account", Line(20)),
  currency: Literals("USD", "SSP"),
  date: BusinessDate,
  amount: Money,
  /** the source: "Cash count by Akol and Nyakuoth" */
  source: Line(300),
  enteredBy: Optional(Ref("person")),
  /** of an account of clients: what it holds of this one, by the client's own statement */
  clientId: Optional(Ref("client")),
}
export const BalanceAssertion = record(
  "balance_assertion",
  { ...facts, status: Literals("standing", "withdrawn"), reason: Optional(Text(500)) },
  { label: "Stated balance", title: "account_number || ', ' || to_char(date, 'YYYY-MM-DD')", indexes: [["date"]] },
)
export const BalanceStated = event(
  "BalanceStated",
  2,
  facts,
  ({ accountNumber, currency, amount, date, source, clientId }, title) =>
    `Account ${accountNumber}${clientId === null ? "" : ` of ${title("client", clientId)}`} holds ${currency} ${formatMoney(amount)} on ${date}: ${source}`,
  { from: { 1: (old: object) => ({ ...old, clientId: null }) } },
)
export const StatementWithdrawn = event(
  "StatementWithdrawn",
  1,
  { reason: Text(500), withdrawnBy: Optional(Ref("person")) },
  ({ reason }) => `Withdrawn: ${reason}`,
)
export const balanceAssertions = stream(BalanceAssertion, BalanceStated, StatementWithdrawn).fold({
  BalanceStated: (_, stated) => ({ ...stated, status: "standing" as const, reason: null }),
  StatementWithdrawn: (row, { reason }) => ({ ...row, status: "withdrawn" as const, reason }),
})

const requireCashier = requiring(["finance.full", "payments.process"], "Only finance can record the balance of an account")

/** The accounts whose lines name clients: receivables, and what clients have with us. */
const ofClients = ["1100", "2300"]

/** Says what an account holds at the end of a day. It need not be what the books have: the difference is shown. */
const { enteredBy: _, ...stated } = facts
export const stateBalance = command(
  "balance.state",
  "Record the counted or stated balance of an account at the end of a day; the checks compare the books with it",
  { ...stated, currency: withDefault("USD", facts.currency) },
  function* (input, by) {
    if (input.clientId !== null && !ofClients.includes(input.accountNumber)) throw invalid(`Only account ${ofClients.join(" or ")} has a balance per client`)
    requireCashier(by)
    if (input.date > by.today) throw invalid("Date cannot be in the future")
    if (!(yield* find(accounts, { accountNumber: input.accountNumber }))) throw invalid(`There is no account ${input.accountNumber}`)
    return [balanceAssertions.at(yield* newId(balanceAssertions), BalanceStated({ ...input, enteredBy: by.person }))]
  },
)

/** Withdraws a stated balance, such as a wrong count; it stays in the history. */
export const withdrawBalance = command(
  "balance.withdraw",
  "Withdraw a stated balance, such as a wrong count",
  { id: Ref("balance_assertion"), reason: Line(500) },
  function* ({ id, reason }, by) {
    requireCashier(by)
    const { status } = yield* get(balanceAssertions, id)
    if (status === "withdrawn") throw conflict("This is already withdrawn")
    yield* permitted()
    if (reason.trim() === "") throw invalid("Reason is required")
    return [balanceAssertions.at(id, StatementWithdrawn({ reason: reason.trim(), withdrawnBy: by.person }))]
  },
)

const late = lateFacts("b.date")
const sumOf = (lines: string, factor: string, where: string) =>
  `coalesce((select sum((case when a.account_type in ('asset', 'expense') then l.debit - l.credit else l.credit - l.debit end)${factor}) from ${lines} l
      where l.account_id = a.id and l.currency = b.currency and ${where}), 0)::bigint`
/** The kept sums of the books know no client, so a client's lines are added up. */
const ofClient = "l.client_id = b.client_id"

/** What stands up to a day, an SQL expression, what the books had posted by its own day, and the facts of that day that were posted late. */
export const statedSql = (
  day: string,
) => `select b.id, b.account_number as "accountNumber", a.account_name || coalesce(' of ' || c.name, '') as "accountName", b.currency,
    to_char(b.date, 'YYYY-MM-DD') as date, b.amount, b.source,
    case when b.client_id is null then ${sumOf(booksCutAt("(b.date + 1)"), "", "l.entry_date <= b.date")}
      else ${sumOf("journal_line", "", `l.entry_date <= b.date and ${ofClient}`)} end as books,
    ${sumOf("journal_line", ` * ${late.sign}`, `${late.where} and (b.client_id is null or ${ofClient})`)} as late
  from balance_assertion b join account a on a.account_number = b.account_number left join party c on c.id = b.client_id where b.status = 'standing' and b.date <= ${day}`

export const assertionChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "stated-balances",
    title: "Counted and stated balances agree with the ledger",
    command: "ops ledger checks --as-at {to}",
    sql: `select "accountNumber" || ' ' || "accountName" || ' on ' || date || ': ' || currency || ' ' || es.money(amount) || ', the books have ' || es.money(books)
          || case when late <> 0 then ' and late facts of ' || es.money(late) else '' end as text,
        '/financial?tab=reports&view=checks' as path
      from (${statedSql("$2::date")}) s where amount <> books + late and $1::date is not null order by date, id`,
  },
]

/** Alert rule: a counted or stated balance no longer agrees with the books, because of a later posting. */
export const assertionRules = [
  {
    name: "stated_balance",
    sql: `select 'stated_balance/' || id as cause, 'books' as type, 'high' as priority,
        "accountNumber" || ' ' || "accountName" || ' on ' || date || ': the books differ from the stated balance' as title,
        source || ': ' || currency || ' ' || es.money(amount) || ', the books have ' || es.money(books + late) || '. Look for what was posted since then' as message,
        null::bigint as "siteId", 'balance_assertion' as "relatedEntity", id as "relatedEntityId"
      from (${statedSql("es.today()")}) s where amount <> books + late`,
  },
]
