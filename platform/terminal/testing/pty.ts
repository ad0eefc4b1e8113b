import { spawn } from "node:child_process"
import { existsSync } from "node:fs"

/** Whether a test can get a real terminal: `script` of util-linux provides one; the BSD version takes other flags. */
export const hasPty = process.platform === "linux" && existsSync("/usr/bin/script")

/**
 * For tests: runs a command line on a real terminal of 80 columns, where stdin, stdout and stderr are one screen. Each answer is typed once its
 * prompt has appeared after the previous answer. Returns everything shown on the screen.
 */
export const onPty = async (
  line: string,
  answers: readonly (readonly [seen: RegExp, keys: string])[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly screen: string; readonly code: number | null }> => {
  const { CI: _, NO_COLOR: __, FORCE_COLOR: ___, ...inherited } = process.env
  const child = spawn("/usr/bin/script", ["-qec", `stty cols 80 rows 24; exec ${line}`, "/dev/null"], {
    env: { ...inherited, TERM: "xterm-256color", SHELL: "/bin/sh", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  })
  // a command that never ends must not outlive the test
  const limit = setTimeout(() => child.kill(), 120_000)
  let screen = ""
  let read = 0
  let answered = 0
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text
    const answer = answers[answered]
    if (!answer) return
    const found = screen.slice(read).search(answer[0])
    if (found < 0) return
    read = screen.length
    answered += 1
    child.stdin.write(answer[1])
  })
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve))
  clearTimeout(limit)
  return { screen, code }
}
