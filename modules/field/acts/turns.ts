/** The order in which the acts of devices are decided. Pure. */
import { readAct } from "@ops/platform/access/signed-act.ts"

interface Waiting {
  readonly act: string
  readonly text: string
}

/** Which records an act is about: its command, and the references in its input. */
const aboutOf = ({ act, text }: Waiting) => {
  const references = Object.entries(Object(readAct(text)?.input) as object).filter(([name]) => name === "id" || name.endsWith("Id"))
  return JSON.stringify([act, ...references.map(([name, value]) => `${name} ${value}`).toSorted()])
}

/**
 * Divides acts, the oldest first, into turns that follow each other. An act that is decided `inOrder` has a turn of its own. The other turns consist
 * of lines that can be decided at the same moment: acts about the same records are in one line, and are decided one after the other. Otherwise the
 * later of two equal taps could be recorded, and the earlier be its duplicate.
 */
export const turnsOf = <A extends Waiting>(open: ReadonlyArray<A>, inOrder: (act: A) => boolean): ReadonlyArray<ReadonlyArray<ReadonlyArray<A>>> => {
  const turns: Array<Array<A>> = [[]]
  for (const each of open) {
    if (inOrder(each)) turns.push([each], [])
    else turns.at(-1)!.push(each)
  }
  return turns.filter((turn) => turn.length > 0).map((turn) => [...Map.groupBy(turn, aboutOf).values()])
}
