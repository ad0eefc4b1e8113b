import type { Permission } from "@ops/platform/access/levels.ts"
/** Actions and places within screens, by name: for the command palette. */

/** A named address, on a screen that the person must be allowed to open. */
export interface Place {
  readonly label: string
  readonly to: string
  /** Any one of these is required as well; by default only the screen's own rule applies. */
  readonly needs?: readonly Permission[]
  /** Not for people who may open this other screen, where they find it. */
  readonly unless?: string
  /** The dialog opens over the current screen. */
  readonly here?: true
}

const operations: ReadonlyArray<Permission> = ["operations.basic", "operations.supervise", "department.manage"]
const plans: ReadonlyArray<Permission> = ["operations.supervise", "department.manage"]
const staff: ReadonlyArray<Permission> = ["operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage"]
const keeps: ReadonlyArray<Permission> = ["inventory.manage", "department.manage"]
const leads: ReadonlyArray<Permission> = ["team.manage", "department.manage"]
const books = "/financial?tab=reports&view="

/** The actions that begin with a dialog of a screen. */
export const actions: readonly Place[] = [
  { label: "New Purchase Request", to: "/procurement/new", needs: operations },
  { label: "Report Issue", to: "/facilities?dialog=report-issue", here: true },
  { label: "Create Work Order", to: "/facilities?dialog=create-order", needs: staff },
  { label: "Report Emergency", to: "/facilities?dialog=report-emergency", needs: staff },
  { label: "Schedule Maintenance", to: "/facilities/plans?dialog=new-plan", needs: ["work_orders.approve", "department.manage"] },
  { label: "Register Asset", to: "/facilities/assets?dialog=new-asset", needs: ["work_orders.approve", "department.manage"] },
  { label: "Record Meals", to: "/catering?dialog=record-meals", needs: operations },
  { label: "New Meal Session", to: "/meal-tracking?dialog=new-session", needs: operations },
  { label: "Record Meal Attendance", to: "/meal-tracking?dialog=record-attendance", needs: operations },
  { label: "Generate Billing", to: "/meal-tracking-enhanced?dialog=generate-billing", needs: ["invoices.manage"] },
  { label: "New Recipe", to: "/catering/recipes?dialog=new-recipe", needs: plans },
  { label: "New Menu", to: "/catering/menus?dialog=new-menu", needs: plans },
  { label: "Issue to Kitchen", to: "/catering/stock?dialog=issue", needs: ["operations.basic", ...keeps] },
  { label: "Receive Stock", to: "/catering/stock?dialog=receive", needs: keeps },
  { label: "Transfer Stock", to: "/catering/stock?dialog=transfer", needs: keeps },
  { label: "Count Stock", to: "/catering/stock?dialog=count", needs: keeps },
  { label: "Set Procurement Budget", to: "/procurement?dialog=set-budget", needs: ["budget.manage"] },
  { label: "New Construction Project", to: "/construction?dialog=new-project", needs: ["projects.manage"] },
  { label: "Generate Invoice", to: "/invoices/new", needs: ["invoices.manage"] },
  { label: "New Expense Request", to: "/expenses?dialog=new-expense", needs: staff, unless: "/financial" },
  { label: "New Expense Request", to: "/financial?tab=expenses&dialog=new-expense", needs: staff },
  { label: "Record Daily Expenses", to: "/expenses?dialog=daily-expense", needs: operations, unless: "/financial" },
  { label: "Record Daily Expenses", to: "/financial?tab=expenses&view=daily&dialog=daily-expense", needs: [...operations, "finance.full"] },
  { label: "New Petty Cash Request", to: "/marketing?tab=petty-cash&dialog=petty-cash-request", needs: staff },
  { label: "Record Transaction", to: "/financial?tab=transactions&dialog=record-transaction", needs: ["payments.process"] },
  { label: "Enter Bill", to: "/financial?tab=vendors&view=bills&dialog=enter-bill", needs: ["finance.full"] },
  { label: "Add Vendor", to: "/financial?tab=vendors&dialog=add-vendor", needs: ["finance.full"] },
  { label: "New Journal Entry", to: `${books}journal&dialog=new-entry`, needs: ["finance.full"] },
  { label: "Enter Exchange Rate", to: `${books}rates&dialog=new-rate`, needs: ["currency.manage"] },
  { label: "Request Leave", to: "/hr?tab=leaves&dialog=request-leave", needs: staff },
  { label: "Record Attendance", to: "/hr?tab=attendance&dialog=record-attendance", needs: leads },
  { label: "Add Staff", to: "/hr?tab=staff&dialog=add-staff", needs: ["users.department", "users.manage"] },
  { label: "New Assignment", to: "/hr?tab=assignments&dialog=new-assignment", needs: leads },
  { label: "New Payroll Period", to: "/hr?tab=payroll&dialog=payroll-period", needs: ["finance.full"] },
  { label: "Register Contractor", to: "/contractors?dialog=register-contractor", needs: ["users.department", "users.manage"] },
  { label: "New API Token", to: "/account?dialog=new-token" },
  { label: "New Prospect", to: "/marketing?tab=prospects&dialog=new-prospect", needs: operations },
  { label: "Add Client", to: "/clients?dialog=add-client", needs: ["finance.full", "department.manage"] },
]

/** Parts of screens that have their own address. */
export const parts: readonly Place[] = [
  { label: "All Invoices", to: "/invoices?view=all" },
  { label: "Month-end Billing", to: "/invoices?view=month-end", needs: ["invoices.manage"] },
  { label: "Daily Expenses", to: "/financial?tab=expenses&view=daily" },
  { label: "Transactions", to: "/financial?tab=transactions" },
  { label: "Vendors", to: "/financial?tab=vendors" },
  { label: "Bills", to: "/financial?tab=vendors&view=bills" },
  { label: "Payment Runs", to: "/financial?tab=vendors&view=payments" },
  { label: "Financial Statements", to: "/financial/statements" },
  { label: "Chart of Accounts", to: `${books}accounts` },
  { label: "Journal Entries", to: `${books}journal` },
  { label: "Periods", to: `${books}periods` },
  { label: "Exchange Rates", to: `${books}rates` },
  { label: "Taxes", to: `${books}taxes` },
  { label: "Staff", to: "/hr?tab=staff", needs: staff },
  { label: "Attendance", to: "/hr?tab=attendance", needs: staff },
  { label: "Leaves", to: "/hr?tab=leaves", needs: staff },
  { label: "Payroll", to: "/hr?tab=payroll", needs: staff },
  { label: "Assignments", to: "/hr?tab=assignments", needs: staff },
  { label: "Prospects", to: "/marketing?tab=prospects", needs: [...operations, "finance.departmental", "finance.full"] },
  { label: "Petty Cash", to: "/marketing?tab=petty-cash" },
]

interface Person {
  readonly mayOpen: (path: string) => boolean
  readonly can: (...anyOf: readonly Permission[]) => boolean
}

/** Those that a person may use. */
export const placesFor = (places: readonly Place[], { mayOpen, can }: Person) =>
  places.filter(({ to, needs, unless }) => mayOpen(to.split("?")[0]!) && (needs === undefined || can(...needs)) && !(unless !== undefined && mayOpen(unless)))
