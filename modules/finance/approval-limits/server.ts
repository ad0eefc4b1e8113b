import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, type ListShape, rowAnswer } from "@ops/platform/http/list-query.ts"
import { invalid } from "@ops/platform/records/command.ts"
import { histories } from "@ops/platform/records/history.ts"
import { execute } from "@ops/platform/records/records.ts"
import { journalPolicies, setJournalLimit } from "@ops/ledger/journal-drafts/journal-policy.ts"
import { approvalPolicies, setApprovalLimit } from "@ops/procurement/policy.ts"
import { ApprovalLimitsApi } from "./contract.ts"
import { pettyCashPolicies, setPettyCashLimit } from "../petty-cash/policy.ts"
import { expensePolicies, setExpenseLimit } from "../expense-requests/policy.ts"
import type { limitKinds } from "../shared/labels.ts"

type Kind = (typeof limitKinds)[number]

/** Each kind: where its limits are stored, and the levels that decide on it. */
const kinds: Readonly<Record<Kind, { readonly table: string; readonly what: string; readonly levels: ReadonlyArray<number> }>> = {
  expense: { table: "expense_policy", what: "expenses", levels: [7, 8, 10] },
  petty_cash: { table: "petty_cash_policy", what: "petty cash", levels: [6, 7, 8, 10] },
  purchase: { table: "approval_policy", what: "purchases", levels: [6, 8, 10] },
  // level 10 posts without a limit
  journal: { table: "journal_policy", what: "journal entries", levels: [7] },
}
/** Every limit that was ever set, numbered within its kind. */
const limits = Object.entries(kinds)
  .map(
    ([kind, { table }], n) =>
      `select ${n + 1} * 1000000 + t.place as id, '${kind}' as kind, (t.l->>'level')::int as level, (t.l->>'from')::date as "from", (t.l->>'upTo')::bigint as up_to, t.place
       from ${table} p, jsonb_array_elements(p.limits) with ordinality t(l, place)`,
  )
  .join(" union all ")
/** The current limit of a kind and level: the latest that has begun; of several from the same day, the last one set. */
const current = `l.id = (select c.id from (${limits}) c where c.kind = l.kind and c.level = l.level and c."from" <= es.today() order by c."from" desc, c.place desc limit 1)`

const limitList: ListShape = {
  select: `l.id, l.kind, l.level, l."from", case when l.up_to is not null then es.money(l.up_to) end as "upTo", coalesce(${current}, false) as "isCurrent"`,
  from: `(${limits}) l`,
  id: "l.id",
  filters: { kind: "l.kind", level: "l.level::text" },
  date: `l."from"`,
  search: ["replace(l.kind, '_', ' ')", "'Level ' || l.level"],
  sorts: { kind: "l.kind", level: "l.level", from: `l."from"`, upTo: "l.up_to" },
  order: "kind,level,-from",
  file: "Approval limits",
  columns: [
    { key: "kind", title: "Kind", kind: "text" },
    { key: "level", title: "Level", kind: "text" },
    { key: "from", title: "From", kind: "date" },
    { key: "upTo", title: "Up to (USD)", kind: "money" },
  ],
}

const limitSql = sql({ id: col.whole }, `select max(l.id)::bigint as id from (${limits}) l where l.kind = $1 and l.level = $2 and l."from" = $3`)

export const ApprovalLimitsLive = HttpApiBuilder.group(ApprovalLimitsApi, "approvalLimits", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => listAnswer("/api/approval-limits", limitList, query),
    history: () =>
      mapDatabaseErrors(
        Effect.map(
          histories([
            [expensePolicies, 1],
            [pettyCashPolicies, 1],
            [approvalPolicies, 1],
            [journalPolicies, 1],
          ]),
          // the purchases log has "Level 8 approves up to …"
          (lines) => lines.map((line) => (line.type === "ApprovalLimitSet" ? { ...line, text: line.text.replace("approves", "approves purchases") } : line)),
        ),
      ),
    set: ({ payload: { kind, level, from, upTo } }) =>
      Effect.gen(function* () {
        const who = yield* Who
        const { what, levels } = kinds[kind]
        if (!levels.includes(level)) return yield* Effect.fail(invalid(`Level ${level} cannot decide on ${what}. Give one of: ${levels.join(", ")}`))
        if (upTo !== null && upTo < 0) return yield* Effect.fail(invalid("Limit cannot be less than 0"))
        if (upTo === null && kind !== "purchase") return yield* Effect.fail(invalid("Limit is required"))
        if (from < who.today) return yield* Effect.fail(invalid("A limit holds from today on, or from a later day"))
        const options = yield* commandKey
        const set =
          kind === "purchase"
            ? execute(setApprovalLimit, { from, level, upTo }, who, options)
            : execute({ expense: setExpenseLimit, petty_cash: setPettyCashLimit, journal: setJournalLimit }[kind], { from, level, upTo: upTo! }, who, options)
        yield* mapDatabaseErrors(set)
        const [row] = yield* mapDatabaseErrors(statement(limitSql, [kind, level, from]))
        return yield* rowAnswer(limitList, row!.id, "Approval limit", 201)
      }),
  }),
)
