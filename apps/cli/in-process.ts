/** For tests: runs lines of `ops` in this process, which takes a tenth of the time of separate processes. */
import * as os from "node:os"
import type { Command } from "@ops/platform/terminal/command.ts"
import { addDays, dateOf, monthOf } from "@ops/platform/calendar.ts"
import { run } from "@ops/platform/terminal/run.ts"
import { opsProgram } from "./program.ts"
import { transport } from "./transport.ts"

/** A call made by a command: its request, and the number of rows in the answer and in the whole list. */
export interface Called {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly status: number
  readonly rows: number | undefined
  readonly total: number | undefined
}

export interface RanHere {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly calls: ReadonlyArray<Called>
}

/** Error with which commands that change something end here: nothing is written. */
export const wouldWrite = "Not in this test:"

/** The date of the demo data to which the examples in the help and the guides refer. */
const written = "2026-11-22"
/** An example as if written today: its dates and months shifted by whole weeks, like the demo data. */
export const asOfToday = (line: string, today: string = dateOf(new Date())): string => {
  const weeks = Math.floor((Date.parse(today) - Date.parse(written)) / (7 * 86_400_000))
  return line.replaceAll(/\b(\d{4}-\d\d)(-\d\d)?(?!\d)/g, (_, month: string, day?: string) => {
    const moved = addDays(`${month}${day ?? "-15"}`, 7 * weeks)
    return day === undefined ? monthOf(moved) : moved
  })
}

/** The words of a command line as a shell splits them; anything after a pipe or a redirection is left out. */
export const wordsOf = (line: string): ReadonlyArray<string> => {
  const words: Array<string> = []
  for (const [, double, single, bare] of line.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+(?:"[^"]*")?)/g)) {
    const word = double ?? single ?? bare!.replaceAll('"', "")
    if (bare === ">" || bare === "<" || bare === "|") break
    words.push(word)
  }
  return words
}

/** Every executable command, with the words that name it. */
export const everyCommand = async () => {
  const { program } = await opsProgram([])
  const leaves = (command: Command, words: ReadonlyArray<string>): ReadonlyArray<{ readonly command: Command; readonly words: ReadonlyArray<string> }> =>
    command.commands.length === 0 ? [{ command, words }] : command.commands.flatMap((child) => leaves(child, [...words, child.name()]))
  return leaves(program, [])
}

/** Sets the environment and working directory of this process, without the variables that are undefined; returns a function that restores them. */
export const enter = (env: Readonly<Record<string, string | undefined>>, folder = process.cwd()) => {
  const before = { env: { ...process.env }, folder: process.cwd() }
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  process.chdir(folder)
  return () => {
    process.chdir(before.folder)
    for (const name of Object.keys(process.env)) if (!(name in before.env)) delete process.env[name]
    Object.assign(process.env, before.env)
  }
}

interface Running {
  readonly columns?: number
  readonly firstPage?: number
  readonly writes?: boolean
}

/**
 * Runs a line, on a terminal of this many columns or into a pipe. The first page of a list has at most `firstPage` rows, and calls that change
 * something are not made unless `writes`.
 */
export const runHere = async (words: ReadonlyArray<string>, { columns, firstPage = 1000, writes = false }: Running = {}) => {
  const calls: Array<Called> = []
  const { ask } = transport
  transport.ask = async (address, asking) => {
    const url = new URL(address)
    const method = asking?.method ?? "GET"
    if (method !== "GET" && !writes) throw new Error(`${wouldWrite} ${method} ${url}`)
    const { searchParams: query } = url
    const asked = new URLSearchParams(query)
    if (Number(query.get("limit") ?? 0) > firstPage && !query.has("cursor")) query.set("limit", String(firstPage))
    const answer = await ask(url, asking)
    const total = answer.headers.get("x-total-count")
    const body = answer.headers.get("content-type")?.startsWith("application/json") ? await answer.json() : undefined
    calls.push({
      method,
      path: url.pathname,
      query: asked,
      status: answer.status,
      rows: Array.isArray(body) ? body.length : undefined,
      total: total === null ? undefined : Number(total),
    })
    return answer
  }
  const text = { stdout: "", stderr: "" }
  const streams = (["stdout", "stderr"] as const).map((name) => {
    const stream = process[name]
    const before = { write: stream.write, isTTY: stream.isTTY, columns: stream.columns, listeners: stream.listeners("error") }
    Object.assign(stream, {
      write: (chunk: string | Uint8Array) => {
        text[name] += chunk
        return true
      },
      isTTY: columns !== undefined,
      columns,
    })
    return () => {
      Object.assign(stream, { write: before.write, isTTY: before.isTTY, columns: before.columns })
      for (const listener of stream.listeners("error")) if (!before.listeners.includes(listener)) stream.off("error", listener as () => void)
    }
  })
  // some commands lower the priority of their process
  const priority = os.getPriority()
  const { program, disconnect } = await opsProgram(words)
  try {
    program.configureOutput({ writeOut: (words) => (text.stdout += words), writeErr: (words) => (text.stderr += words) })
    const code = await run(program, words)
    process.exitCode = undefined
    return { code, out: text.stdout, err: text.stderr, calls } satisfies RanHere
  } finally {
    await disconnect()
    for (const restore of streams) restore()
    transport.ask = ask
    try {
      os.setPriority(priority)
    } catch {
      // only an administrator may raise it again
    }
  }
}

let turn: Promise<unknown> = Promise.resolve()
/** Runs a line as in the environment of an installation, one line at a time. */
export const runIn = (env: Readonly<Record<string, string | undefined>>, words: ReadonlyArray<string>, folder?: string) => {
  const ran = turn.then(async () => {
    const leave = enter({ NODE_ENV: undefined, ...env }, folder)
    try {
      const { code, out, err } = await runHere(words, { writes: true })
      return { code, out, err }
    } finally {
      leave()
    }
  })
  turn = ran.catch(() => {})
  return ran
}
