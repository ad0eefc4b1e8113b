/** What the office will say about an act, by the same commands, on the rows that a device keeps with what was done on it laid over them. Pure. */
import type { ActState } from "@ops/platform/access/signed-act.ts"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { dateOf } from "@ops/platform/calendar.ts"
import { type By, system } from "@ops/platform/records/command.ts"
import { rowsHere } from "@ops/platform/records/decide-here.ts"
import type { RowMeta } from "@ops/platform/records/record.ts"
import { deviceActs, kept, type RowsOf } from "./device-acts.ts"
import { canOf } from "@ops/platform/text.ts"
import { howOf, stateOf } from "./outcome.ts"

export interface Rows {
  /** the newest act of the device whose changes the rows have */
  readonly last: number
  readonly rows: Readonly<Record<string, ReadonlyArray<RowMeta>>>
}
/** Who acts, as the office described them last. */
export interface Acts {
  readonly id: number
  readonly name: string
  readonly level: number
  readonly department: string | null
  readonly confinedTo: number | null
}
interface Doing {
  readonly person: number
  readonly act: string
  readonly input: unknown
}
interface Done extends Omit<Doing, "person"> {
  readonly number: number
  readonly at: string
  readonly state: ActState | "waiting" | "unreadable"
}

const atOffice: ReadonlySet<Done["state"]> = new Set(["recorded", "duplicate", "late"])
const counts: ReadonlySet<Done["state"]> = new Set(["waiting", "received", "held", ...atOffice])
const onDevice = (number: number, at: string) => ({ device: 0, number, arrivedAt: at, doubtMs: 0 })

export const foreseer = ({ last, rows }: Rows, { id, name, level, department, confinedTo }: Acts) => {
  const here = rowsHere(Object.values(kept), rows)
  const rowsOf: RowsOf = (kind) => rows[kind]?.map((row) => row.id) ?? []
  const said = ({ act, input }: Omit<Doing, "person">, by: By, lay = false) => {
    const known = deviceActs.get(act)
    const given = known?.read(input)
    return known && given !== undefined ? here.decide(known.command(rowsOf), given, by, lay) : undefined
  }
  let upTo = 0
  const lay = (done: ReadonlyArray<Done>) => {
    for (const act of done) {
      if (act.number <= upTo) continue
      upTo = act.number
      const hasIt = act.number <= last && atOffice.has(act.state)
      if (counts.has(act.state) && !hasIt) said(act, { ...system("device", act.at, "device"), onDevice: onDevice(upTo, act.at) }, true)
    }
  }
  const who = (at: string): By => ({
    actor: `person:${id}`,
    person: id,
    name,
    level,
    permissions: permissionsOf(level),
    department,
    confinedTo,
    simulated: false,
    via: "device",
    at,
    today: dateOf(at),
    onDevice: onDevice(upTo + 1, at),
  })
  return {
    /** What the office will say. Undefined where it cannot be told from these rows. `done` are the acts of the device, in order. */
    foresee: (doing: Doing, done: ReadonlyArray<Done>, at: string): { readonly state: ActState; readonly sentence: string } | undefined => {
      lay(done)
      const decided = id === doing.person ? said(doing, who(at)) : undefined
      if (!decided) return undefined
      if ("rejection" in decided) return { state: stateOf(decided.rejection), sentence: decided.rejection.message }
      return { state: howOf(decided.changes), sentence: "" }
    },
    /** A record as the acts of the device leave it: the changed fields, and which further acts on it are possible. Undefined where the device does not keep it. */
    outlook: (kind: string, record: number, done: ReadonlyArray<Done>, at: string): Readonly<Record<string, unknown>> | undefined => {
      lay(done)
      const changed = here.changed(kind, record)
      if (!changed) return undefined
      const further = [...deviceActs.values()].flatMap((act) => {
        const [of, command] = act.name.split(".") as [string, string]
        const can = of === kind && act.asked ? here.could(act.command(rowsOf), act.asked(record), who(at)) : undefined
        return can === undefined ? [] : [[canOf(command), can] as const]
      })
      return { ...changed, ...Object.fromEntries(further) }
    },
  }
}
