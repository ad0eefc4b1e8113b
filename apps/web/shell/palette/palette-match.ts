/** Which names a text means, and in which order. */

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** How well a text names something: 0 begins with it, 1 its words are there, 2 it is somewhere within; undefined not at all. */
const matchOf = (text: string, label: string, more = ""): number | undefined => {
  const asked = text.trim().toLowerCase()
  const name = label.toLowerCase()
  if (name.startsWith(asked)) return 0
  const words = wordsOf(asked)
  if (words.length === 0) return undefined
  const there = wordsOf(`${label} ${more}`)
  if (words.every((word) => there.some((each) => each.startsWith(word)))) return 1
  return name.includes(asked) ? 2 : undefined
}

/** Those that the text names, the best first, else in their order. Without a text all of them. */
export const matching = <T extends { readonly label: string; readonly more?: string }>(text: string, things: readonly T[]): readonly T[] =>
  things
    .flatMap((thing) => {
      const match = matchOf(text, thing.label, thing.more)
      return match === undefined ? [] : [{ thing, match }]
    })
    .sort((a, b) => a.match - b.match)
    .map(({ thing }) => thing)
