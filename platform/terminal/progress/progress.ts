import { stoppingGently } from "./interrupt.ts"
import { howFar, type Run, type Step, type View } from "./run.ts"
import { canRedraw, type Terminal, terminal as processTerminal, visible } from "../terminal.ts"

/** The plan of a run: its steps by name, or the number of items. */
export interface Plan {
  readonly steps?: readonly string[] | undefined
  /** The number of items in a run without named steps; for a step, it is passed to `begin`. */
  readonly total?: number | undefined
  /** The unit of the count: "bills". */
  readonly unit?: string | undefined
  /** The body checks `signal` between two items, and can be resumed later: the first Ctrl-C only aborts the signal. */
  readonly resumable?: boolean | undefined
  /** The message at the first Ctrl-C of a resumable run; for work that continues elsewhere, where it continues and how to stop it. */
  readonly stopping?: string | undefined
}

/** How a body reports its progress. */
export interface Progress {
  /** Begins a step and completes the previous one; a step that was not planned is added. */
  readonly begin: (step: string, total?: number) => void
  /** Counts further completed items, one by default. */
  readonly advance: (items?: number) => void
  /** Sets the number of items once it is known. */
  readonly expect: (total: number) => void
  /** Prints a remark that stays on the screen. */
  readonly note: (text: string) => void
  /** Aborted by the first Ctrl-C of a resumable run. */
  readonly signal: AbortSignal
}

const heartbeat = 5000

/** One line per completed step, and a progress line every five seconds in between. */
const plainView = (run: Run, { stderr }: Terminal): View => {
  const line = (text: string) => stderr.write(`${visible(text)}\n`)
  const beat = setInterval(() => {
    const running = run.steps.find(({ state }) => state === "running")
    if (running) line(`${running.name}: ${howFar(running, run.unit, performance.now())}`)
  }, heartbeat)
  return {
    ended: (step) => line(`${step.name}: ${step.state}, ${howFar(step, run.unit, performance.now())}`),
    noted: line,
    close: async () => clearInterval(beat),
  }
}

/**
 * Runs a body and shows its progress on stderr: a live checklist with bar, rate and time left if both streams are terminals, otherwise one line per
 * step and one every five seconds. Without named steps the title is the only step. The body's result or failure is passed through; a failure marks
 * the running step.
 */
export const withProgress = async <A>(
  title: string,
  plan: number | readonly string[] | Plan,
  body: (progress: Progress) => Promise<A>,
  terminal: Terminal = processTerminal,
): Promise<A> => {
  const {
    steps,
    total,
    unit = "",
    resumable = false,
    stopping = "Stopping after this item. Ctrl-C again stops immediately.",
  }: Plan = typeof plan === "number" ? { total: plan } : "length" in plan ? { steps: plan } : plan
  const waiting = (name: string): Step => ({ name, state: "waiting", count: 0, total: undefined, began: 0, ended: 0 })
  const run: Run = { title, unit, steps: (steps ?? []).map(waiting), notes: [] }
  const view = canRedraw(terminal) ? (await import("./progress-view.ts")).liveView(run, terminal) : plainView(run, terminal)

  const current = () => run.steps.find(({ state }) => state === "running")
  const end = (state: "done" | "failed" | "stopped") => {
    const step = current()
    if (!step) return
    step.state = state
    step.ended = performance.now()
    view.ended(step)
  }
  const begin = (name: string, items?: number) => {
    end("done")
    const planned = run.steps.find((known) => known.name === name && known.state === "waiting")
    const step = planned ?? waiting(name)
    if (!planned) run.steps.push(step)
    for (const earlier of run.steps.slice(0, run.steps.indexOf(step))) if (earlier.state === "waiting") earlier.state = "skipped"
    Object.assign(step, { state: "running", total: items, began: performance.now() })
  }
  const note = (text: string) => {
    run.notes.push(text)
    view.noted(text)
  }
  const told = (signal: AbortSignal): Progress => ({
    begin,
    advance: (items = 1) => {
      const step = current()
      if (step) step.count += items
    },
    expect: (items) => {
      const step = current()
      if (step) step.total = items
    },
    note,
    signal,
  })
  const watched = async (signal: AbortSignal) => {
    try {
      const result = await body(told(signal))
      const { count = 0, total = count } = current() ?? {}
      end(signal.aborted && count < total ? "stopped" : "done")
      return result
    } catch (failure) {
      end(signal.aborted ? "stopped" : "failed")
      throw failure
    }
  }

  if (!steps) begin(title, total)
  try {
    return resumable ? await stoppingGently(() => note(stopping), watched) : await watched(new AbortController().signal)
  } finally {
    for (const step of run.steps) if (step.state === "waiting") step.state = "skipped"
    await view.close()
  }
}
