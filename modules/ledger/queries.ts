/** The SQL of the lists of taxes and exchange rates. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { personSql } from "@ops/identity/joins.ts"

export const taxList = (who: SignedIn): ListShape => ({
  select:
    `t.id, t.code, t.name, (select es.money((x->>'rate')::bigint) from jsonb_array_elements(t.rates) x
      where (x->>'from')::date <= es.today() order by x->>'from' desc limit 1) as rate, ` +
    `(select coalesce(json_agg(json_build_object('from', x->>'from', 'rate', es.money((x->>'rate')::bigint), 'source', x->>'source', 'confirmed', (x->>'confirmed')::boolean) order by x->>'from'), '[]')
      from jsonb_array_elements(t.rates) x) as rates, ` +
    `(select coalesce(json_agg(json_build_object('from', x."from", 'rate', es.money(x.rate), 'source', x.source, 'proposedByUser', ${personSql('x."proposedBy"')},
        'canConfirm', ${holdsAny(who, ["finance.full", "currency.manage"])} and x."proposedBy" is distinct from ${Number(who.person)}) order by x."from"), '[]')
      from jsonb_to_recordset(t.proposals) as x("from" text, rate bigint, source text, "proposedBy" bigint)) as proposals`,
  from: "tax_code t",
  id: "t.id",
  search: ["t.code", "t.name"],
  sorts: { code: "t.code", name: "t.name" },
  order: "code",
})

/** Proposed rates of taxes; the id is the tax's id with the day. */
export const taxRateProposalList = (who: SignedIn): Pick<ListShape, "select" | "from"> => ({
  select: `(t.id * 100000000 + replace(x."from", '-', '')::bigint) as id, t.code, t.name, x."from", es.money(x.rate) as rate, x.source, x."proposedBy",
    ${personSql('x."proposedBy"')} as "proposedByUser",
    (select to_char(max(e.occurred_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from es.event e
      where e.stream = 'tax_code/' || t.id and e.type = 'TaxRateProposed' and e.data->>'from' = x."from") as "proposedAt",
    ${holdsAny(who, ["finance.full", "currency.manage"]) ? `x."proposedBy" is distinct from ${Number(who.person)}` : "false"} as "canConfirm"`,
  from: `tax_code t cross join jsonb_to_recordset(t.proposals) as x("from" text, rate bigint, source text, "proposedBy" bigint)`,
})

export const rateList: ListShape = {
  select: `r.type, to_char(x."from", 'YYYY-MM-DD') as "from", es.money(x.rate) as rate, x.source, ${personSql('x."enteredBy"')} as "enteredByUser"`,
  from: 'exchange_rate r cross join jsonb_to_recordset(r.rates) as x("from" date, rate bigint, source text, "enteredBy" bigint)',
  id: "r.id",
  date: 'x."from"',
  filters: { type: "r.type" },
  search: ["x.source"],
  sorts: { from: 'x."from"', rate: "x.rate", type: "r.id" },
  order: "-from,type",
  file: "Exchange rates",
  columns: [
    { key: "from", title: "From", kind: "date" },
    { key: "type", title: "Type", kind: "text" },
    { key: "rate", title: "SSP per USD", kind: "money" },
    { key: "source", title: "Source", kind: "text" },
  ],
}
