/**
 * The preview of a month's billing, before anything is written: the bill of every contract with unbilled meals. A plan is stored next to the log, with a
 * digest of its content; posting it posts exactly that.
 */
import { Effect, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { addDays, monthOf } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, type Col, sql } from "@ops/platform/database/statement.ts"
import { canonical } from "@ops/platform/canonical.ts"
import { sha256 } from "@ops/platform/event-store/hash.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { invalid, notFound, type Rejection } from "@ops/platform/records/command.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { count } from "@ops/platform/text.ts"
import { billingBases, ClientContract } from "@ops/clients/contracts/client-contract.ts"
import { TaxCode, taxRateAt } from "@ops/ledger/taxes/tax-code.ts"
import { type Bill, billOf, type Slot, type Terms } from "./bill.ts"
import { salesTax } from "../invoices/invoice-generation.ts"
import { type Period, periodNamed } from "../invoices/invoice-period.ts"
import { slotsBy } from "./slots.ts"

/** What-if terms: what would be billed if they applied on every day. */
export const WhatIf = Schema.Struct({
  /** cents per meal, for any head-count, for the contracts in its currency */
  rate: Schema.optionalKey(Schema.Int),
  /** the currency of the rate; the default is USD */
  currency: Schema.optionalKey(Schema.Literals(["USD", "SSP"])),
  basis: Schema.optionalKey(Schema.Literals(billingBases)),
  /** hundredths of a percent of the planned heads, for the basis "guaranteed" */
  guaranteedShare: Schema.optionalKey(Schema.Int),
  /** hundredths of a percent */
  taxRate: Schema.optionalKey(Schema.Int),
  /** planned heads per meal */
  heads: Schema.optionalKey(Schema.Int),
  /** the tax of this day */
  taxDate: Schema.optionalKey(Schema.String),
  /** hundredths of SSP per USD: what bills in SSP would be worth */
  exchangeRate: Schema.optionalKey(Schema.Int),
})
export type WhatIf = typeof WhatIf.Type

/** The bill of a contract for days that are not billed yet, with its client and site. */
export interface PlannedBill extends Bill, Period {
  readonly contractId: number
  readonly contractNumber: string
  readonly clientId: number
  readonly client: string
  readonly siteId: number
  readonly site: string
  readonly siteCode: string
  readonly projectId: number | null
  readonly currency: "USD" | "SSP"
  readonly taxCode: string
  /** the bill of the same days that was credited in full */
  readonly replaces: number | null
  /** for a what-if: net, tax and total by the agreed terms */
  readonly agreed?: { readonly subtotal: number; readonly tax: number; readonly total: number }
}

export interface PlanAsked extends Period {
  readonly siteId: number | null
  readonly clientId: number | null
}

export interface Plan extends PlanAsked {
  readonly id: string
  /** "2026-10"; null if it is not for a whole month */
  readonly month: string | null
  readonly whatIf: WhatIf | null
  readonly digest: string
  readonly bills: ReadonlyArray<PlannedBill>
  /** meals without a contract that can be billed, as sentences */
  readonly problems: ReadonlyArray<string>
  readonly madeBy: number | null
  readonly madeAt: string
}

export const planTables = [
  `create table if not exists app.billing_plan (
    id text primary key, month text, scope jsonb not null, what_if jsonb, digest text not null, bills jsonb not null, problems jsonb not null,
    made_by bigint, made_at timestamptz not null default now())`,
]

/** The parts of a period that are not billed yet. */
export const unbilledParts = ({ from, to }: Period, billed: ReadonlyArray<Period>): ReadonlyArray<Period> => {
  const parts: Array<Period> = []
  let next = from
  for (const period of [...billed].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    if (period.to < next || period.from > to) continue
    if (period.from > next) parts.push({ from: next, to: addDays(period.from, -1) })
    next = addDays(period.to, 1)
  }
  return next <= to ? [...parts, { from: next, to }] : parts
}

const always = "2000-01-01"

/** Terms, slots and tax under a what-if. */
const supposed = (whatIf: WhatIf, terms: Terms & Pick<PlannedBill, "currency">, slots: ReadonlyArray<Slot>, tax: number) => {
  const { rate, currency = "USD", basis, guaranteedShare = 10_000, taxRate, heads } = whatIf
  return [
    {
      rates: rate === undefined || currency !== terms.currency ? terms.rates : [{ from: always, rate, bands: [] }],
      bases: basis === undefined ? terms.bases : [{ from: always, basis, guaranteedShare }],
    },
    heads === undefined ? slots : slots.map((slot) => ({ ...slot, planned: heads, missed: Math.max(heads - slot.served, 0) })),
    taxRate ?? tax,
  ] as const
}

const contractsSql = `select ${ClientContract.state("c")}, cl.company_name as client, s.name as site, s.code as "siteCode",
    (select json_agg(json_build_object('rates', t.rates)) from tax_code t where t.code = coalesce(nullif(c.tax_code, ''), '${salesTax}')) as taxes,
    coalesce(a.billed, '[]') as billed,
    (select coalesce(json_agg(json_build_object('id', i.id, 'from', i.period_start, 'to', i.period_end) order by i.id), '[]') from invoice i
      where i.client_id = c.client_id and i.contract_id = c.id and i.kind = 'meal' and i.status = 'credited') as credited
  from client_contract c join client cl on cl.id = c.client_id join site s on s.id = c.site_id left join meal_account a on a.id = c.id
  where c.id = any($1::bigint[])`

interface Contract extends Row<typeof ClientContract> {
  readonly client: string
  readonly site: string
  readonly siteCode: string
  readonly taxes: ReadonlyArray<Pick<Row<typeof TaxCode>, "rates">> | null
  readonly billed: ReadonlyArray<Period>
  readonly credited: ReadonlyArray<Period & { readonly id: number }>
}

const order = (a: PlannedBill, b: PlannedBill) =>
  a.siteCode.localeCompare(b.siteCode, "en") || a.client.localeCompare(b.client, "en") || a.from.localeCompare(b.from) || a.contractId - b.contractId

/** The bills of the contracts with unbilled meals in a period, by site, client and day. Refused without a tax rate on the last day. */
export const plannedBills = (asked: PlanAsked & { readonly contractIds?: ReadonlyArray<number> }, whatIf: WhatIf | null = null) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const slots = yield* slotsBy(asked)
    const contracts = (yield* statement(contractsSql, [[...slots.keys()]])) as ReadonlyArray<Contract>
    const bills: Array<PlannedBill> = []
    for (const contract of contracts) {
      const { id, contractNumber, clientId, client, siteId, site, siteCode, currency, taxes, billed, credited } = contract
      const taxCode = contract.taxCode || salesTax
      for (const { from, to } of unbilledParts(asked, billed)) {
        const own = slots.get(id)!.filter(({ date }) => from <= date && date <= to)
        if (own.length === 0) continue
        const taxRate = taxes?.[0] && taxRateAt(taxes[0], to)
        if (taxRate === undefined) return yield* Effect.fail(invalid(`There is no tax ${taxCode} for ${to}, which ${contractNumber} of ${client} needs`))
        const agreed = billOf(contract, own, taxRate)
        const taxThen = whatIf?.taxDate === undefined ? taxRate : taxRateAt(taxes![0]!, whatIf.taxDate)
        if (taxThen === undefined) return yield* Effect.fail(invalid(`There is no tax ${taxCode} for ${whatIf?.taxDate}`))
        const bill = whatIf ? billOf(...supposed(whatIf, contract, own, taxThen)) : agreed
        if (bill.total === 0 && bill.problems.length === 0 && agreed.total === 0) continue
        const [project = null, ...others] = new Set(own.map(({ projectId }) => projectId))
        bills.push({
          contractId: id,
          contractNumber,
          clientId,
          client,
          siteId,
          site,
          siteCode,
          projectId: others.length === 0 ? project : null,
          currency,
          from,
          to,
          taxCode,
          replaces: credited.findLast((bill) => bill.from === from && bill.to === to)?.id ?? null,
          ...bill,
          ...(whatIf && { agreed: { subtotal: agreed.subtotal, tax: agreed.tax, total: agreed.total } }),
        })
      }
    }
    return bills.sort(order)
  })

/** The content of a bill without ids: two bills are the same if and only if this is equal. */
const said = ({ client, siteCode, contractNumber, from, to, currency, taxCode, slots, lines, taxes, subtotal, tax, total }: PlannedBill) => ({
  client,
  siteCode,
  contractNumber,
  from,
  to,
  currency,
  taxCode,
  slots,
  lines,
  taxes,
  subtotal,
  tax,
  total,
})

/** SHA-256 over the content of the bills. Independent of the machine's clock and time zone, and of the plan's id. */
export const digestOf = (bills: ReadonlyArray<PlannedBill>): string => sha256(canonical(bills.map(said)))

/** The bills that become invoices: those with a total of zero do not. */
export const toPost = ({ bills }: Pick<Plan, "bills">): ReadonlyArray<PlannedBill> => bills.filter(({ total }) => total > 0)

const keyOf = ({ contractId, from, to }: PlannedBill) => `${contractId} ${from} ${to}`
const nameOf = ({ client, site }: PlannedBill) => `${client} at ${site}`
const money = ({ currency }: PlannedBill, cents: number) => `${currency} ${formatMoney(cents)}`

/** The differences between two bills for the same days, in words. */
const change = (before: PlannedBill, now: PlannedBill): string => {
  const parts: Array<string> = []
  if (before.heads !== now.heads) parts.push(`meals ${before.heads} → ${now.heads}`)
  else {
    const slot = before.slots.find((slot, n) => canonical(slot) !== canonical(now.slots[n]))
    const other = slot && now.slots.find(({ date, mealType }) => date === slot.date && mealType === slot.mealType)
    if (slot && other && slot.served !== other.served) parts.push(`${slot.mealType} of ${slot.date} ${slot.served} → ${other.served}`)
    else if (slot && other && slot.planned !== other.planned) parts.push(`planned for ${slot.mealType} of ${slot.date} ${slot.planned} → ${other.planned}`)
    else if (before.subtotal !== now.subtotal) parts.push("prices")
  }
  if (before.subtotal === now.subtotal && before.tax !== now.tax) parts.push("tax")
  if (before.total !== now.total) parts.push(`${money(before, before.total)} → ${money(now, now.total)}`)
  return parts.join(", ") || "terms"
}

/** The changes between two sets of bills, one sentence each: "SLB at Unity State: meals 31 → 33, USD 387.50 → USD 412.50". */
export const changesBetween = (before: ReadonlyArray<PlannedBill>, now: ReadonlyArray<PlannedBill>): ReadonlyArray<string> => {
  const known = new Map(now.map((bill) => [keyOf(bill), bill]))
  const gone = before.flatMap((bill) => {
    const other = known.get(keyOf(bill))
    known.delete(keyOf(bill))
    if (!other) return [`${nameOf(bill)}, ${bill.from} to ${bill.to}: ${money(bill, bill.total)} → no longer to be billed for these days`]
    return canonical(said(bill)) === canonical(said(other)) ? [] : [`${nameOf(bill)}: ${change(bill, other)}`]
  })
  return [...gone, ...[...known.values()].map((bill) => `${nameOf(bill)}, ${bill.from} to ${bill.to}: not in the plan → ${money(bill, bill.total)}`)]
}

const problemsSql = sql(
  {
    site: col.text,
    client: col.nullable(col.text),
    problem: col.text,
    meals: col.whole,
    heads: col.whole,
    from: col.text,
    to: col.text,
  },
  `select s.name as site, c.company_name as client, p.problem, count(*)::int as meals, sum(p.heads)::int as heads,
    to_char(min(p.date), 'YYYY-MM-DD') as from, to_char(max(p.date), 'YYYY-MM-DD') as to
  from meal_problem p join site s on s.id = p.site_id left join client c on c.id = p.client_id
  where p.date between $1::date and $2::date and ($3::bigint is null or p.site_id = $3) and ($4::bigint is null or p.client_id is null or p.client_id = $4)
  group by 1, 2, 3 order by 1, 2, 3`,
)

/** Meals of a period without a contract that can be billed, as sentences. */
const unbillable = ({ from, to, siteId, clientId }: PlanAsked) =>
  Effect.flatMap(Database, ({ statement }) =>
    Effect.map(statement(problemsSql, [from, to, siteId, clientId]), (rows) =>
      rows.map(({ site, client, problem, meals, heads, from, to }) => {
        const what = `${site}, ${from === to ? from : `${from} to ${to}`}: ${count(heads, "person", "people")} of ${count(meals, "meal")}`
        return problem === "several_clients" ? `${what} without a client, although several have a contract` : `${what} of ${client}, who has no contract`
      }),
    ),
  )

/** The past days of a month: the remaining ones can still change. Refused if there are none. */
export const monthAsked = (month: string, today: string): Effect.Effect<Period, Rejection> => {
  const period = /^\d{4}-\d\d$/.test(month) ? periodNamed(month) : undefined
  if (!period) return Effect.fail(invalid("Month must be written as 2026-10"))
  const yesterday = addDays(today, -1)
  if (period.from > yesterday) return Effect.fail(invalid("No unbilled meals in this period"))
  return Effect.succeed({ from: period.from, to: period.to < yesterday ? period.to : yesterday })
}

/** Refuses a rate in a currency in which no contract of the plan has its prices: it would change nothing. */
const requireApplicable = (whatIf: WhatIf | null, bills: ReadonlyArray<PlannedBill>) => {
  if (whatIf?.exchangeRate !== undefined && !bills.some((bill) => bill.currency === "SSP"))
    return Effect.fail(invalid("Every contract here is priced in USD, so an exchange rate changes nothing"))
  if (whatIf?.rate === undefined) return Effect.void
  const { currency = "USD" } = whatIf
  const priced = [...new Set(bills.map((bill) => bill.currency))]
  if (priced.includes(currency)) return Effect.void
  return Effect.fail(
    invalid(`The rate is in ${currency}, but every contract here is priced in ${priced.join(" or ")}. Give the rate in ${priced.join(" or ")}`),
  )
}

/** Names the contracts with prices in another currency, to which a what-if rate does not apply. */
const inOtherCurrency = (whatIf: WhatIf | null, bills: ReadonlyArray<PlannedBill>): ReadonlyArray<string> => {
  if (whatIf?.rate === undefined) return []
  const { currency = "USD" } = whatIf
  const others = [...new Map(bills.filter((bill) => bill.currency !== currency).map((bill) => [bill.contractNumber, bill])).values()]
  return others.map((bill) => `${nameOf(bill)} is priced in ${bill.currency}: the rate in ${currency} does not apply to it; its own rate is kept`)
}

const keep = 90

/** Creates a plan and stores it for 90 days, longer if a run posts it. Writes no event. Refused (422) if there is nothing to bill. */
export const makePlan = (asked: PlanAsked & { readonly month: string | null }, whatIf: WhatIf | null, madeBy: number | null) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const { month, ...scope } = asked
    const bills = yield* plannedBills(scope, whatIf)
    if (bills.length === 0) return yield* Effect.fail(invalid("No unbilled meals in this period"))
    yield* requireApplicable(whatIf, bills)
    const problems = [...inOtherCurrency(whatIf, bills), ...(yield* unbillable(scope))]
    const id = `${month ?? monthOf(scope.from)}-${randomBytes(4).toString("hex")}`
    const digest = digestOf(bills)
    yield* statement(
      `with old as (delete from app.billing_plan p where made_at < now() - $1::int * interval '1 day' and not exists (select from billing_run r where r.plan_id = p.id))
       insert into app.billing_plan (id, month, scope, what_if, digest, bills, problems, made_by) values ($2, $3, $4, $5, $6, $7, $8, $9)`,
      [keep, id, month, scope, whatIf, digest, bills, problems, madeBy],
    )
    return yield* planNamed(id)
  })

/** The bills as {@link makePlan} stores them. */
const keptBills: Col<ReadonlyArray<PlannedBill>> = { types: ["jsonb"], is: Array.isArray }
const planSql = sql(
  {
    id: col.text,
    month: col.nullable(col.text),
    scope: col.json(Schema.Struct({ from: Schema.String, to: Schema.String, siteId: Schema.NullOr(Schema.Int), clientId: Schema.NullOr(Schema.Int) })),
    whatIf: col.nullable(col.json(WhatIf)),
    digest: col.text,
    bills: keptBills,
    problems: col.json(Schema.Array(Schema.String)),
    madeBy: col.nullable(col.whole),
    madeAt: col.text,
  },
  `select id, month, scope, what_if as "whatIf", digest, bills, problems, made_by as "madeBy",
     to_char(made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "madeAt" from app.billing_plan where id = $1`,
)

/** A plan by its id. Refused (404) if there is none. */
export const planNamed = (id: string) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const [row] = yield* statement(planSql, [id])
    if (!row) return yield* Effect.fail(notFound(`There is no plan ${id}`))
    const { scope, ...plan } = row
    return { ...plan, ...scope } satisfies Plan
  })
