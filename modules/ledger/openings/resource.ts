/** How the opening balances are reached: people take them over with imports, others confirm them. */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { computed, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { openingAccount } from "../accounts/account.ts"
import { ofAccount } from "../journal-entries/lines.ts"
import { confirmOpening, Opening, openings as stream } from "./opening.ts"

const own = {
  fields: {
    waitingFor: computed(
      Schema.NullOr(Schema.String),
      "(select string_agg(p.first_name || ' ' || p.last_name, ', ' order by p.id) from person p where r.waiting @> to_jsonb(p.id))",
      { label: "Not confirmed yet" },
    ),
    /** what all opening balances come to, in USD: the equity of the earlier books */
    equity: computed(
      Schema.String,
      `es.money((select coalesce(sum(l.credit_usd - l.debit_usd), 0)::bigint from account a join journal_line l on ${ofAccount}
        where a.account_number = '${openingAccount}'))`,
      { label: `Posted against ${openingAccount}`, kind: "money" },
    ),
  },
  dependsOn: ["journal_entry"],
} as const

export const openings = resource("openings", stream, {
  path: "/api/ledger/openings",
  noun: ["opening", "openings"],
  answer: "Opening",
  area: "ledger",
  read: { may: ["finance.full"], rows: everyRow() },
  hidden: ["waiting"],
  joins: [userJoin(Opening, "enteredBy", "confirmedBy"), own],
  titles: { enteredByUser: "Last entered by", confirmedByUser: "Last confirmed by" },
  list: {
    columns: ["status", "waitingFor", "equity", "confirmedAt"],
    filters: ["status"],
    sorts: ["status", "confirmedAt"],
    order: "status",
    search: [],
    file: "Opening balances",
  },
  details: ["equity", "waitingFor", "enteredByUser", "confirmedByUser", "confirmedAt"],
  commands: {
    confirm: updates(confirmOpening, {
      may: ["finance.full"],
      scope: "all",
      duties: "what other people have entered",
      stepUp: true,
      // the inbox counts these rows
      hint: (who) => (holds(who, "finance.full") && !who.simulated ? `(r.waiting <> '[]' and r.waiting <> to_jsonb(array[${Number(who.person)}]))` : "false"),
    }),
  },
})

export const OpeningsApi = openings.api
