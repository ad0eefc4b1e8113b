/** Links to an explanation: the address parameter `explain` has the name of the figure and its parameters. */
import type { FigureRef } from "./figure-ref.ts"

const param = "explain"

/** The address of the open page with an explanation; scope and moment stay. */
export const explanationLink = ({ name, parameters }: FigureRef) => {
  const url = new URL(location.href)
  const given = Object.entries(parameters).flatMap(([key, value]) => (value === null || value === undefined ? [] : [[key, String(value)] as const]))
  url.searchParams.set(param, `${name}?${new URLSearchParams(Object.fromEntries(given))}`)
  return url.href
}

/** The figure of the link that was opened, if any. */
export const linkedFigure = (): FigureRef | undefined => {
  const [name, parameters] = new URLSearchParams(globalThis.location?.search).get(param)?.split("?") ?? []
  return name ? { name, parameters: Object.fromEntries(new URLSearchParams(parameters)) } : undefined
}

/** Removes the figure from the address once its explanation is closed. */
export const forgetLink = () => {
  const url = new URL(location.href)
  if (!url.searchParams.has(param)) return
  url.searchParams.delete(param)
  history.replaceState(history.state, "", url)
}
