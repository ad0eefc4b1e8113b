/** Reads the state of a running server for its metrics and its alerts. It changes nothing. */
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect } from "effect"
import { Config, type Settings } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"

/** The pending effects of a reactor. */
interface Queue {
  readonly reactor: string
  readonly owed: number
  /** number of effects that have failed at least once */
  readonly failing: number
  /** number of effects whose last attempt failed as well */
  readonly parked: number
  /** how long the oldest has been waiting, in seconds */
  readonly oldest: number
  /** why the last attempt of the oldest failed */
  readonly error: string | null
  /** log positions that it has not read yet */
  readonly behind: number
}

export interface Readings {
  /** the time of the readings, in ms */
  readonly at: number
  readonly commits: number
  readonly position: number
  readonly queues: ReadonlyArray<Queue>
  /** how long the oldest unsealed event has been waiting, in seconds; 0 if all are sealed */
  readonly unsealed: number
  /** whether the rows are up to date with the log; they are folded in the same commit, so only a rebuild leaves them behind */
  readonly rowsCurrent: boolean
  /** age of the newest backup in seconds: infinite if there is none, null if no folder is monitored */
  readonly backup: number | null
  readonly disks: ReadonlyArray<Disk>
  /** the copies of the database that have a replication slot */
  readonly standbys: ReadonlyArray<Standby>
  /** difference between the clocks of this server and of the database, or how far the log is ahead of both, in seconds */
  readonly clock: number
}
interface Standby {
  /** the name of its slot */
  readonly name: string
  readonly connected: boolean
  /** log of the database that it has not received or cannot receive yet, in bytes */
  readonly behind: number
}
interface Disk {
  readonly folder: string
  readonly free: number
  readonly size: number
}

/** The machine as a reading needs it; replaced in tests. */
export interface Machine {
  readonly now: () => number
  readonly disk: (folder: string) => { readonly free: number; readonly size: number }
}
export const thisMachine: Machine = {
  now: Date.now,
  disk: (folder) => {
    const { bavail, blocks, bsize } = fs.statfsSync(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  },
}

const logSql = sql(
  { now: col.number, newest: col.nullable(col.number), commits: col.whole, position: col.whole, unsealed: col.nullable(col.whole), current: col.flag },
  `select (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
     (select (extract(epoch from recorded_at) * 1000)::float8 from es.commit order by id desc limit 1) as newest,
     (select coalesce(max(id), 0) from es.commit) as commits, es.closed() as position,
     (select (extract(epoch from c.recorded_at) * 1000)::bigint from es.event e join es.commit c on c.id = e.commit_id
       where e.position > (select coalesce(max(position), 0) from es.seal) order by e.position limit 1) as unsealed,
     exists (select from es.projection where name = 'rows' and state = 'active') as current`,
)
const queuesSql = sql(
  {
    reactor: col.text,
    owed: col.whole,
    failing: col.whole,
    parked: col.whole,
    oldest: col.nullable(col.whole),
    error: col.nullable(col.text),
    behind: col.whole,
  },
  `select r.name as reactor, count(f.position) filter (where not f.parked) as owed, count(f.position) filter (where not f.parked and f.attempts > 0) as failing,
     count(f.position) filter (where f.parked) as parked,
     (extract(epoch from min(c.recorded_at) filter (where not f.parked)) * 1000)::bigint as oldest,
     (array_agg(f.error order by f.position) filter (where not f.parked and f.error is not null))[1] as error,
     greatest(es.closed() - r.position, 0) as behind
   from es.reactor r left join es.effect f on f.reactor = r.name left join es.event e on e.position = f.position left join es.commit c on c.id = e.commit_id
   group by r.name, r.position order by r.name`,
)

/** Readable by any role, unlike the state of the connections. A slot that was never used has no position yet. */
const standbysSql = sql(
  { name: col.text, connected: col.flag, behind: col.whole },
  `select slot_name::text as name, active as connected, greatest(coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0), 0)::bigint as behind
   from pg_replication_slots where slot_type = 'physical' and not temporary order by slot_name`,
)

const ageOf = (at: number, since: number | null) => (since === null ? 0 : Math.max(0, (at - since) / 1000))

/** The age of the newest file in a backup folder. */
export const backupAge = (folder: string | undefined, at: number): number | null => {
  if (folder === undefined) return null
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => file.endsWith(".backup")) : []
  return files.length === 0 ? Number.POSITIVE_INFINITY : ageOf(at, Math.max(...files.map((file) => fs.statSync(path.join(folder, file)).mtimeMs)))
}

/** The folders whose disks may fill up: one per disk. */
const foldersOf = ({ dataFolder, sealNotes, backups }: Settings): ReadonlyArray<string> =>
  [
    ...Map.groupBy(
      [dataFolder, path.dirname(sealNotes), ...(backups === undefined ? [] : [backups])].filter((folder) => fs.existsSync(folder)),
      (folder) => fs.statSync(folder).dev,
    ).values(),
  ].map(([folder]) => folder!)

export const read = ({ now, disk }: Machine) =>
  Effect.gen(function* () {
    const settings = yield* Config
    const { statement } = yield* Database
    const at = now()
    const { now: theirs, newest, commits, position, unsealed, current } = (yield* statement(logSql, []))[0]!
    const queues = yield* statement(queuesSql, [])
    return {
      at,
      commits,
      position,
      queues: queues.map((queue) => ({ ...queue, oldest: ageOf(at, queue.oldest) })),
      unsealed: ageOf(at, unsealed),
      rowsCurrent: current,
      backup: backupAge(settings.backups, at),
      disks: foldersOf(settings).map((folder) => ({ folder, ...disk(folder) })),
      standbys: yield* statement(standbysSql, []),
      clock: Math.max(Math.abs(at - theirs), (newest ?? at) - at) / 1000,
    } satisfies Readings
  })
