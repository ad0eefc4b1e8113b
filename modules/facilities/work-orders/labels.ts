/** Labels of work orders, for the server, the command line and the screens. */
import { wordOf } from "@ops/platform/text.ts"

export const serviceTypes = ["cleaning", "fumigation", "sewage", "waste", "equipment_maintenance", "other"] as const
export type ServiceType = (typeof serviceTypes)[number]
export const priorities = ["low", "medium", "high", "urgent"] as const
export type Priority = (typeof priorities)[number]
export const statuses = ["pending", "assigned", "in_progress", "on_hold", "completed", "verified", "cancelled"] as const
export type Status = (typeof statuses)[number]
/** Statuses of unfinished work. */
export const openStatuses = ["pending", "assigned", "in_progress", "on_hold"] as const
/** The origin of an order. */
export const origins = ["request", "issue", "emergency", "plan", "follow_up"] as const
export const checkResults = ["ok", "failed", "na"] as const
export const photoMoments = ["before", "after"] as const
/** The state of a promise. */
export const standings = ["none", "running", "paused", "met", "missed"] as const
export const teams = ["cleaning", "maintenance"] as const

export const isOpen = (status: string): boolean => (openStatuses as ReadonlyArray<string>).includes(status)

/** "equipment_maintenance" as text for users. */
export const serviceName = wordOf

/** What is wrong in a few words, which is how a description begins; what kind of work it is where none is given. */
export const problemOf = ({ description, serviceType }: { readonly description: string; readonly serviceType: string }): string =>
  /^[^.\n]{1,120}/.exec(description.trim())?.[0] ?? serviceName(serviceType)

/** For how many days after its completion an order can be reopened. */
export const reopenDays = 7
