/** The rule of a call: who may make it, on which rows, with which duties apart. It stands on the endpoint, in the contract. */
import { Context } from "effect"
import { holdsAny, type Permission } from "./levels.ts"

/** Fields of which it is kept who was shown them. */
export const sensitive = ["pay", "bank", "identity", "health", "mail", "log", "sessions", "export"] as const
export type Sensitive = (typeof sensitive)[number]

export interface Rule {
  /** any one of these permissions; or everyone; or everyone signed in; or everyone in demo mode */
  readonly may: ReadonlyArray<Permission> | "public" | "session" | "demo"
  /** which rows a person sees or changes, in words; the commands and the SQL of the lists enforce it */
  readonly scope: string
  /** which duties one person may not join */
  readonly duties?: string
  /** the sensitive fields it shows: each read is kept for the auditor */
  readonly audited?: Sensitive
  /** whether many people make the call on one account, one after the other, as at a kiosk: it has a limit of its own */
  readonly isTap?: boolean
  /** whether the person must have confirmed their identity within the last ten minutes */
  readonly stepUp?: boolean
}

/** Whether a rule lets in a signed-in person. */
export const permits = (who: Parameters<typeof holdsAny>[0], may: Rule["may"]): boolean => (typeof may === "string" ? may === "session" : holdsAny(who, may))

/** Annotates an endpoint with its rule. An endpoint without one is refused for everyone. */
export const Rule = Context.Reference<Rule | undefined>("@ops/platform/access/Rule", { defaultValue: () => undefined })

/** Annotates a list with the kinds of record it is made of: the browser reads it again when one of them changes. */
export const InvalidatedBy = Context.Reference<ReadonlyArray<string>>("@ops/platform/access/InvalidatedBy", { defaultValue: () => [] })

/** Annotates a list with those who see there what happens at every site, though they are confined to one: they are told of it as well. */
export const AcrossSites = Context.Reference<Rule["may"]>("@ops/platform/access/AcrossSites", { defaultValue: () => [] })

/** Annotates a group of calls with the area that personal tokens have for it, where that is not the group's own name. */
export const TokenArea = Context.Reference<string | undefined>("@ops/platform/access/TokenArea", { defaultValue: () => undefined })

/** The groups of permissions that the rules are made of. */
export const OPERATIONS: ReadonlyArray<Permission> = ["operations.basic", "operations.supervise", "department.manage"]
export const FINANCE: ReadonlyArray<Permission> = ["finance.departmental", "finance.full"]
export const STAFF: ReadonlyArray<Permission> = ["operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage"]
export const ANYONE: ReadonlyArray<Permission> = ["dashboard.view", ...STAFF]
export const APPROVERS: ReadonlyArray<Permission> = ["approval.team", "approval.departmental", "approval.override"]
