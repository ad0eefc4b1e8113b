import { exitCodes } from "../exit-codes.ts"

/** Ctrl-C as a rule: the process ends at once with 130. */
export const endAtOnce = () => process.exit(exitCodes.interrupted)

/**
 * Runs a body that can stop between two items: the first Ctrl-C aborts its signal and calls `told`, the second ends the
 * process at once. Until the body is done the rule is suspended.
 */
export const stoppingGently = async <A>(told: () => void, body: (signal: AbortSignal) => Promise<A>): Promise<A> => {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) return endAtOnce()
    controller.abort()
    told()
  }
  const asARule = process.listeners("SIGINT").includes(endAtOnce)
  process.off("SIGINT", endAtOnce).on("SIGINT", stop)
  try {
    return await body(controller.signal)
  } finally {
    process.off("SIGINT", stop)
    if (asARule) process.on("SIGINT", endAtOnce)
  }
}
