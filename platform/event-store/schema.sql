-- The event store. Created by the owner; the application's role appends events through es.append only, reads, and writes
-- directly to the few tables granted at the end of this file.
create schema if not exists es;

create table if not exists es.commit (
  id bigint generated always as identity primary key,
  command_id text not null constraint commit_command_id unique,
  command text not null,
  request_hash text not null,
  actor text not null,
  on_behalf_of text,
  correlation text not null,
  causation text,
  via text not null,
  app_version text not null,
  recorded_at timestamptz not null default clock_timestamp(),
  result jsonb
);

create index if not exists commit_by_actor on es.commit (actor, command, id); -- what a person has decided

drop table if exists es.stream; -- the head of a stream is its last event

create sequence if not exists es.event_position cache 1; -- the fence relies on cache 1

create table if not exists es.event (
  position bigint primary key,
  stream text not null,
  version int not null,
  type text not null,
  schema_version smallint not null,
  occurred_at timestamptz not null,
  data jsonb not null,
  commit_id bigint not null,
  hash text not null,
  constraint event_once unique (stream, version)
);
create index if not exists event_by_type on es.event (type, position);
create index if not exists event_by_commit on es.event (commit_id);

-- Generations of the rows: which one is live, and the fold code that made each.
create table if not exists es.projection (
  name text not null,
  generation int not null,
  fingerprint text not null,
  state text not null check (state in ('building', 'active', 'retired')),
  position bigint not null default 0,
  primary key (name, generation)
);

-- Whether this database serves production or demo mode: one row, recorded at the first start and never changed.
create table if not exists es.installation (
  one boolean primary key default true check (one),
  mode text not null check (mode in ('demo', 'production')),
  recorded_at timestamptz not null default clock_timestamp()
);

-- Past instants whose rows exist, in the schema as_of_POSITION. Written in the transaction that builds them.
create table if not exists es.instant (
  position bigint primary key,
  fingerprint text not null, -- of the fold code; a different one, or an empty one, means that they must be rebuilt
  built_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);

-- Who was shown sensitive data. Each row's hash covers the previous row's, so that a changed or missing row is detected.
create table if not exists es.read (
  id bigint primary key,
  at timestamptz not null,
  actor text not null,
  via text not null,
  endpoint text not null,
  path text not null,
  class text not null,
  purpose text,
  records text[] not null,
  shown int not null,
  status int not null,
  as_of bigint, -- the position of the past instant that was read; null is the present
  hash text not null
);
create index if not exists read_by_actor on es.read (actor, id);

-- Keys of the personal fields in the log, at most one active key per stream, themselves encrypted with a key outside the
-- database. A null key has been erased: data encrypted with it can no longer be read.
create table if not exists es.personal_key (
  id text primary key,
  stream text not null,
  version int not null, -- of the first event that it encrypts
  key bytea,
  made_at timestamptz not null default clock_timestamp(),
  erased_at timestamptz
);
create unique index if not exists personal_key_of on es.personal_key (stream) where key is not null;

-- Seals: a signed note about the Merkle tree over all events up to a position. `frontier` contains the roots of the tree's
-- complete subtrees (32 bytes each), which the next seal extends; `entries` contains the leaf, position and fingerprints of
-- each event since the previous seal.
create table if not exists es.seal (
  id bigint primary key,
  kind text not null check (kind in ('new', 'day', 'month')),
  position bigint not null,
  size bigint not null,
  root text not null,
  previous text not null,
  at timestamptz not null,
  key_id text not null,
  note text not null,
  frontier bytea not null,
  entries bytea not null
);
alter table es.seal alter column entries set storage external; -- hashes do not compress
create index if not exists seal_by_position on es.seal (position);
create index if not exists seal_of_period on es.seal (id) where kind <> 'new';

-- Reactors: how far each has read the log, and its pending effects.
create table if not exists es.reactor (name text primary key, position bigint not null default 0);
create table if not exists es.effect (
  reactor text not null,
  position bigint not null,
  attempts int not null default 0,
  due timestamptz not null default now(),
  leased_until timestamptz,
  parked boolean not null default false,
  error text,
  primary key (reactor, position)
);
create index if not exists effect_due on es.effect (due) where not parked;

-- Append-only for every role.
create or replace function es.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The log is append only: % of % is refused', tg_op, tg_table_name using errcode = '42501';
end $$;
do $$
declare t text;
begin
  foreach t in array array['event', 'commit', 'read', 'seal', 'installation'] loop
    execute format('create or replace trigger append_only before update or delete on es.%I for each row execute function es.refuse_change()', t);
    execute format('create or replace trigger no_truncate before truncate on es.%I for each statement execute function es.refuse_change()', t);
  end loop;
end $$;

-- Identifies the advisory locks of the fence: the upper 16 bits of their key.
create or replace function es.fence_tag() returns int language sql immutable parallel safe as 'select 20311';

-- The parameters of es.append: an array of each, as row literals, which Postgres parses faster than JSON.
do $$ begin
  create type es.new_commit as (command_id text, command text, request_hash text, actor text, on_behalf_of text, correlation text,
    causation text, via text, app_version text, result jsonb);
  -- `act` is the index of its commit, from 1
  create type es.new_event as (stream text, version int, type text, schema_version smallint, occurred_at timestamptz, data jsonb, hash text, act int);
  -- a stream at the version on which the decision was based
  create type es.seen as (stream text, version int, writes boolean);
  create type es.new_key as (id text, stream text, version int, key text);
exception when duplicate_object then null;
end $$;

/*
 Appends commits with their events, which take positions in the given order. `there` are the streams that are written, or only
 read for the decision, at the versions that were seen; new streams are left out. Every writer must list them in the same order
 to avoid deadlocks. `keys` (in base64) were created for personal fields among the events; the keys of `erased` streams are
 destroyed. Each may be null.
 `fold` is the fingerprint of the code that folded the rows of the same statement. The statement holds locks on their tables, so
 the live generation cannot be replaced between this check and the commit.
 Raises 23505 on event_once or OP409 if a stream has moved, 23505 on commit_command_id if the command was already performed,
 OPOLD if the live rows are made by other code than the writer's. Returns the position of the last event, 0 without events.
*/
drop function if exists es.append(jsonb);
create or replace function es.append(commits es.new_commit[], events es.new_event[], there es.seen[], keys es.new_key[], erased text[], fold text) returns bigint
language plpgsql security definer set search_path = es, pg_temp
-- its plans are cached while the tables may still be small, but must suit large tables
set enable_seqscan = off as $$
declare
  one seen;
  locked boolean;
  ids bigint[];
  last bigint;
begin
  if fold <> (select p.fingerprint from projection p where p.name = 'rows' and p.state = 'active') then
    raise exception 'The rows are now made by another version of this program' using errcode = 'OPOLD';
  end if;

  -- Until the commit, a writer of a stream excludes everyone else, a reader excludes writers: two commands that each
  -- decide on data changed by the other cannot both be valid. Advisory locks cost no write, unlike row locks. A new
  -- stream has no reader yet. (An assigned expression is evaluated without a separate query.)
  if there is not null then
    foreach one in array there loop
      locked := case when one.writes then pg_advisory_xact_lock(fence_tag(), hashtext(one.stream)) is not null
        else pg_advisory_xact_lock_shared(fence_tag(), hashtext(one.stream)) is not null end;
    end loop;
    -- checks that they are still at the versions seen; the locks keep them there until the commit
    perform from unnest(there) as seen
      where seen.version <> coalesce((select e.version from event e where e.stream = seen.stream order by e.version desc limit 1), 0) limit 1;
    if found then raise exception 'a stream has moved' using errcode = 'OP409'; end if;
  end if;

  -- the fence: announces, before any position is drawn, that no event of this transaction will be at or below `last`
  last := coalesce(pg_sequence_last_value('es.event_position'), 0);
  locked := pg_advisory_xact_lock_shared((fence_tag()::bigint << 48) | last) is not null;

  ids := array(select nextval('commit_id_seq') from unnest(commits)); -- generate_series is estimated at a thousand rows and would be planned again each time
  insert into commit (id, command_id, command, request_hash, actor, on_behalf_of, correlation, causation, via, app_version, result)
    overriding system value
    select ids[c.nth], c.command_id, c.command, c.request_hash, c.actor, c.on_behalf_of, c.correlation, c.causation, c.via, c.app_version, c.result
    from unnest(commits) with ordinality as c(command_id, command, request_hash, actor, on_behalf_of, correlation, causation, via, app_version, result, nth);
  last := 0;
  if cardinality(events) > 0 then
    insert into event (position, stream, version, type, schema_version, occurred_at, data, commit_id, hash)
      select nextval('event_position'), e.stream, e.version, e.type, e.schema_version, e.occurred_at, e.data, ids[e.act], e.hash from unnest(events) e;
    last := currval('event_position');
  end if;

  if keys is not null then
    insert into personal_key (id, stream, version, key) select k.id, k.stream, k.version, decode(k.key, 'base64') from unnest(keys) k;
  end if;
  if erased is not null then
    update personal_key set key = null, erased_at = clock_timestamp() where key is not null and stream = any(erased);
    update instant set fingerprint = ''; -- the rows of past instants are rebuilt, without the erased data
  end if;
  return last;
end $$;

-- Called by processes of versions before the check above, which then answer 503 and have to be stopped.
create or replace function es.append(commits es.new_commit[], events es.new_event[], there es.seen[], keys es.new_key[], erased text[]) returns bigint
language plpgsql as $$
begin
  raise exception 'This process is older than the database. Stop it' using errcode = '57P03';
end $$;

-- Checks whether the database can still write: allocates new disk space, as an append may have to, and fails if there is none.
create table if not exists es.write_check (filler text);
create or replace function es.check_write() returns void
language plpgsql security definer set search_path = es, pg_temp as $$
begin
  truncate write_check;
  insert into write_check select repeat(md5(random()::text), 60) from generate_series(1, 64);
end $$;

-- Destroys keys that an event of these types had already destroyed, because a backup's keys may be older than its log.
-- Returns their number.
create or replace function es.erase_again(types text[]) returns bigint
language sql security definer set search_path = es, pg_temp as $$
  -- runs at each start: erasures are few, and only the index by type can find them in this form, whatever the statistics of a long log say
  with gone as (
    update personal_key k set key = null, erased_at = clock_timestamp()
    from (
      select e.stream, max(e.version) as version from unnest(types) as erasing (type)
        cross join lateral (select position from event where (type, position) > (erasing.type, 0) and (type, position) <= (erasing.type, 9223372036854775807) offset 0) found
        cross join lateral (select stream, version from event where position = found.position offset 0) e
      group by e.stream) erased
    where k.key is not null and k.stream = erased.stream and k.version <= erased.version
    returning 1)
  select count(*) from gone
$$;

-- The last position that a reader may see: in a past instant, the position of that instant.
create or replace function es.horizon() returns bigint language sql stable as
  $$ select coalesce(nullif(current_setting('ops.position', true), '')::bigint, 9223372036854775807) $$;

-- The position up to which every event is final. The order of the two reads matters: last_value first.
-- A standby sees neither the locks of its primary nor which positions were really drawn (a sequence is logged 32 values ahead).
-- There the newest seal is used: the primary wrote it when everything up to its position was closed.
create or replace function es.closed() returns bigint language plpgsql volatile security definer set search_path = es, pg_temp as $$
declare hi bigint; fence bigint;
begin
  if pg_is_in_recovery() then
    return least(coalesce((select max(position) from seal), 0), horizon());
  end if;
  select case when is_called then last_value else 0 end into hi from event_position;
  select min(((classid::bigint << 32) | objid::bigint) & ((1::bigint << 48) - 1)) into fence
  from pg_locks
  where locktype = 'advisory' and objsubid = 1 and (classid::bigint >> 16) = fence_tag()
    and database = (select oid from pg_database where datname = current_database());
  return least(hi, coalesce(fence, hi), es.horizon());
end $$;

-- Records reads of sensitive data, in one hash chain. `reads` is [{at, actor, via, endpoint, path, class, purpose, records, shown, status, asOf}].
create or replace function es.note_reads(reads jsonb) returns void
language plpgsql security definer set search_path = es, pg_temp as $$
declare
  one jsonb;
  head text;
  last bigint;
begin
  perform pg_advisory_xact_lock(hashtext('field office: reads'));
  select r.id, r.hash into last, head from read r order by r.id desc limit 1;
  for one in select value from jsonb_array_elements(reads) loop
    last := coalesce(last, 0) + 1;
    head := encode(sha256(convert_to(jsonb_build_array(coalesce(head, ''), last, one->'at', one->'actor', one->'via', one->'endpoint', one->'path',
      one->'class', one->'purpose', one->'records', one->'shown', one->'status', one->'asOf')::text, 'UTF8')), 'hex');
    insert into read (id, at, actor, via, endpoint, path, class, purpose, records, shown, status, as_of, hash)
    values (last, (one->>'at')::timestamptz, one->>'actor', one->>'via', one->>'endpoint', one->>'path', one->>'class', one->>'purpose',
      array(select jsonb_array_elements_text(one->'records')), (one->>'shown')::int, (one->>'status')::int, (one->>'asOf')::bigint, head);
  end loop;
end $$;

-- The next ids of a kind of record, or numbers of a document series. Sequences are created at first use.
create or replace function es.next_value(sequence text, many int) returns setof bigint
language plpgsql security definer set search_path = es, pg_temp as $$
begin
  if to_regclass(format('es.%I', sequence)) is null then
    perform pg_advisory_xact_lock(hashtext('field office: sequence'));
    execute format('create sequence if not exists es.%I', sequence);
  end if;
  return query select nextval(format('es.%I', sequence)) from generate_series(1, many);
end $$;

-- Advances a sequence past an explicitly chosen id (the three sites, imports).
create or replace function es.reserve_value(sequence text, used bigint) returns void
language plpgsql security definer set search_path = es, pg_temp as $$
begin
  perform es.next_value(sequence, 1);
  perform setval(format('es.%I', sequence), greatest(used, (select last_value from pg_sequences where schemaname = 'es' and sequencename = sequence)));
end $$;

-- Format money (cents) and quantities (thousandths) as text, for sums of any size.
create or replace function es.money(cents bigint) returns text language sql immutable parallel safe as
  $$ select round(cents::numeric / 100, 2)::text $$;
create or replace function es.quantity(thousandths bigint) returns text language sql immutable parallel safe as
  $$ select case when thousandths % 10 = 0 then round(thousandths::numeric / 1000, 2)::text
                 else round(thousandths::numeric / 1000, 3)::text end $$;
-- Similarity of a typed text to the words of a text, from 0 to 1. Always 0 if the database has no pg_trgm.
do $$
declare home text;
begin
  begin
    create extension if not exists pg_trgm schema public;
  exception when others then null; -- not installed, or not permitted for this account
  end;
  select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  execute format('create or replace function es.alike(asked text, said text) returns real language sql immutable parallel safe as %L',
    case when home is null then 'select 0::real' else format('select %I.word_similarity(asked, said)', home) end);
end $$;
-- The current time, or that of the setting ops.now.
create or replace function es.now() returns timestamptz language sql stable as
  $$ select coalesce(nullif(current_setting('ops.now', true), '')::timestamptz, now()) $$;
-- Today's business date in Juba, or that of the setting ops.today.
create or replace function es.today() returns date language sql stable as
  $$ select coalesce(nullif(current_setting('ops.today', true), '')::date, (now() at time zone 'Africa/Juba')::date) $$;

create schema if not exists app; -- tables outside the log: sessions, challenges. No business facts.
create schema if not exists live; -- the live generation of the rows

grant usage on schema es, app, live to ops;
grant create on schema app, live to ops;
do $$ begin
  execute format('grant create on database %I to ops', current_database());
  execute 'alter schema live owner to ops';
exception when insufficient_privilege then null; -- an administrator has already done so
end $$;
grant select on all tables in schema es to ops;
grant select on es.event_position to ops;
grant insert on es.seal, es.installation to ops;
grant insert, update, delete on es.projection, es.reactor, es.effect, es.instant to ops;
revoke all on all functions in schema es from public;
grant execute on all functions in schema es to ops;
