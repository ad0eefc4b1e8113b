import type { Approval } from "../contract.ts"

export type Verb = "approve" | "reject"
export const past = { approve: "approved", reject: "rejected" } as const

/** What names a row of the inbox: the ids of two kinds may be the same. */
export const idOf = ({ kind, id }: Pick<Approval, "kind" | "id">) => `${kind}/${id}`

/** Why one of the chosen is not part of a decision over many; undefined where it is. `now` are the rows that still wait. */
export const leftOut = (row: Approval, verb: Verb, now: ReadonlySet<string>): string | undefined => {
  if (!now.has(idOf(row))) return "No longer awaits your decision"
  if (row.unusual.length > 0) return `${row.unusual.map(({ tag }) => tag).join(", ")}. Open it and decide on it alone`
  if (verb === "approve") return row.approve.reason ? "It takes a reason. Open it and decide on it alone" : undefined
  return row.reject === null ? "You cannot reject it" : undefined
}
