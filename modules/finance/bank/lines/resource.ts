/** The resource of bank lines: reading them, and the commands on them. */
import { Schema } from "effect"
import { computed, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { accountJoin } from "../joins.ts"
import { BankLine, bankLines as stream, draftFromLine, matchLine, offsetLine, payFromLine, settleLine, undoMatch } from "./bank-line.ts"

const cashier = { may: ["payments.process"], scope: "all" } as const
const read = { may: ["payments.process"], rows: everyRow() } as const
const Text = Schema.NullOr(Schema.String)
const parts = Schema.Array(Schema.Struct({ entryId: Schema.Int, entryNumber: Schema.String, description: Schema.String, amount: Schema.String }))
const recordedAs = Schema.Array(Schema.Struct({ kind: Schema.String, id: Schema.Int, number: Schema.String, status: Schema.String }))
const matchedWith = {
  fields: {
    entries: computed(
      parts,
      `(select coalesce(json_agg(json_build_object('entryId', j.id, 'entryNumber', j.entry_number, 'description', j.description, 'amount', es.money(p.amount)) order by j.id), '[]')
        from jsonb_to_recordset(r.entries) as p("entryId" bigint, amount bigint) join journal_entry j on j.id = p."entryId")`,
      { kind: "json" },
    ),
    made: computed(
      recordedAs,
      `(select coalesce(json_agg(json_build_object('kind', m.kind, 'id', m.id, 'number', x.number, 'status', x.status)), '[]')
        from jsonb_to_recordset(r.made) as m(kind text, id bigint) left join lateral (
          select transaction_number as number, status from money_transaction where m.kind = 'money_transaction' and id = m.id
          union all select payment_number, status from payment where m.kind = 'payment' and id = m.id
          union all select run_number, status from payment_run where m.kind = 'payment_run' and id = m.id) x on true)`,
      { kind: "json" },
    ),
    /** the numbers of the entries it is matched with */
    matchedWith: computed(
      Text,
      `(select string_agg(j.entry_number, ', ' order by j.id) from jsonb_to_recordset(r.entries) as p("entryId" bigint) join journal_entry j on j.id = p."entryId")`,
      { label: "Matched with" },
    ),
  },
  dependsOn: ["journal_entry", "money_transaction", "payment", "payment_run"],
} as const satisfies Join

export const bankLines = resource("bankLines", stream, {
  path: "/api/bank-lines",
  noun: ["bank line", "bank lines"],
  answer: "BankLine",
  area: "bank",
  read,
  joins: [accountJoin, matchedWith, userJoin(BankLine, "matchedBy")],
  hidden: ["identity", "position", "entries", "made"],
  titles: { matchedByUser: "Matched by", matchedAt: "Matched" },
  list: {
    columns: ["date", "accountName", "counterparty", "text", "reference", "currency", "amount", "status", "matchedWith"],
    filters: ["status", "accountId", "statementId"],
    sorts: ["date", "amount"],
    order: "-date",
    search: ["text", "counterparty", "reference"],
    date: "date",
    file: "Bank lines",
    long: true,
  },
  details: ["accountName", "date", "counterparty", "text", "reference", "matchedWith", "matchedByUser", "matchedAt"],
  commands: {
    match: updates(matchLine, { ...cashier, duties: "not the person who posted the entry manually" }),
    settle: updates(settleLine, cashier),
    draft: updates(draftFromLine, { ...cashier, duties: "another person posts it" }),
    pay: updates(payFromLine, { may: ["finance.full"], scope: "all", duties: "another person checks the run" }),
    offset: updates(offsetLine, cashier),
    undo: updates(undoMatch, cashier),
  },
})
export const BankLinesApi = bankLines.api
