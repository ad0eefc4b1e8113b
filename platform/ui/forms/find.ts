/** An option that can be found among many by a few letters. */
export interface Findable {
  readonly id: number
  readonly name: string
  /** other words it is found by */
  readonly words?: string
}

export interface Found<T> {
  /** the part of the input that is matched with names */
  readonly part: string
  /** the number typed after it: `oil 40` */
  readonly number: number | undefined
  readonly rows: readonly T[]
}

const having = <T extends Findable>(options: readonly T[], part: string) => {
  const words = part.toLowerCase().split(/\s+/).filter(Boolean)
  const rank = ({ name }: T) => (name.toLowerCase().startsWith(words[0] ?? "") ? 0 : 1)
  return options.filter(({ name, words: more = "" }) => words.every((word) => `${name} ${more}`.toLowerCase().includes(word))).sort((a, b) => rank(a) - rank(b))
}

/**
 * Options whose name or other words contain everything typed, those whose name begins with it first. A number after the name is a quantity unless
 * some name contains it.
 */
export const found = <T extends Findable>(options: readonly T[], typed: string, most: number): Found<T> => {
  const whole = having(options, typed)
  const [, name, number] = /^(.*\D)\s+(\d{1,6})$/.exec(typed.trim()) ?? []
  const isNumbered = whole.length === 0 && name !== undefined
  const rows = isNumbered ? having(options, name) : whole
  return { part: isNumbered ? name : typed.trim(), number: isNumbered ? Number(number) : undefined, rows: rows.slice(0, most) }
}
