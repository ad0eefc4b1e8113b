/**
 * Levels and their permissions. The table is the company's own; the base set and the additions are a second layer, so that each row can be compared
 * with the original. A level is matched exactly; 10 and above may do everything.
 */

/** A person's role in the company; determines the level if none is given. */
export const roles = ["ceo", "management", "finance", "supervisor", "security", "field_operative", "guest"] as const

interface Level {
  readonly level: number
  readonly name: string
  readonly description: string
  readonly role: (typeof roles)[number]
  readonly permissions: ReadonlyArray<string>
}

const table = [
  {
    level: 10,
    name: "CEO",
    description: "Full System Access",
    role: "ceo",
    permissions: ["system.admin", "users.manage", "finance.full", "reports.all", "settings.system", "biometric.manage", "sites.manage", "approval.override"],
  },
  {
    level: 8,
    name: "Management",
    description: "Department Leadership",
    role: "management",
    permissions: ["department.manage", "users.department", "finance.departmental", "reports.departmental", "approval.departmental", "projects.manage"],
  },
  {
    level: 7,
    name: "Finance",
    description: "Financial Operations",
    role: "finance",
    permissions: ["finance.full", "invoices.manage", "payments.process", "reports.financial", "budget.manage", "currency.manage"],
  },
  {
    level: 6,
    name: "Supervisor",
    description: "Team Leadership",
    role: "supervisor",
    permissions: ["team.manage", "operations.supervise", "reports.team", "approval.team", "inventory.manage", "work_orders.approve"],
  },
  {
    level: 5,
    name: "Security",
    description: "Access Management",
    role: "security",
    permissions: ["security.manage", "access.monitor", "biometric.verify", "incidents.manage", "reports.security"],
  },
  {
    level: 3,
    name: "Field Operative",
    description: "Basic Operations",
    role: "field_operative",
    permissions: ["operations.basic", "inventory.view", "work_orders.create", "reports.basic", "profile.manage"],
  },
  { level: 1, name: "Guest", description: "Read Only", role: "guest", permissions: ["dashboard.view", "profile.view"] },
] as const satisfies ReadonlyArray<Level>
export const levels: ReadonlyArray<Level> = table

/** Permissions that every active person has besides the table, so that no one is locked out of the first page. */
export const basePermissions = ["profile.view", "profile.manage", "attendance.self", "leave.self"] as const

/** The permissions: those a level has in the table, and those everyone has. An unknown name grants nothing. */
export type Permission = (typeof table)[number]["permissions"][number] | (typeof basePermissions)[number]

const ofLevel = new Map(levels.map((level) => [level.level, level]))

export const levelName = (level: number): string => ofLevel.get(level)?.name ?? `Level ${level}`
export const levelDescription = (level: number): string => ofLevel.get(level)?.description ?? `Level ${level}`
/** The permissions of a level in the table, plus the base set. */
export const permissionsOf = (level: number): ReadonlyArray<string> => [...new Set([...(ofLevel.get(level)?.permissions ?? []), ...basePermissions])]
/** The level of a role, for people created without one. */
export const levelOfRole = (role: string): number => levels.find((level) => level.role === role)?.level ?? 1

/** Whether a person holds a permission: through the table, through the full permission of its area, or through level 10. */
export const holds = (who: { readonly level: number; readonly permissions: ReadonlyArray<string> }, permission: Permission): boolean =>
  holdsNamed(who, permission)
/** The same for a permission named in a request, which may not exist. */
export const holdsNamed = (who: { readonly level: number; readonly permissions: ReadonlyArray<string> }, permission: string): boolean =>
  who.level >= 10 || who.permissions.includes(permission) || who.permissions.includes(`${permission.slice(0, permission.indexOf("."))}.full`)

export const holdsAny = (who: { readonly level: number; readonly permissions: ReadonlyArray<string> }, permissions: ReadonlyArray<Permission>): boolean =>
  permissions.some((permission) => holds(who, permission))

/** The group of permissions of those who approve. */
export const APPROVERS: ReadonlyArray<Permission> = ["approval.team", "approval.departmental", "approval.override"]
/** Who has an inbox of approvals, and can delegate it to each other. */
export const DECIDERS: ReadonlyArray<Permission> = [...APPROVERS, "finance.full"]
/** Whether people of this level have an inbox of approvals. */
export const hasInbox = (level: number): boolean => holdsAny({ level, permissions: permissionsOf(level) }, DECIDERS)
