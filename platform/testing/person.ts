import { permissionsOf } from "../access/levels.ts"
import type { By } from "../records/command.ts"

/** The date of commands in tests, the same as in `given`. */
export const today = "2026-11-21"

/** A person with a level; the id equals the level unless another is given. Up to level 6 they are confined to site 1. */
export const person = (level: number, more: Partial<By> = {}): By => ({
  actor: `person:${more.person ?? level}`,
  person: level,
  name: `Person ${more.person ?? level}`,
  level,
  permissions: permissionsOf(level),
  department: "operations",
  confinedTo: level <= 6 ? 1 : null,
  simulated: false,
  via: "web",
  at: `${today}T08:00:00.000Z`,
  today,
  ...more,
})
