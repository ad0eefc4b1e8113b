/** The clock that raises an alert for each fault of the running server within a minute, and withdraws it when the fault has ended. */
import { Effect } from "effect"
import { bringInLine } from "@ops/alerts/clock.ts"
import { clock } from "@ops/platform/clocks/clock.ts"
import { faultsOf } from "./faults.ts"
import { type Machine, read, thisMachine } from "./readings.ts"

/** The alert kind of a fault: most concern people who look after the system, mail faults those who send mails. */
const kindOf = { mail: "mail", reactor: "audit", seal: "audit", backup: "audit", disk: "audit", standby: "audit", clock: "audit" } as const

export const watchOnce = (machine: Machine = thisMachine) =>
  Effect.flatMap(read(machine), (readings) =>
    bringInLine(
      { name: "watch" },
      faultsOf(readings).map(({ name, of, priority, title, message }) => ({
        cause: `watch/${name}/${of}`,
        type: kindOf[name],
        priority,
        title,
        message,
        siteId: null,
        relatedEntity: null,
        relatedEntityId: null,
      })),
    ),
  )

export const watchClock = clock("watch", "* * * * *", { work: watchOnce(), failed: "The server could not be monitored" })
