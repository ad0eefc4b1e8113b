import { type ComponentType, lazy } from "react"
import type { RouteObject } from "react-router-dom"
import { NotFoundPage } from "./shell/not-found-page.tsx"
import { Crash, Root } from "./shell/root.tsx"
import { ScreenView } from "./shell/screen-view.tsx"
import { Shell } from "./shell/shell.tsx"

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

export const landing = () => import("./shell/landing-page.tsx")
export const LandingPage = lazy(landing)
const SignInPage = lazy(() => import("./shell/sign-in-page.tsx"))

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <Crash />,
    children: [
      { path: "/biometric-login", element: <SignInPage /> },
      {
        element: <Shell />,
        children: screens.map((screen) => ({ path: screen.path, element: <ScreenView screen={screen} />, handle: screen })),
      },
      { path: "*", element: <NotFoundPage /> },
    ],
  },
]
