/** Links to an explanation: the address parameter `explain` has the name of the figure and its parameters. */
import type { FigureRef } from "./figure-ref.ts"

const param = "explain"

/** The address of the open page with an explanation; scope and moment stay. */
export const explanationLink = ({ name, parameters }: FigureRef) => {
  const url = new URL(location.href)
  const given = new URLSearchParams()
  for (const [key, value] of Object.entries(parameters ?? {})) if (value !== null && value !== undefined) given.set(key, String(value))
  url.searchParams.set(param, `${name}?${given}`)
  return url.href
}

/** The figure of the link that was opened, if any. */
export const linkedFigure = (): FigureRef | undefined => {
  const [name, parameters] = new URLSearchParams(globalThis.location?.search).get(param)?.split("?") ?? []
  if (!name) return undefined
  const given: Record<string, string> = {}
  for (const [key, value] of new URLSearchParams(parameters)) given[key] = value
  return { name, parameters: given }
}

/** Removes the figure from the address once its explanation is closed. */
export const forgetLink = () => {
  const url = new URL(location.href)
  if (!url.searchParams.has(param)) return
  url.searchParams.delete(param)
  history.replaceState(history.state, "", url)
}
