/** The faults of a running server, derived from its readings: the same in the metrics and in the alerts. */
import { isServerDown } from "@ops/platform/mail/sender.ts"
import type { Readings } from "./readings.ts"

export interface Fault {
  /** its name in the metrics */
  readonly name: "mail" | "reactor" | "seal" | "backup" | "disk" | "standby" | "clock"
  /** the affected one of several: the reactor, the folder, the standby */
  readonly of: string
  readonly priority: "critical" | "high"
  readonly title: string
  readonly message: string
}

/** Thresholds of faults, in seconds; for disks, the share that must be free; for standbys, in bytes of the database's log. */
export const bounds = { mail: 10 * 60, reactor: 30 * 60, seal: 10 * 60, backup: 36 * 60 * 60, disk: 0.1, standby: 64 * 1024 ** 2, clock: 30 }

const minutes = (seconds: number) =>
  seconds < 120 ? `${Math.round(seconds)} seconds` : seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`
const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

export const faultsOf = ({ queues, unsealed, backup, disks, standbys, clock }: Readings): ReadonlyArray<Fault> => [
  ...queues.flatMap(({ reactor, owed, failing, oldest, error }): ReadonlyArray<Fault> => {
    const isMail = reactor === "mail"
    // a server that is down does not get ten minutes as one does that defers a mail
    const isDown = isMail && error !== null && isServerDown(error)
    if (failing === 0 || (!isDown && oldest < (isMail ? bounds.mail : bounds.reactor))) return []
    const why = error === null ? "" : ` The last answer: ${error.slice(0, 200)}.`
    return [
      isMail
        ? {
            name: "mail",
            of: reactor,
            priority: "high",
            title: "The mail server does not accept mail",
            message: `${owed} e-mails wait, the oldest for ${minutes(oldest)}.${why} Check SMTP_URL with ops doctor`,
          }
        : {
            name: "reactor",
            of: reactor,
            priority: "high",
            title: `The work "${reactor}" fails`,
            message: `${owed} wait, the oldest for ${minutes(oldest)}.${why} See the log of the server`,
          },
    ]
  }),
  ...(unsealed < bounds.seal
    ? []
    : [
        {
          name: "seal",
          of: "log",
          priority: "critical",
          title: "The log is not being sealed",
          message: `The oldest event without a seal was recorded ${minutes(unsealed)} ago. The server log has the reason; run ops doctor as well`,
        } as const,
      ]),
  ...(backup === null || backup < bounds.backup
    ? []
    : [
        {
          name: "backup",
          of: "database",
          priority: "critical",
          title: "There is no recent backup",
          message: `${Number.isFinite(backup) ? `The newest file in OPS_BACKUPS is ${minutes(backup)} old` : "OPS_BACKUPS has no backup"}. Run ops backup, and check its timer`,
        } as const,
      ]),
  ...disks.flatMap(
    ({ folder, free, size }): ReadonlyArray<Fault> =>
      free >= size * bounds.disk
        ? []
        : [
            {
              name: "disk",
              of: folder,
              priority: free < (size * bounds.disk) / 4 ? "critical" : "high",
              title: "A disk is nearly full",
              message: `${gigabytes(free)} of ${gigabytes(size)} are free at ${folder}. Make room: nothing can be recorded on a full disk`,
            },
          ],
  ),
  ...standbys.flatMap(({ name, connected, behind }): ReadonlyArray<Fault> => {
    if (connected && behind < bounds.standby) return []
    const missing = `${Math.ceil(behind / 1024 ** 2)} MB`
    return [
      {
        name: "standby",
        of: name,
        priority: "high",
        title: "A standby is behind",
        message: connected
          ? `The standby "${name}" is ${missing} behind. Check its disk and its network`
          : `The standby "${name}" is not connected and ${missing} behind. Start it, or drop its slot: the database keeps what it lacks`,
      },
    ]
  }),
  ...(clock < bounds.clock
    ? []
    : [
        {
          name: "clock",
          of: "server",
          priority: "critical",
          title: "A clock is wrong",
          message: `The clocks of this server, of the database and of the log differ by ${minutes(clock)}. Synchronize the clocks with NTP: events carry the time of this server`,
        } as const,
      ]),
]
