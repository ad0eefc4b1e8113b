import { stoppingGently } from "./interrupt.ts"
import { howFar, type Run, type Step, type View } from "./run.ts"
import { canRedraw, type Terminal, terminal as processTerminal, visible } from "../terminal.ts"

/** What is going to be done: its steps by name, or how many items. */
export interface Plan {
  readonly steps?: readonly string[] | undefined
  /** The items of a run without named steps; for a step, `begin` tells it. */
  readonly total?: number | undefined
  /** What is counted: "bills". */
  readonly unit?: string | undefined
  /** The body looks at `signal` between two items, and can be taken up again later: the first Ctrl-C only aborts it. */
  readonly resumable?: boolean | undefined
  /** What is said at the first Ctrl-C of a resumable run; for work that goes on elsewhere, where it goes on and how to stop it. */
  readonly stopping?: string | undefined
}

/** What a body reports while it runs. */
export interface Progress {
  /** A step begins, and the one before it is done; a name that was not planned is added. */
  readonly begin: (step: string, total?: number) => void
  /** So many items more are done, one by default. */
  readonly advance: (items?: number) => void
  /** How many items there are, once it is known. */
  readonly expect: (total: number) => void
  /** A remark that stays on the screen. */
  readonly note: (text: string) => void
  /** Aborted by the first Ctrl-C of a resumable run. */
  readonly signal: AbortSignal
}

const heartbeat = 5000

/** One line a step when it ends, and a sign of life every five seconds in between. */
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
 * Runs a body and shows on stderr how far it is: a live checklist with bar, rate and time left where both streams are
 * screens, else one line a step and one every five seconds. Without named steps the title is the only step. The body's
 * result and failure pass through; a failure marks the step that ran.
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
