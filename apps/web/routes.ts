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
    path: "/procurement",
    title: "Procurement Management",
    subtitle: "Requests, approvals and suppliers",
    page: () => import("@ops/procurement/web/procurement-page.tsx"),
  },
]
