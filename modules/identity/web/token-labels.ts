/** The scopes of a token, in words. */
import type { TokenAnswer } from "../contract.ts"

export type Token = typeof TokenAnswer.Type

export const reachOptions = [
  { value: "read", label: "Read what you may read" },
  { value: "all", label: "Do all that you may do" },
  { value: "some", label: "Only some areas" },
]
export const reachWord = (scopes: readonly string[]) =>
  scopes.includes("all") ? "Does all that you may do" : scopes.includes("read") ? "Reads what you may read" : scopes.join(", ")
