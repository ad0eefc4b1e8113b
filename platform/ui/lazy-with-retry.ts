// oxlint-disable-next-line no-restricted-imports -- here is where it is made to wait
import { type ComponentType, createElement, lazy, Suspense } from "react"
import { requestCode } from "./data/code.ts"
import { notify } from "./layers/notices.tsx"

/** What is said of a part that this device does not have while there is no connection. */
export const notHere = "This is not available offline yet. It opens when you reconnect."

/** Loads code, retrying as long as there is no connection, and says so. Throws `CodeGone`. */
export const loaded = <Code>(load: () => Promise<Code>, source?: () => Promise<unknown>): Promise<Code> => {
  let withdraw = () => {}
  const report = () => {
    withdraw = notify.background(notHere)
  }
  return requestCode(load, report, source).finally(() => withdraw())
}

// oxlint-disable-next-line typescript/no-explicit-any -- as React has it: whatever the component takes (docs/decisions/0066-casts.md)
type AnyComponent = ComponentType<any>

/**
 * A component whose code is loaded when it is first rendered. If the connection is lost, it loads once the connection is back; React alone would fail
 * permanently.
 */
export const lazyWithRetry = <Component extends AnyComponent>(load: () => Promise<{ readonly default: Component }>, source?: () => Promise<unknown>) =>
  lazy(() => loaded(load, source))

/** The same for a dialog, a drawer or another part of a screen: nothing is shown in its place until it is loaded. */
export const lazyPart = <Component extends AnyComponent>(load: () => Promise<{ readonly default: Component }>): Component => {
  const Part = lazyWithRetry(load as () => Promise<{ readonly default: ComponentType<object> }>)
  const Loading = (props: object) => createElement(Suspense, null, createElement(Part, props))
  return Loading as Component
}
