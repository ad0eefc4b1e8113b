// oxlint-disable-next-line no-restricted-imports -- here is where it is made to wait
import { type ComponentType, lazy } from "react"
import { notify } from "./layers/notices.tsx"

/** Style sheets that did not come. What was to wait for them does so the first time only, so they are asked for again here. */
const missing = new Set<HTMLLinkElement>()
addEventListener("error", ({ target }) => target instanceof HTMLLinkElement && target.rel === "stylesheet" && missing.add(target), true)

const styled = () => {
  const asked = [...missing].map((old) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: old.href })
    const settled = new Promise((done) => (link.onload = link.onerror = done))
    old.replaceWith(link)
    return settled
  })
  missing.clear()
  return Promise.all(asked)
}

const reachable = () =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Some seconds, or until the browser says that the connection is back. */
const pause = () =>
  new Promise<void>((done) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener("online", go)
      done()
    }
    const timer = setTimeout(go, 5_000)
    addEventListener("online", go)
  })

/** The server is there and does not have the code: the page is of a version that it no longer serves. */
export class CodeGone extends Error {
  override readonly name = "CodeGone"
}

/** Loads code, however long there is no link. Throws `CodeGone`. */
export const loaded = async <Code>(load: () => Promise<Code>): Promise<Code> => {
  let [told, refused] = [false, false]
  for (;;) {
    await styled()
    try {
      return await load()
    } catch (error) {
      if (await reachable()) {
        if (refused) throw new CodeGone("This page is from an older version. Reload it.", { cause: error })
        refused = true
      } else {
        if (!told) notify.error("This page is not available offline yet. It opens when you reconnect.")
        told = true
        await pause()
      }
    }
  }
}

/** A component whose code comes when it is first drawn. On a broken connection it comes when the connection is back; React alone would fail permanently. */
// oxlint-disable-next-line typescript/no-explicit-any -- as React has it: whatever the component takes (docs/decisions/0066-casts.md)
export const lazyWithRetry = <Component extends ComponentType<any>>(load: () => Promise<{ readonly default: Component }>) => lazy(() => loaded(load))
