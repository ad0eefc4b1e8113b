/** Open items at the end of a day by days overdue: the layout shared by receivables and payables. Cents. */
import { Effect } from "effect"
import { addDays, isDate } from "@ops/platform/calendar.ts"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { notFound, Rejection } from "@ops/platform/records/command.ts"
import { booksCutAt } from "../journal-entries/lines.ts"
import { lateFacts } from "../periods/late-facts.ts"
import type { StatementAnswer } from "./contract.ts"
import { siteSql, todaySql } from "./queries.ts"

/** The key of the section that reconciles the books with the open items. */
export const reconciliation = "reconciliation"

export interface AgedAsked {
  /** the day; the default is today */
  readonly asAt?: string | undefined
  readonly currency?: "USD" | "SSP" | undefined
  readonly siteId?: string | undefined
}

/** The columns with their highest number of days overdue. */
const ages = [
  { key: "notDue", title: "Not due", most: 0 },
  { key: "days30", title: "1 to 30 days", most: 30 },
  { key: "days60", title: "31 to 60 days", most: 60 },
  { key: "days90", title: "61 to 90 days", most: 90 },
  { key: "older", title: "Over 90 days", most: Number.POSITIVE_INFINITY },
] as const

/** An open document of a party: a client or a vendor. */
interface Open {
  readonly id: number
  readonly number: string
  readonly partyId: number
  readonly partyName: string
  readonly overdue: number
  readonly open: number
}

export interface Aged {
  readonly title: string
  /** the documents in plain words: invoices, bills */
  readonly documents: string
  /** the kind of party in keys: client, vendor */
  readonly party: string
  /** the label for all parties: All clients */
  readonly all: string
  /** the SQL of open items: day $1, currency $2, site $3 or null; rows of `Open`, ordered by party */
  readonly openSql: string
  /** the control account: its number and name in plain words, its normal side, and the check that must hold */
  readonly control: { readonly account: string; readonly title: string; readonly side: "debit" | "credit"; readonly name: string }
  readonly documentPath: (id: number) => string
  readonly partyPath: (id: number) => string
}

const late = lateFacts("$1::date")
/** The balance of the control account posted by the end of day $1 in currency $2, and the late entries effective by then. */
const controlSql = ({ account, side }: Aged["control"]) => {
  const own = side === "debit" ? "l.debit - l.credit" : "l.credit - l.debit"
  const sum = (amount: string, lines: string, where: string) =>
    // a comparison with one id, unlike a join, reaches into the stored sums, which then read one account
    `(select coalesce(sum(${amount}), 0)::bigint from ${lines} l where l.account_id = (select a.id from account a where a.account_number = '${account}') and l.currency = $2 and ${where})`
  return `select ${sum(own, booksCutAt("($1::date + 1)"), "l.entry_date <= $1::date")} as posted, ${sum(`(${own}) * ${late.sign}`, "journal_line", late.where)} as late`
}

/** Creates the report. Refuses an invalid or future day (400) and an unknown site (404). */
export const agedReport = (of: Aged, { asAt, currency = "USD", siteId }: AgedAsked) =>
  Effect.gen(function* () {
    const { confinedTo } = yield* Who
    const { statement } = yield* Database
    const [now] = yield* statement(todaySql, [])
    const { today } = now!
    const day = asAt ?? today
    if (!isDate(day)) return yield* Effect.fail(new Rejection(400, "asAt must be a day such as 2026-10-31"))
    if (day > today) return yield* Effect.fail(new Rejection(400, `${day} is in the future`))
    const named = confinedTo ?? siteId
    const [site] = named === undefined || named === "" ? [] : yield* statement(siteSql, [String(named)])
    if (named && !site) return yield* Effect.fail(notFound(`Site ${String(named).slice(0, 60)} does not exist`))
    const rows = (yield* statement(of.openSql, [day, currency, site?.id ?? null])) as ReadonlyArray<Open>
    const [books] = (yield* statement(controlSql(of.control), [day, currency])) as [{ posted: number; late: number }]

    const line = (key: string, title: string, some: ReadonlyArray<Open>, drill: string | null) => {
      const within = ages.map(({ key, most }, n) => {
        const least = ages[n - 1]?.most ?? Number.NEGATIVE_INFINITY
        const sum = some.filter(({ overdue }) => overdue > least && overdue <= most).reduce((sum, { open }) => sum + open, 0)
        return [key, formatMoney(sum)] as const
      })
      const total = some.reduce((sum, { open }) => sum + open, 0)
      return { key, title, accountNumber: null, values: { total: formatMoney(total), ...Object.fromEntries(within) }, drill }
    }
    const open = rows.filter(({ open }) => open > 0)
    const parties = [...Map.groupBy(open, ({ partyId }) => partyId)]
    const [posted, late] = [Number(books.posted), Number(books.late)]
    const difference = open.reduce((sum, { open }) => sum + open, 0) - posted - late
    const only = (key: string, title: string, cents: number) => ({ key, title, accountNumber: null, values: { total: formatMoney(cents) }, drill: null })
    const days = { from: `${addDays(day, -1).slice(0, 4)}-01-01`, to: day }
    return {
      title: of.title,
      period: { title: `as at ${day}`, from: day, to: day },
      measure: `in ${currency}, ${of.documents} in ${currency} alone`,
      siteName: site ? (site.name as string) : null,
      columns: [{ key: "total", title: "Open", ...days }, ...ages.map(({ key, title }) => ({ key, title, ...days }))],
      sections: [
        ...parties.map(([partyId, some]) => ({
          key: `${of.party}-${partyId}`,
          title: some[0]!.partyName,
          lines: some.map((document) => line(`${of.documents.slice(0, -1)}-${document.id}`, document.number, [document], of.documentPath(document.id))),
          total: line(`${of.party}-${partyId}-total`, `Total ${some[0]!.partyName}`, some, of.partyPath(partyId)),
        })),
        { key: "all", title: of.all, lines: [], total: line("all", of.all, open, null) },
        // the statements of a closed month do not change: late entries are listed separately
        ...(site || late === 0
          ? []
          : [
              {
                key: reconciliation,
                title: "Reconciliation to the trial balance",
                lines: [only("posted", `${of.control.title}, posted by ${day}`, posted), only("late", `Late facts, dated by ${day} and posted after it`, late)],
                total: only("reconciled", `${of.control.title}, with late facts`, posted + late),
              },
            ]),
      ],
      // no check for one site: payments are entered for the company, so the balance of a site need not equal its documents
      checks: site ? [] : [{ name: of.control.name, ok: difference === 0, difference: formatMoney(difference) }],
    } satisfies StatementAnswer
  })
