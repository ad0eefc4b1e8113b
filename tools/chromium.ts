/** A Chromium for the browser tests and the pictures in the guides. */
import { execFileSync } from "node:child_process"
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

/**
 * The program's path: Playwright's own, or the system's. Where there is none, it is installed by apt-get, if that is
 * wished and possible; otherwise one sentence on the error output says what to do, and the answer is undefined.
 */
export const findChromium = ({ install }: { readonly install: boolean }): string | undefined => {
  const own = chromium.executablePath()
  const found = existsSync(own) ? own : system()
  if (found !== undefined) return found

  if (install && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const aptGet = (...args: ReadonlyArray<string>) =>
      execFileSync("apt-get", args, {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      })
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
