/** Matches names with a text, and ranks them. */

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** How well a text matches a name: 0 the name begins with it, 1 its words are in the name, 2 it is somewhere within; undefined if not at all. */
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

/** The items that match the text, the best first, otherwise in their order. Without a text, all of them. */
export const matching = <T extends { readonly label: string; readonly more?: string }>(text: string, things: readonly T[]): readonly T[] =>
  things
    .flatMap((thing) => {
      const match = matchOf(text, thing.label, thing.more)
      return match === undefined ? [] : [{ thing, match }]
    })
    .sort((a, b) => a.match - b.match)
    .map(({ thing }) => thing)
