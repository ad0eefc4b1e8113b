import { exitCodes } from "../exit-codes.ts"

/** The default for Ctrl-C: the process ends at once with code 130. */
export const endAtOnce = () => process.exit(exitCodes.interrupted)

/**
 * Runs a body that can stop between two items: the first Ctrl-C aborts its signal and calls `told`, the second ends the process at once. The default
 * Ctrl-C handling is suspended until the body is done.
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
