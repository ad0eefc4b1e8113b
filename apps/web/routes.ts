import type { ComponentType } from "react"

/** A screen of the product: where it is, what its head says, and the module that draws it. */
export interface Screen {
  readonly path: string
  readonly title: string
  readonly subtitle: string
  readonly page: () => Promise<{ readonly Component: ComponentType }>
}

/** Every screen there is; a module adds one line. Who may open it stands in `shell/navigation.ts`. */
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
    subtitle: "What was counted, and what was planned",
    page: () => import("@ops/catering/web/feeding-history-page.tsx"),
  },
  {
    path: "/catering/billing-reports",
    title: "Billing Reports",
    subtitle: "Meals and revenue by month, client and site",
    page: () => import("@ops/billing/web/billing-report-page.tsx"),
  },
  {
    path: "/meal-tracking",
    title: "Meal Tracking",
    subtitle: "Sessions and attendance of today",
    page: () => import("@ops/meals/web/meal-tracking-page.tsx"),
  },
  {
    path: "/meal-tracking-enhanced",
    title: "Enhanced Meal Tracking",
    subtitle: "Capacities, summaries, attendance and analytics",
    page: () => import("./shell/enhanced-meals-page.tsx"),
  },
  {
    path: "/meal-tracking/kiosk/:sessionId",
    title: "Meal Kiosk",
    subtitle: "Attendance at the canteen's door",
    page: () => import("@ops/meals/web/kiosk-page.tsx"),
  },
  {
    path: "/procurement",
    title: "Procurement Management",
    subtitle: "Requests, approvals and suppliers",
    page: () => import("@ops/procurement/web/procurement-page.tsx"),
  },
  {
    path: "/invoices",
    title: "Invoice Generator",
    subtitle: "Invoices, payments and month-end billing",
    page: () => import("@ops/billing/web/invoices-page.tsx"),
  },
  {
    path: "/financial",
    title: "Financial Management",
    subtitle: "Comprehensive accounting and financial operations",
    page: () => import("./shell/financial-page.tsx"),
  },
  {
    path: "/expenses",
    title: "My Expenses",
    subtitle: "What you asked to spend, and what became of it",
    page: () => import("@ops/finance/web/my-expenses-page.tsx"),
  },
  {
    path: "/approvals",
    title: "Approvals",
    subtitle: "What waits for your decision",
    page: () => import("@ops/reporting/web/approvals-page.tsx"),
  },
  {
    path: "/clients",
    title: "Clients & Contracts",
    subtitle: "Whom we work for, and what was agreed",
    page: () => import("@ops/clients/web/clients-page.tsx"),
  },
  {
    path: "/hr",
    title: "HR Management",
    subtitle: "Manage employees, attendance, payroll, and leave requests",
    page: () => import("./shell/hr-page.tsx"),
  },
  {
    path: "/marketing",
    title: "Marketing CRM",
    subtitle: "Manage prospects, targets, budgets, and petty cash requests",
    page: () => import("./shell/marketing-page.tsx"),
  },
  {
    path: "/contractors",
    title: "Contractors",
    subtitle: "Who works for us without being employed",
    page: () => import("@ops/contractors/web/contractors-page.tsx"),
  },
  {
    path: "/audit",
    title: "Audit",
    subtitle: "Who did what, who saw what, and proof of it",
    page: () => import("@ops/audit/web/audit-page.tsx"),
  },
  {
    path: "/mails",
    title: "Mails",
    subtitle: "What was sent to whom",
    page: () => import("./shell/mails-page.tsx"),
  },
]

/** Pages for people without an account; each draws itself whole. */
export const publicPages: readonly Pick<Screen, "path" | "page">[] = [
  { path: "/acknowledge/:token", page: () => import("@ops/procurement/web/acknowledge-page.tsx") },
]
