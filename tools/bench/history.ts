/**
 * Inserts years of work into the log at once: purchase requests as written by the commands, five events each, with commits and rows. Their hashes are
 * placeholders, which no fold reads; `hashHistory` replaces them by those that verification expects.
 */
import { Effect } from "effect"
import postgres from "postgres"
import { commitDigest, eventHash } from "@ops/platform/event-store/hash.ts"
import { logPage } from "@ops/platform/event-store/log-page.ts"
import { rebuild } from "@ops/platform/records/generations/generation.ts"
import { model } from "../../apps/server/modules.ts"
import type { Company, Server } from "./company.ts"

const eventsEach = 5
/** Ids begin here, far from those that commands draw. */
export const firstId = 10_000_000

const statement = (events: number) => `
  insert into es.commit (command_id, command, request_hash, actor, correlation, via, app_version, result)
  select 'bench ' || i || ' ' || n, 'bench', repeat('0', 64), 'system:bench', 'bench ' || i, 'system', '0', jsonb_build_object('id', i)
  from generate_series(${firstId}, ${firstId + events / eventsEach - 1}) i, generate_series(1, ${eventsEach}) n order by n, i;

  insert into es.event (position, stream, version, type, schema_version, occurred_at, data, commit_id, hash)
  select nextval('es.event_position'), 'purchase_request/' || i, n, kind, 1, timestamptz '2026-01-01 06:00Z' + (i - ${firstId}) * interval '1 minute', data,
    c.id, encode(sha256(convert_to(i || ' ' || n, 'UTF8')), 'hex')
  from es.commit c,
    lateral (select split_part(c.command_id, ' ', 2)::int as i, split_part(c.command_id, ' ', 3)::int as n) r,
    lateral (select
      case n when 1 then 'PurchaseRequestRaised' when 5 then 'PurchaseRequestApproved' else 'PurchaseItemAdded' end as kind,
      case n
        when 1 then jsonb_build_object('requestNumber', 'PR-2025-' || i, 'siteId', i % 3 + 1, 'requestedBy', null, 'priority', 'medium',
          'justification', 'Kitchen stores for week ' || i % 52, 'requestDate', '2026-01-01', 'copiedFrom', null)
        when 5 then jsonb_build_object('approvedBy', null, 'vendorId', null, 'overrideReason', null)
        else jsonb_build_object('stockItemId', n, 'quantity', i % 40 + 1, 'estimatedCost', i % 9000 + 100, 'notes', '', 'addedBy', null)
      end as data) d
  where c.command = 'bench' order by c.id;

  vacuum analyze es.event; vacuum analyze es.commit;`

/** Inserts a number of events, a multiple of five, and builds the rows. */
export const layHistory = async (company: Company, events: number) => {
  for (const text of statement(events).split(/;\s*(?=insert|vacuum|$)/)) if (text.trim()) await company.lay(text)
  await rebuildRows(company)
  await company.lay("vacuum analyze")
}

/** Gives the inserted events the hashes that commands would have given them, so that the log passes verification. */
export const hashHistory = async (company: Company, server: Server) => {
  const sql = postgres(server.url("company"), { max: 1, onnotice: () => {} })
  try {
    await sql`set session_replication_role = replica`
    const heads = new Map<string, string>()
    for (let after = 0; ; ) {
      const page = await company.run(logPage(after, Number.MAX_SAFE_INTEGER, 20_000))
      if (page.events.length === 0) break
      const hashes = page.events.map((event) => {
        const hash = eventHash(heads.get(event.stream) ?? "", event, commitDigest(page.commits.get(event.commitId)!))
        heads.set(event.stream, hash)
        return hash
      })
      await sql`update es.event e set hash = n.hash from unnest(${page.events.map(({ position }) => position)}::bigint[], ${hashes}::text[]) n(position, hash)
        where e.position = n.position and e.hash <> n.hash`
      after = page.events.at(-1)!.position
    }
  } finally {
    await sql.end()
  }
  await company.lay("vacuum analyze es.event")
}

/** Folds the whole log into new rows; returns the number of events. */
export const rebuildRows = (company: Company) => company.run(Effect.map(rebuild(model.streams, model.views), ({ position }) => position))
