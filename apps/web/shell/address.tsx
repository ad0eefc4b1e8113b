import { asOf, inThePast, instantOf, keepInstant } from "@ops/platform/ui/instant.ts"
import type { ReactNode } from "react"
import { createPath, type To, UNSAFE_createBrowserHistory, unstable_HistoryRouter as HistoryRouter } from "react-router-dom"

document.documentElement.toggleAttribute("data-past", inThePast)

const browser = UNSAFE_createBrowserHistory({ v5Compat: true })
const { push, replace } = browser
const textOf = (to: To) => keepInstant(typeof to === "string" ? to : createPath(to))

/** Every link of the app keeps the instant of the page; a link with another instant reloads the page. */
const history = Object.assign(browser, {
  createHref: textOf,
  push: (to: To, state?: unknown) => (instantOf(textOf(to)) === asOf ? push(textOf(to), state) : location.assign(textOf(to))),
  replace: (to: To, state?: unknown) => (instantOf(textOf(to)) === asOf ? replace(textOf(to), state) : location.replace(textOf(to))),
})

export const Address = ({ children }: { children: ReactNode }) => <HistoryRouter history={history}>{children}</HistoryRouter>
