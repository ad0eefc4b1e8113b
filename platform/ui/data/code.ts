/** Requests the code of screens and dialogs when it is first used, with and without a connection. */

/** Style sheets that failed to load. Code waits for them only the first time, so they are requested again here. */
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

/** Waits some seconds, or until the browser is online again. */
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

/** The server is reachable but does not have the code: the page is of a version that is no longer served. */
export class CodeGone extends Error {
  override readonly name = "CodeGone"
}

/** What loads code that is here already. */
const here = new Set<() => Promise<unknown>>()
/** Loads code ahead of its use, if there is a connection. */
export const preload = (load: () => Promise<unknown>): void => {
  if (isAway(load)) return
  void load().then(
    () => here.add(load),
    () => undefined,
  )
}

/** Whether code has to come over a connection that is missing: no service worker keeps it. */
const isAway = (load: () => Promise<unknown>) => !navigator.onLine && !navigator.serviceWorker?.controller && !here.has(load)

/**
 * Loads code, retrying as long as there is no connection. Browsers do not request a module again that they failed to load (Chromium since 150), so it is
 * requested only once there is one; until then, `report` says once that it is missing. `source` is what loads the code if `load` does more than that.
 * Throws `CodeGone`.
 */
export const requestCode = async <Code>(load: () => Promise<Code>, report: () => void, source: () => Promise<unknown> = load): Promise<Code> => {
  let [told, refused] = [false, false]
  const wait = () => {
    if (!told) report()
    told = true
    return pause()
  }
  for (;;) {
    while (isAway(source) || (told && !(await reachable()))) await wait()
    await styled()
    try {
      return await load()
    } catch (error) {
      if (!(await reachable())) await wait()
      else if (refused) throw new CodeGone("This page is from an older version. Reload it.", { cause: error })
      else refused = true
    }
  }
}
