/** The commands that only read, by name; and whether this session is read-only. */

const reading = new Set(
  "list show view get read status find search print preview check checks checklist report reports history balance board verify trail explain sessions summary drafts changes runs levels movements".split(
    " ",
  ),
)

/** Whether the word names a command that changes nothing. */
export const isReading = (word: string) => reading.has(word)

let isReadOnly = false

/** Sets whether the session is read-only: it reads as of a past time, or the token permits only reading. */
export const readOnly = (value: boolean): void => {
  isReadOnly = value
}

/** Whether the current session can run this command line: in a read-only session, a command that changes something cannot be run. */
export const canRun = (line: string): boolean => {
  if (!isReadOnly) return true
  const words = line.split(" ").slice(1)
  const flag = words.findIndex((word) => word.startsWith("-"))
  return (flag < 0 ? words : words.slice(0, flag)).some(isReading)
}
