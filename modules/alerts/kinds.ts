/** The kinds of alerts, and whom they concern: only these people see an alert, choose their notification, and can be assigned to it. */
import { type Permission, holdsAny } from "@ops/platform/access/levels.ts"
import { ANYONE, FINANCE, OPERATIONS } from "@ops/platform/access/rule.ts"

export interface AlertKind {
  readonly kind: string
  /** the label shown to users */
  readonly label: string
  /** requires any one of these permissions */
  readonly may: ReadonlyArray<Permission>
  /** not e-mailed immediately, since e-mail itself is failing */
  readonly neverMailed?: true
}

export const alertKinds: ReadonlyArray<AlertKind> = [
  { kind: "stock", label: "Stock", may: ANYONE },
  { kind: "meals", label: "Meals", may: ANYONE },
  { kind: "facilities", label: "Work orders", may: ANYONE },
  { kind: "construction", label: "Construction", may: ANYONE },
  { kind: "budgets", label: "Budgets", may: ["operations.supervise", "department.manage", ...FINANCE] },
  { kind: "contractors", label: "Contractors", may: ["team.manage", "department.manage", "finance.full"] },
  { kind: "contracts", label: "Client contracts", may: ["department.manage", ...FINANCE] },
  { kind: "people", label: "Documents of staff", may: ["users.department", "users.manage", "finance.full"] },
  { kind: "invoices", label: "Invoices", may: ["invoices.manage", "finance.departmental"] },
  { kind: "bills", label: "Supplier bills", may: FINANCE },
  { kind: "books", label: "Books and rates", may: FINANCE },
  { kind: "crm", label: "Prospects", may: [...OPERATIONS, ...FINANCE] },
  { kind: "devices", label: "Devices", may: ["operations.supervise", "department.manage"] },
  { kind: "mail", label: "E-mail", may: ["finance.full", "department.manage", "system.admin"], neverMailed: true },
  { kind: "security", label: "Security", may: ["security.manage", "system.admin"] },
  { kind: "audit", label: "Audit", may: ["system.admin"] },
]

type Rights = Parameters<typeof holdsAny>[0]

/** Whether alerts of a kind concern a person. */
export const concerns = (who: Rights, kind: string): boolean => {
  const known = alertKinds.find((each) => each.kind === kind)
  return holdsAny(who, known?.may ?? ["system.admin"])
}

export const kindsOf = (who: Rights): ReadonlyArray<AlertKind> => alertKinds.filter(({ may }) => holdsAny(who, may))
