/** The cost of the command line, in milliseconds of CPU time of the whole process, beside the start of Node itself. */
import { execFileSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import * as path from "node:path"
import { newFolder } from "@ops/platform/testing/data-folder.ts"
import { bare, startServer } from "@ops/platform/testing/server.ts"
import { prepareOps } from "../prepare-ops.ts"
import { atMost, interleaved, type Suite } from "./row.ts"

const root = path.join(import.meta.dirname, "../..")
const program = path.join(root, "ops.mjs")

/** CPU time of the child processes that have ended, in milliseconds. The kernel counts in hundredths of a second. */
const ofChildren = () => {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ")
  return (Number(fields[13]) + Number(fields[14])) * 10
}
const runs = 20

export const startup: Suite = {
  rows: ["ops-version", "ops-help", "ops-list"],
  unit: "ms CPU",
  peer: "node -e 0",
  run: async (log) => {
    if (process.platform !== "linux") throw new Error("The CPU time of a command is read from /proc, which only Linux has")
    await prepareOps()
    const folder = newFolder("bench-startup")
    const server = await startServer([path.join(root, "apps/server/main.ts")], { OPS_DATA: path.join(folder, "data"), OPS_DEMO_DATA: "on-request" })
    try {
      const env = { ...bare, OPS_CONFIG_DIR: path.join(folder, "config"), OPS_URL: server.url, XDG_CACHE_HOME: path.join(folder, "cache") }
      const login = ["login", "--employee-id", "FO-CEO-001", "--token-file", "-", "--url", server.url]
      execFileSync(process.execPath, [program, ...login], { env, input: "field-office-demo", stdio: ["pipe", "ignore", "ignore"] })
      const measure = (...args: ReadonlyArray<string>) => {
        const before = ofChildren()
        for (let n = 0; n < runs; n++) execFileSync(process.execPath, args, { env, stdio: "ignore" })
        return Promise.resolve((ofChildren() - before) / runs)
      }
      const row = async (name: string, bound: number, ...words: ReadonlyArray<string>) =>
        atMost(
          name,
          bound,
          await interleaved(
            5,
            () => measure(program, ...words),
            () => measure("-e", "0"),
            log,
          ),
        )
      return [await row("ops-version", 2.5, "--version"), await row("ops-help", 2.5, "--help"), await row("ops-list", 4, "sites", "list")]
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
