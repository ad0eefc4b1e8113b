/** The scopes of a token, in words. */
import type { TokenAnswer } from "../contract.ts"

export type Token = typeof TokenAnswer.Type

export const reachOptions = [
  { value: "read", label: "Read everything you can read" },
  { value: "all", label: "Do everything you can do" },
  { value: "some", label: "Only some areas" },
]
export const reachWord = (scopes: readonly string[]) =>
  scopes.includes("all") ? "Can do everything you can" : scopes.includes("read") ? "Can read everything you can" : scopes.join(", ")
