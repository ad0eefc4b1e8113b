import type { ComponentType } from "react"

/** A screen of the product: its address, its header texts, and the module that renders it. */
export interface Screen {
  readonly path: string
  readonly title: string
  readonly subtitle: string
  readonly page: () => Promise<{ readonly Component: ComponentType }>
}

/** Every screen; a module adds one line. Access is declared in `shell/navigation.ts`. */
export const screens: readonly Screen[] = [
  {
    path: "/",
    title: "Operations Dashboard",
    subtitle: "Monitor and manage all operations",
    page: () => import("@ops/reporting/web/dashboard-page.tsx"),
  },
  {
    path: "/catering",
    title: "Catering Services",
    subtitle: "Manage food services, staff counts, and inventory",
    page: () => import("@ops/catering/web/catering-page.tsx"),
  },
  {
    path: "/catering/feeding-history",
    title: "Feeding History",
    subtitle: "Meals counted and planned",
    page: () => import("@ops/catering/feeding/web/feeding-history-page.tsx"),
  },
  {
    path: "/catering/stock",
    title: "Stock",
    subtitle: "Stock on hand and its value",
    page: () => import("@ops/stock/web/stock-page.tsx"),
  },
  {
    path: "/catering/billing-reports",
    title: "Billing Reports",
    subtitle: "Meals and revenue by month, client and site",
    page: () => import("@ops/billing/meal-billing/web/billing-report-page.tsx"),
  },
  {
    path: "/catering/margin",
    title: "Meal margin",
    subtitle: "Planned, cooked and served, with cost and margin per meal",
    page: () => import("@ops/reporting/margin/web/margin-page.tsx"),
  },
  {
    path: "/catering/menus",
    title: "Weekly Menu Planner",
    subtitle: "Dishes, ingredients and shortages",
    page: () => import("@ops/catering/menus/web/menus-page.tsx"),
  },
  {
    path: "/catering/menus/current",
    title: "Current Menus",
    subtitle: "Today and this week at each site",
    page: () => import("@ops/catering/menus/web/current-menus-page.tsx"),
  },
  {
    path: "/catering/recipes",
    title: "Recipes",
    subtitle: "Ingredients and cost per serving",
    page: () => import("@ops/catering/recipes/web/recipes-page.tsx"),
  },
  {
    path: "/catering/recommendations",
    title: "Client Menu Recommendations",
    subtitle: "What to cook next, and why",
    page: () => import("@ops/catering/recommendations/web/recommendations-page.tsx"),
  },
  {
    path: "/meal-tracking",
    title: "Meal Tracking System",
    subtitle: "Sessions and attendance of today",
    page: () => import("@ops/meals/web/meal-tracking-page.tsx"),
  },
  {
    path: "/meal-tracking-enhanced",
    title: "Enhanced Meal Tracking",
    subtitle: "Capacities, summaries, attendance and analytics",
    page: () => import("./shell/pages/enhanced-meals-page.tsx"),
  },
  {
    path: "/meal-tracking/kiosk/:sessionId",
    title: "Meal Kiosk",
    subtitle: "Attendance at the canteen's door",
    page: () => import("@ops/meals/kiosk/web/kiosk-page.tsx"),
  },
  {
    path: "/facilities",
    title: "Facilities Services",
    subtitle: "Handle cleaning, maintenance, and facility requests",
    page: () => import("@ops/facilities/web/facilities-page.tsx"),
  },
  {
    path: "/facilities/orders",
    title: "Work Orders",
    subtitle: "Work, assignees and progress",
    page: () => import("@ops/facilities/work-orders/web/orders-page.tsx"),
  },
  {
    path: "/facilities/billing",
    title: "Work Orders to Bill",
    subtitle: "Verified billable work and its invoices",
    page: () => import("@ops/facilities/billing/web/billing-page.tsx"),
  },
  {
    path: "/facilities/plans",
    title: "Maintenance",
    subtitle: "Preventive maintenance and service levels",
    page: () => import("@ops/facilities/maintenance/web/plans-page.tsx"),
  },
  {
    path: "/facilities/assets",
    title: "Assets",
    subtitle: "Equipment, its condition and downtime",
    page: () => import("@ops/facilities/assets/web/assets-page.tsx"),
  },
  {
    path: "/construction",
    title: "Construction Projects",
    subtitle: "Track renovation and construction activities",
    page: () => import("@ops/construction/web/construction-page.tsx"),
  },
  {
    path: "/construction/:id",
    title: "Construction Project",
    subtitle: "Plan, progress, budget and billing",
    page: () => import("@ops/construction/projects/web/project-page.tsx"),
  },
  {
    path: "/procurement",
    title: "Procurement Management",
    subtitle: "Requests, approvals and suppliers",
    page: () => import("@ops/procurement/purchase-requests/web/procurement-page.tsx"),
  },
  {
    path: "/procurement/new",
    title: "New Request",
    subtitle: "It gets its number when you submit it.",
    page: () => import("@ops/procurement/purchase-requests/web/new-request-form.tsx"),
  },
  {
    path: "/invoices",
    title: "Invoice Generator",
    subtitle: "Invoices, payments and month-end billing",
    page: () => import("@ops/billing/invoices/web/invoices-page.tsx"),
  },
  {
    path: "/invoices/new",
    title: "Generate Invoice",
    subtitle: "Nothing is posted until you issue it",
    page: () => import("@ops/billing/invoices/web/new-invoice-form.tsx"),
  },
  {
    path: "/financial",
    title: "Financial Management",
    subtitle: "Comprehensive accounting and financial operations",
    page: () => import("./shell/pages/financial-page.tsx"),
  },
  {
    path: "/financial/statements",
    title: "Statements",
    subtitle: "Every line opens what is behind it",
    page: () => import("@ops/ledger/statements/web/statements-page.tsx"),
  },
  {
    path: "/bank",
    title: "Bank",
    subtitle: "Bank and cash accounts, their statements and reconciliation",
    page: () => import("@ops/finance/bank/web/bank-page.tsx"),
  },
  {
    path: "/bank/:id",
    title: "Bank account",
    subtitle: "",
    page: () => import("@ops/finance/bank/web/reconciliation-page.tsx"),
  },
  {
    path: "/month-end/:period",
    title: "Month-end",
    subtitle: "The steps of closing a month, and what comes next",
    page: () => import("@ops/reporting/month-end/web/month-end-page.tsx"),
  },
  {
    path: "/expenses",
    title: "My Expenses",
    subtitle: "Your expense requests and their status",
    page: () => import("@ops/finance/expense-requests/web/my-expenses-page.tsx"),
  },
  {
    path: "/alerts",
    title: "Alerts",
    subtitle: "What needs attention, and who is responsible",
    page: () => import("@ops/alerts/web/alerts-page.tsx"),
  },
  {
    path: "/approvals",
    title: "Approvals",
    subtitle: "Decisions that need you",
    page: () => import("@ops/reporting/approvals/web/approvals-page.tsx"),
  },
  {
    path: "/approvals/delegations",
    title: "Delegations",
    subtitle: "",
    page: () => import("@ops/identity/delegations/web/delegations-page.tsx"),
  },
  {
    path: "/clients",
    title: "Clients & Contracts",
    subtitle: "The clients and what was agreed with them",
    page: () => import("@ops/clients/web/clients-page.tsx"),
  },
  {
    path: "/hr",
    title: "HR Management",
    subtitle: "Manage employees, attendance, payroll, and leave requests",
    page: () => import("./shell/pages/hr-page.tsx"),
  },
  {
    path: "/hr/kiosk",
    title: "Attendance Kiosk",
    subtitle: "In and out by staff number and PIN",
    page: () => import("@ops/people/kiosk/web/kiosk-page.tsx"),
  },
  {
    path: "/marketing",
    title: "Marketing CRM",
    subtitle: "Manage prospects, targets, budgets, and petty cash requests",
    page: () => import("./shell/pages/marketing-page.tsx"),
  },
  {
    path: "/contractors",
    title: "Contractors",
    subtitle: "Contractors and their assignments",
    page: () => import("@ops/contractors/web/contractors-page.tsx"),
  },
  {
    path: "/reports",
    title: "Reports & Analytics",
    subtitle: "Activity, cost and revenue",
    page: () => import("@ops/reporting/analytics/web/reports-page.tsx"),
  },
  {
    path: "/audit",
    title: "Audit",
    subtitle: "Changes, access log and log integrity",
    page: () => import("@ops/audit/web/audit-page.tsx"),
  },
  {
    path: "/settings",
    title: "Settings",
    subtitle: "The company, its sites and people, and the rules it works by",
    page: () => import("./shell/settings/settings-page.tsx"),
  },
  {
    path: "/account",
    title: "My Account",
    subtitle: "Your sessions and API tokens",
    page: () => import("./shell/pages/account-page.tsx"),
  },
  {
    path: "/field",
    title: "Field",
    subtitle: "What people record on a site, with or without a connection",
    page: () => import("./shell/offline/field-page.tsx"),
  },
  {
    path: "/field/devices",
    title: "Devices",
    subtitle: "Tablets and phones, and what they have sent",
    page: () => import("@ops/field/devices/web/devices-page.tsx"),
  },
  {
    path: "/field/acts",
    title: "Field Acts",
    subtitle: "Records made on devices",
    page: () => import("@ops/field/acts/web/field-acts-page.tsx"),
  },
  {
    path: "/field/days",
    title: "Signed days",
    subtitle: "What the client has signed, day by day",
    page: () => import("@ops/field/signed-days/web/signed-days-page.tsx"),
  },
  {
    path: "/outbox",
    title: "Outbox",
    subtitle: "What this device still has to send",
    page: () => import("./shell/offline/outbox-page.tsx"),
  },
  {
    path: "/mails",
    title: "Mails",
    subtitle: "Messages and recipients",
    page: () => import("./shell/pages/mails-page.tsx"),
  },
]

/** Pages for people without an account; each renders the whole page. */
export const publicPages: readonly Pick<Screen, "path" | "page">[] = [
  { path: "/acknowledge/:token", page: () => import("@ops/procurement/acknowledgements/web/acknowledge-page.tsx") },
  { path: "/sign-day/:token", page: () => import("@ops/field/signed-days/web/sign-day-page.tsx") },
]
