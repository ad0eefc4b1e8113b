/** What the screens of accounts share. */

/** An account as the list has it for those who manage accounts. */
export interface User {
  readonly id: string
  readonly employeeId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly phoneNumber: string | null
  readonly role: string
  readonly accessLevel: number
  readonly department: string | null
  readonly position: string | null
  readonly siteId: number | null
  readonly site: { readonly name: string; readonly code: string } | null
  readonly hireDate: string | null
  readonly isActive: boolean
  readonly lastLogin: string | null
  /** somebody wants level 10 for the person, and another has to confirm it */
  readonly topLevelAsked: boolean
  readonly canConfirmLevel: boolean
}

export const nameOf = ({ firstName, lastName }: Pick<User, "firstName" | "lastName">) => `${firstName} ${lastName}`
/** What is read again once an account was changed. */
export const userLists = (id?: string) => ["/api/users", "/api/approvals", ...(id === undefined ? [] : [`/api/users/${id}/history`])]

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
