import { spawn } from "node:child_process"
import { once } from "node:events"
import { chromium, test } from "@playwright/test"

export interface Named {
  readonly id: number
}
export interface Person extends Named {
  readonly staffNumber: string
  readonly firstName: string
  readonly lastName: string
}

/** A separate browser that stores its data in `profile` and can be killed. */
export const tablet = async (profile: string) => {
  const { executablePath = chromium.executablePath(), args = [] } = test.info().project.use.launchOptions ?? {}
  const flags = [...args, "--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"]
  const browser = spawn(executablePath, flags, { detached: true, stdio: ["ignore", "ignore", "pipe"] })
  const address = await new Promise<string>((found) => {
    let said = ""
    browser.stderr.on("data", (text: Buffer) => {
      said += text.toString()
      const [, url] = /DevTools listening on (\S+)/.exec(said) ?? []
      if (url) found(url)
    })
  })
  const [context] = (await chromium.connectOverCDP(address)).contexts()
  const page = context!.pages()[0]!
  const kill = async () => {
    if (browser.signalCode !== null) return
    const gone = once(browser, "exit")
    // the whole process group, because on Debian the browser is a child of a script
    process.kill(-browser.pid!, "SIGKILL")
    await gone
  }
  return { context: context!, page, kill, open: (at: string) => page.goto(new URL(at, process.env["BASE_URL"]).href) }
}
