/** What becomes of an act, by the changes of its command or its rejection: for the office, which records it, and the device, which says it beforehand. */
import type { ActState } from "@ops/platform/access/signed-act.ts"
import type { Rejection } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { MealTappedAgain } from "@ops/meals/meal-sessions/meal-attendance.ts"

export const howOf = (changes: ReadonlyArray<Change>) => {
  const isLate = changes.some(({ event }) => (event.data as { readonly late?: boolean }).late === true)
  const isRepeated = changes.every(({ event }) => event.type === MealTappedAgain.type)
  return isRepeated ? "duplicate" : isLate ? "late" : "recorded"
}

export const stateOf = ({ code }: Rejection) => (code === "billed" || code === "signed" ? "proposed" : code === "held" ? "held" : "refused") satisfies ActState
