import type { Permission } from "@ops/platform/access/levels.ts"
import type { LucideIcon } from "lucide-react"
import {
  ChartColumn,
  FileText,
  HardHat,
  IdCard,
  Landmark,
  LayoutDashboard,
  Megaphone,
  ShieldCheck,
  ShoppingCart,
  UsersRound,
  Utensils,
  Wrench,
} from "lucide-react"

/** A line of the sidebar. */
export interface Entry {
  readonly path: string
  readonly label: string
  readonly icon: LucideIcon
  /** Any one of these permissions opens it; level 10 may always open it. */
  readonly needs: readonly Permission[]
  /** Departments whose people may open it as well. */
  readonly departments?: readonly string[]
  /** The second key after `g`. */
  readonly key: string
  /** Its screens: shown below it while the group is open. */
  readonly subs?: readonly Sub[]
}

/** A screen of a group. */
export interface Sub {
  readonly label: string
  readonly to: string | ((lastMonth: string) => string)
  /** The screen whose rule determines access; by default the path of its own address. */
  readonly screen?: string
  /** Any one of these is required as well. */
  readonly needs?: readonly Permission[]
  /** What the number beside it counts. */
  readonly count?: "lowStock" | "monthEnd"
}

export interface Section {
  readonly caption: string
  readonly entries: readonly Entry[]
}

const operations: ReadonlyArray<Permission> = ["operations.basic", "operations.supervise", "department.manage", "finance.full"]
/** The permissions that together cover every level. */
const anyone: ReadonlyArray<Permission> = ["dashboard.view", "operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage"]

/** The sidebar in order, under four captions, with the permissions for each entry. The server has the same table. */
export const sections: readonly Section[] = [
  {
    caption: "Operations",
    entries: [
      { path: "/", label: "Dashboard", icon: LayoutDashboard, needs: anyone, key: "d" },
      {
        path: "/catering",
        label: "Catering Services",
        icon: Utensils,
        needs: operations,
        key: "c",
        subs: [
          { label: "Today", to: "/catering" },
          { label: "Menus", to: "/catering/menus" },
          { label: "Recipes", to: "/catering/recipes" },
          { label: "Stock", to: "/catering/stock", count: "lowStock" },
          { label: "Feeding history", to: "/catering/feeding-history" },
          { label: "Meal margin", to: "/catering/margin" },
        ],
      },
      {
        path: "/meal-tracking",
        label: "Meal Tracking",
        icon: UsersRound,
        needs: operations,
        key: "m",
        subs: [
          { label: "Today", to: "/meal-tracking" },
          { label: "Sessions and capacities", to: "/meal-tracking-enhanced" },
        ],
      },
      {
        path: "/facilities",
        label: "Facilities Services",
        icon: Wrench,
        needs: [...operations, "incidents.manage"],
        key: "f",
        subs: [
          { label: "Today", to: "/facilities" },
          { label: "Work orders", to: "/facilities/orders" },
          { label: "Maintenance", to: "/facilities/plans" },
          { label: "Assets", to: "/facilities/assets" },
          { label: "Work to bill", to: "/facilities/billing" },
        ],
      },
      { path: "/construction", label: "Construction", icon: HardHat, needs: operations, key: "o" },
    ],
  },
  {
    caption: "Supply and billing",
    entries: [
      {
        path: "/procurement",
        label: "Procurement",
        icon: ShoppingCart,
        needs: ["operations.basic", "operations.supervise", "inventory.manage", "department.manage", "finance.departmental", "finance.full"],
        key: "p",
      },
      {
        path: "/invoices",
        label: "Invoice Generator",
        icon: FileText,
        needs: ["invoices.manage", "finance.departmental"],
        key: "i",
        subs: [
          { label: "Invoices", to: "/invoices" },
          { label: "Clients and contracts", to: "/clients" },
          { label: "Meal billing", to: "/catering/billing-reports" },
        ],
      },
    ],
  },
  {
    caption: "People and clients",
    entries: [
      {
        path: "/marketing",
        label: "Marketing CRM",
        icon: Megaphone,
        // petty cash is open to everyone
        needs: ["operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage"],
        departments: ["Marketing"],
        key: "k",
      },
      {
        path: "/hr",
        label: "HR Management",
        icon: IdCard,
        needs: ["users.department", "users.manage", "finance.full", "attendance.self", "leave.self"],
        key: "h",
        subs: [
          { label: "Staff", to: "/hr" },
          { label: "Contractors", to: "/contractors" },
        ],
      },
    ],
  },
  {
    caption: "Control",
    entries: [
      {
        path: "/financial",
        label: "Financial",
        icon: Landmark,
        needs: ["finance.departmental", "finance.full"],
        key: "n",
        subs: [
          { label: "Overview", to: "/financial" },
          { label: "Month-end", to: (lastMonth) => `/month-end/${lastMonth}`, screen: "/month-end/:period", count: "monthEnd" },
          { label: "Bank", to: "/bank" },
          { label: "Statements", to: "/financial/statements" },
          { label: "Bills and payments", to: "/financial?tab=vendors&view=bills" },
          { label: "Taxes", to: "/financial?tab=reports&view=taxes" },
        ],
      },
      {
        path: "/reports",
        label: "Reports",
        icon: ChartColumn,
        needs: ["reports.basic", "reports.team", "reports.departmental", "reports.all", "reports.financial", "reports.security"],
        key: "r",
      },
      { path: "/audit", label: "Audit", icon: ShieldCheck, needs: ["system.admin"], key: "a" },
    ],
  },
]

interface QuickAction {
  readonly label: string
  readonly screen: string
  /** an address, or with `here` a dialog that opens over the current screen */
  readonly to: string
  readonly here?: true
  /** not for people who may open this other screen, where they find it */
  readonly unless?: string
}

/** The rows above the sidebar's footer. Each opens a dialog of a screen. */
export const quickActions: readonly QuickAction[] = [
  { label: "New Purchase Request", screen: "/procurement/new", to: "/procurement/new" },
  { label: "Generate Invoice", screen: "/invoices/new", to: "/invoices/new" },
  { label: "New Expense Request", screen: "/expenses", to: "/expenses?dialog=new-expense", unless: "/financial" },
  { label: "Report Issue", screen: "/facilities", to: "report-issue", here: true },
]

/** Who may open a screen. */
type Access = Pick<Entry, "path" | "needs" | "departments">

/** Screens that are not in the sidebar: the account menu and other screens lead to them. */
const besides: readonly Access[] = [
  { path: "/alerts", needs: anyone },
  { path: "/field", needs: anyone },
  { path: "/outbox", needs: anyone },
  { path: "/field/devices", needs: ["operations.supervise", "department.manage", "finance.full"] },
  { path: "/field/acts", needs: ["operations.supervise", "department.manage", "finance.full"] },
  { path: "/field/days", needs: ["operations.basic", "operations.supervise", "department.manage", "finance.full"] },
  { path: "/approvals", needs: ["approval.team", "approval.departmental", "approval.override", "finance.full"] },
  { path: "/approvals/delegations", needs: ["approval.team", "approval.departmental", "approval.override", "finance.full"] },
  { path: "/financial/statements", needs: ["finance.departmental", "finance.full"] },
  { path: "/bank", needs: ["payments.process"] },
  { path: "/bank/:id", needs: ["payments.process"] },
  { path: "/month-end/:period", needs: ["finance.departmental", "finance.full"] },
  { path: "/expenses", needs: ["operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage"] },
  { path: "/clients", needs: ["finance.departmental", "finance.full", "department.manage"] },
  { path: "/contractors", needs: ["team.manage", "department.manage", "finance.full"] },
  { path: "/settings", needs: ["settings.system", "users.manage", "users.department", "sites.manage", "currency.manage"] },
  { path: "/mails", needs: ["finance.full", "department.manage", "system.admin"] },
  { path: "/invoices/new", needs: ["invoices.manage"] },
  { path: "/procurement/new", needs: ["operations.basic", "operations.supervise", "department.manage"] },
  { path: "/catering/feeding-history", needs: operations },
  { path: "/construction/:id", needs: operations },
  { path: "/catering/stock", needs: ["inventory.view", "inventory.manage", "department.manage", "finance.full"] },
  { path: "/catering/billing-reports", needs: ["finance.departmental", "finance.full"] },
  { path: "/catering/margin", needs: ["finance.departmental", "finance.full"] },
  { path: "/catering/menus", needs: operations },
  { path: "/catering/menus/current", needs: operations },
  { path: "/catering/recipes", needs: operations },
  { path: "/catering/recommendations", needs: ["operations.supervise", "department.manage", "finance.full"] },
  { path: "/facilities/orders", needs: [...operations, "incidents.manage"] },
  { path: "/facilities/billing", needs: ["invoices.manage", "finance.departmental"] },
  { path: "/facilities/plans", needs: operations },
  { path: "/facilities/assets", needs: [...operations, "incidents.manage"] },
  { path: "/meal-tracking-enhanced", needs: operations },
  { path: "/hr/kiosk", needs: ["team.manage", "department.manage"] },
  { path: "/meal-tracking/kiosk/:sessionId", needs: ["operations.basic", "operations.supervise", "department.manage"] },
]

const entries: readonly Access[] = [...sections.flatMap((section) => section.entries), ...besides]

/** The entry a screen belongs to. */
export const entryOf = (path: string) => entries.find((entry) => entry.path === path)
