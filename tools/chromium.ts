/** Finds or installs Chromium for the browser tests and the screenshots in the guides. */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { chromium } from "playwright"

/** Flags for running as root, without a GPU, and without background network requests. */
export const chromiumFlags: ReadonlyArray<string> = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

const system = () =>
  [
    process.env["CHROMIUM"] ?? "",
    "/usr/bin/chromium-headless-shell", // headless only: the tests take a quarter less time
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/snap/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ].find((file) => file !== "" && existsSync(file))

const unasked = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
const aptGet = (...args: ReadonlyArray<string>) => execFileSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env: unasked })
const mayInstall = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")

/** The full browser takes half as long again for a page, and three times as long for a new visitor, so the headless shell is installed beside it. */
const withoutWindows = (found: string) => {
  if (found !== "/usr/bin/chromium" || process.env["CHROMIUM"] === found || !mayInstall()) return found
  // if it cannot be installed in time, the full browser gives the same results
  const isDone = (...args: ReadonlyArray<string>) => spawnSync("apt-get", args, { stdio: "ignore", timeout: 60_000, env: unasked }).status === 0
  const install = () => isDone("install", "-y", "chromium-headless-shell")
  if (!install() && isDone("update")) install()
  return system() ?? found
}

/**
 * The browser's path: Playwright's own, or the system's. If there is none, it is installed by apt-get, if requested and possible; otherwise a message
 * on stderr says what to do, and the result is undefined.
 */
export const findChromium = ({ install }: { readonly install: boolean }): string | undefined => {
  const own = chromium.executablePath()
  const found = existsSync(own) ? own : system()
  if (found !== undefined) return install ? withoutWindows(found) : found

  if (install && mayInstall()) {
    console.error("No Chromium here: installing it with apt-get, which takes a minute.")
    try {
      aptGet("update")
      try {
        aptGet("install", "-y", "chromium-headless-shell") // available only on Debian
      } catch {
        aptGet("install", "-y", "chromium")
      }
    } catch {
      // apt-get has reported the reason, and the message below names the alternatives
    }
    const installed = system()
    if (installed !== undefined) return installed
  }
  console.error("No Chromium was found. Install one (apt-get install chromium), or give its path as CHROMIUM=/path/to/chromium.")
  return undefined
}
