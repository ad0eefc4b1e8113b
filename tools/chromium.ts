/** A Chromium for the browser tests and the pictures in the guides. */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { chromium } from "playwright"

/** Flags that let it run as root, without a graphics card, and without calling home. */
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
    "/usr/bin/chromium-headless-shell", // without a window of its own: the tests take a quarter less time
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

/** One with windows needs half as much again for a page, and three times as much for a new visitor: what is without them is put beside it. */
const withoutWindows = (found: string) => {
  if (found !== "/usr/bin/chromium" || process.env["CHROMIUM"] === found || !mayInstall()) return found
  // where it cannot be had, or not in time, the one with windows shows the same
  const isDone = (...args: ReadonlyArray<string>) => spawnSync("apt-get", args, { stdio: "ignore", timeout: 60_000, env: unasked }).status === 0
  const install = () => isDone("install", "-y", "chromium-headless-shell")
  if (!install() && isDone("update")) install()
  return system() ?? found
}

/**
 * The program's path: Playwright's own, or the system's. Where there is none, it is installed by apt-get, if that is
 * wished and possible; otherwise one sentence on the error output says what to do, and the answer is undefined.
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
        aptGet("install", "-y", "chromium-headless-shell") // only Debian has it
      } catch {
        aptGet("install", "-y", "chromium")
      }
    } catch {
      // apt-get has said why, and the sentence below says what else there is
    }
    const installed = system()
    if (installed !== undefined) return installed
  }
  console.error("No Chromium was found. Install one (apt-get install chromium), or give its path as CHROMIUM=/path/to/chromium.")
  return undefined
}
