import { Box, render, Static, Text } from "ink"
import { createElement as h, useEffect, useState } from "react"
import { howFar, type Run, type Step, type View } from "./run.ts"
import { hasColour, type Terminal, visible } from "../terminal.ts"

const wheel = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
const turn = 80
const barWidth = 24

const marks = { waiting: "·", done: "✓", failed: "✗", stopped: "■", skipped: "-" }
const colours = {
  waiting: undefined,
  running: "cyan",
  done: "green",
  failed: "red",
  stopped: "yellow",
  skipped: undefined,
}

const bar = (count: number, total: number) => {
  const full = Math.round(barWidth * Math.min(1, count / total))
  return `${"█".repeat(full)}${"░".repeat(barWidth - full)} `
}

const StepLine = ({ step, unit, frame, coloured }: { step: Step; unit: string; frame: number; coloured: boolean }) => {
  const { state, name, count, total } = step
  const isRunning = state === "running"
  const isQuiet = state === "waiting" || state === "skipped"
  const mark = isRunning ? wheel[frame % wheel.length]! : marks[state]
  const colour = coloured ? colours[state] : undefined
  // a word beside the mark unless it is a plain success: neither sign nor colour is used alone
  const word = isRunning || state === "done" || state === "waiting" ? [] : [state]
  const result = [...word, ...(isQuiet ? [] : [howFar(step, unit, performance.now())])].join(", ")
  return h(
    Text,
    { wrap: "truncate-end", dimColor: coloured && isQuiet },
    h(Text, colour ? { color: colour } : {}, mark),
    ` ${visible(name)}  `,
    isRunning && total ? bar(count, total) : "",
    result,
  )
}

const Checklist = ({ run, coloured }: { run: Run; coloured: boolean }) => {
  const [frame, setFrame] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setFrame((shown) => shown + 1), turn)
    return () => clearInterval(timer)
  }, [])
  const hasSteps = run.steps.length > 1 || run.steps[0]?.name !== run.title
  return h(
    Box,
    { flexDirection: "column" },
    h(Static<string>, { items: [...run.notes], children: (note, index) => h(Text, { key: index }, visible(note)) }),
    hasSteps ? h(Text, { bold: coloured }, visible(run.title)) : null,
    ...run.steps.map((step, index) => h(StepLine, { key: index, step, unit: run.unit, frame, coloured })),
  )
}

/** A live checklist of the run on stderr, redrawn as it changes; its last state stays on the screen. */
export const liveView = (run: Run, { stdin, stderr, env }: Terminal): View => {
  const coloured = hasColour(stderr, env)
  const checklist = () => h(Checklist, { run, coloured })
  // Ctrl-C remains a signal: the terminal is never put into raw mode
  const app = render(checklist(), { stdin, stdout: stderr, stderr, exitOnCtrlC: false, interactive: true })
  return {
    ended: () => app.rerender(checklist()),
    noted: () => app.rerender(checklist()),
    close: async () => {
      app.rerender(checklist())
      app.unmount()
      await app.waitUntilExit()
    },
  }
}
