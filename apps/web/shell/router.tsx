import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Route, Routes } from "react-router-dom"
import { publicPages, screens } from "../routes.ts"
import { Address } from "./address.tsx"
import { NotFoundPage } from "./pages/not-found-page.tsx"
import { Root } from "./root.tsx"
import { ScreenView } from "./screen-view.tsx"
import { Shell } from "./shell.tsx"

const SignInPage = lazyWithRetry(() => import("./sign-in/sign-in-page.tsx"))

const FindPage = lazyWithRetry(() => import("./palette/find-page.tsx"))

const openPages = publicPages.map(({ path, page }) => ({ path, Page: lazyWithRetry(async () => ({ default: (await page()).Component })) }))

export const Router = () => (
  <Address>
    <Routes>
      <Route element={<Root />}>
        <Route path="/biometric-login" element={<SignInPage />} />
        {openPages.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route element={<Shell />}>
          {screens.map((screen) => (
            <Route key={screen.path} path={screen.path} element={<ScreenView screen={screen} />} />
          ))}
          <Route path="/find/:number" element={<FindPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  </Address>
)
