/** What the screens of accounts share. */
import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { needsSite } from "@ops/platform/access/site-scope.ts"
import type { Path } from "@ops/client/calls.ts"
import type { AccountAnswer } from "../contract.ts"
import { pathOf, pathsOf } from "./client.ts"

/** An account as listed for those who manage accounts. */
export type User = typeof AccountAnswer.Type
/** The list of accounts: these screens are only open to people who may see more than names. */
export const accounts = pathOf("GET /api/users") as Path<readonly User[]>

export const nameOf = ({ firstName, lastName }: Pick<User, "firstName" | "lastName">) => `${firstName} ${lastName}`
/** The sites whose rows an account sees: its own, every site, or none. */
export const siteWord = ({ site, allSites, accessLevel }: Pick<User, "site" | "allSites" | "accessLevel">) =>
  site?.name ?? (allSites || !needsSite(accessLevel) ? "All sites" : "No site")
/** The lists to reload after an account has changed. */
export const userLists = (id?: string) => [...pathsOf("GET /api/users"), inboxPath, ...(id === undefined ? [] : [pathOf("GET /api/users/:id/history", { id })])]

const levels: readonly (readonly [value: number, name: string])[] = [
  [10, "CEO"],
  [8, "Management"],
  [7, "Finance"],
  [6, "Supervisor"],
  [5, "Security"],
  [3, "Field Operative"],
  [1, "Guest"],
]
export const levelOptions = levels.map(([value, name]) => ({ value, label: `${value} ${name}` }))
export const levelWord = (level: number) => levelOptions.find(({ value }) => value === level)?.label ?? String(level)

export const roleOptions = [
  { value: "ceo", label: "CEO" },
  { value: "management", label: "Management" },
  { value: "finance", label: "Finance" },
  { value: "supervisor", label: "Supervisor" },
  { value: "security", label: "Security" },
  { value: "field_operative", label: "Field operative" },
  { value: "guest", label: "Guest" },
]
export const roleWord = (role: string) => roleOptions.find(({ value }) => value === role)?.label ?? role
