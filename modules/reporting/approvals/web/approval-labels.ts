import type { Approval } from "../contract.ts"

export type Verb = "approve" | "reject"

/** What names a row of the inbox: the ids of two kinds may be the same. */
export const idOf = ({ kind, id }: Approval) => `${kind}/${id}`
