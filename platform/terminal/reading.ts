/** Which commands only read, by their words; and whether the person at the terminal can do more than that now. */

const reading = new Set(
  "list show view get read status find search print preview check checks checklist report reports history balance board verify trail explain sessions summary drafts changes runs levels movements".split(
    " ",
  ),
)

/** Does this word name a command that changes nothing? */
export const isReading = (word: string) => reading.has(word)

let isReadOnly = false

/** Says whether what follows can only be read: the past is looked at, or the token reads and does no more. */
export const readOnly = (value: boolean): void => {
  isReadOnly = value
}

/** Can this command line be run by whoever is at the terminal? Where everything can only be read, a command that changes something cannot. */
export const canRun = (line: string): boolean => {
  if (!isReadOnly) return true
  const words = line.split(" ").slice(1)
  const flag = words.findIndex((word) => word.startsWith("-"))
  return (flag < 0 ? words : words.slice(0, flag)).some(isReading)
}
