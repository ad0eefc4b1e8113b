import { ApiError, sentenceOf } from "./data/api.ts"

/** A passkey error, in words a person can act on. */
export const passkeyFault = (error: unknown, fallback: string) => {
  if (error instanceof ApiError) return sentenceOf(error, fallback)
  const name = error instanceof Error ? error.name : ""
  if (name === "NotAllowedError" || name === "AbortError") return "The device's check was cancelled or took too long."
  if (name === "InvalidStateError") return "This device already has a passkey for you."
  return fallback
}
