import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { chromium, test } from "@playwright/test"
import { qrPath } from "@ops/platform/documents/qr.ts"

export interface Named {
  readonly id: number
}
export interface Person extends Named {
  readonly staffNumber: string
  readonly firstName: string
  readonly lastName: string
}

/** A separate browser that stores its data in `profile` and can be killed, with more flags. */
export const tablet = async (profile: string, more: readonly string[] = []) => {
  const { executablePath = chromium.executablePath(), args = [] } = test.info().project.use.launchOptions ?? {}
  const flags = [...args, ...more, "--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"]
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

/** Flags for a browser whose camera sees a card with this QR code, from a film that is written to `file`. */
export const withCamera = (code: string, file: string): readonly string[] => {
  const [width, height, module] = [640, 480, 9]
  const { size, path } = qrPath(code)
  const film = Buffer.alloc(width * height, 220)
  const [left, top] = [(width - size * module) / 2, (height - size * module) / 2]
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h/g)) {
    for (let row = 0; row < module; row++) {
      const at = Math.floor(top + Number(y) * module + row) * width + Math.floor(left + Number(x) * module)
      film.fill(30, at, at + module)
    }
  }
  writeFileSync(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 C420\nFRAME\n`), film, Buffer.alloc((width * height) / 2, 128)]))
  return ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", `--use-file-for-fake-video-capture=${file}`]
}
