import { lazy } from "react"
import { createBrowserRouter } from "react-router-dom"
import { screens } from "../routes.ts"
import { NotFoundPage } from "./not-found-page.tsx"
import { Crash, Root } from "./root.tsx"
import { ScreenView } from "./screen-view.tsx"
import { Shell } from "./shell.tsx"

const SignInPage = lazy(() => import("./sign-in-page.tsx"))

export const makeRouter = () =>
  createBrowserRouter([
    {
      element: <Root />,
      errorElement: <Crash />,
      children: [
        { path: "/biometric-login", element: <SignInPage /> },
        {
          element: <Shell />,
          children: screens.map((screen) => ({
            path: screen.path,
            element: <ScreenView screen={screen} />,
            handle: screen,
          })),
        },
        { path: "*", element: <NotFoundPage /> },
      ],
    },
  ])
