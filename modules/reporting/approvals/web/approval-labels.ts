import type { Approval } from "../contract.ts"

export type Verb = "approve" | "reject"
export const past = { approve: "approved", reject: "rejected" } as const

/** The key of a row in the inbox: ids of different kinds may be equal. */
export const idOf = ({ kind, id }: Pick<Approval, "kind" | "id">) => `${kind}/${id}`

/** Why a chosen row is left out of a decision on several; undefined if it is included. `now` has the rows that still wait. */
export const leftOut = (row: Approval, verb: Verb, now: ReadonlySet<string>): string | undefined => {
  if (!now.has(idOf(row))) return "No longer awaits your decision"
  if (row.unusual.length > 0) return `${row.unusual.map(({ tag }) => tag).join(", ")}. Open it and decide on it alone`
  if (verb === "approve") return row.approve.reason ? "It needs a reason. Open it and decide on it alone" : undefined
  return row.reject === null ? "You cannot reject it" : undefined
}
