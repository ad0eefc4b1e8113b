/** The rule of a call: who may make it, on which rows, with which segregation of duties. It is an annotation of the endpoint in the contract. */
import { Context } from "effect"
import { holdsAny, type Permission } from "./levels.ts"

/** Classes of fields whose disclosure is logged. */
export const sensitive = ["pay", "bank", "identity", "health", "mail", "log", "sessions", "export"] as const
export type Sensitive = (typeof sensitive)[number]

export interface Rule {
  /** any one of these permissions; or everyone; or everyone signed in; or everyone in demo mode */
  readonly may: ReadonlyArray<Permission> | "public" | "session" | "demo"
  /** which rows a person may see or change, in words; enforced by the commands and the SQL of the lists */
  readonly scope: string
  /** duties that one person may not combine */
  readonly duties?: string
  /** the sensitive fields it shows: each read is recorded for the auditor */
  readonly audited?: Sensitive
  /** whether many people make the call from one account in succession, as at a kiosk; it then has a separate rate limit */
  readonly isTap?: boolean
  /** whether the person must have confirmed their identity within the last ten minutes */
  readonly stepUp?: boolean
}

/** Whether a rule admits a signed-in person. */
export const permits = (who: Parameters<typeof holdsAny>[0], may: Rule["may"]): boolean => (typeof may === "string" ? may === "session" : holdsAny(who, may))

/** Annotates an endpoint with its rule. An endpoint without a rule is forbidden for everyone. */
export const Rule = Context.Reference<Rule | undefined>("@ops/platform/access/Rule", { defaultValue: () => undefined })

/** Annotates a list with the kinds of record it is made of: the browser reloads it when one of them changes. */
export const InvalidatedBy = Context.Reference<ReadonlyArray<string>>("@ops/platform/access/InvalidatedBy", { defaultValue: () => [] })

/** Annotates a list with the permissions whose holders see every site in it, even if confined to one: they are notified of all changes as well. */
export const AcrossSites = Context.Reference<Rule["may"]>("@ops/platform/access/AcrossSites", { defaultValue: () => [] })

/** Annotates a group of calls with its area in personal tokens, if it differs from the group's own name. */
export const TokenArea = Context.Reference<string | undefined>("@ops/platform/access/TokenArea", { defaultValue: () => undefined })

/** The groups of permissions that rules are composed of. */
export const OPERATIONS: ReadonlyArray<Permission> = ["operations.basic", "operations.supervise", "department.manage"]
export const FINANCE: ReadonlyArray<Permission> = ["finance.departmental", "finance.full"]
export const STAFF: ReadonlyArray<Permission> = ["operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage"]
export const ANYONE: ReadonlyArray<Permission> = ["dashboard.view", ...STAFF]
export { APPROVERS, DECIDERS } from "./levels.ts"
