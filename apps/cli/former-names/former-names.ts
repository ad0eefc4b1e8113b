/** Former names of commands and options of `ops`, so that older scripts still run. */

interface Renamed {
  /** the former words */
  readonly was: string
  /** the current words */
  readonly is: string
  /** current names of renamed options; options that used to select the action have their own entry with another `is` */
  readonly options?: Readonly<Record<string, string>>
  /** applies only with this option, which is dropped from the new command */
  readonly when?: string
  /** applies only if no sub-command follows these words */
  readonly alone?: true
  /** the option that takes the value which used to follow the command directly */
  readonly argument?: string
}

/** The first applicable entry is used. */
const renamed: ReadonlyArray<Renamed> = [
  { was: "journal drafts", is: "journal drafts list", alone: true },
  { was: "journal discard", is: "journal drafts discard" },
  { was: "rates changes", is: "rates changes list", alone: true },
  { was: "rates change", is: "rates changes propose" },
  { was: "rates confirm", is: "rates changes confirm" },
  { was: "rates reject", is: "rates changes reject" },
  { was: "ledger state", is: "ledger balances state" },
  { was: "ledger withdraw", is: "ledger balances withdraw" },
  { was: "tax payments", is: "tax payments list", alone: true },
  { was: "tax pay", is: "tax payments approve", when: "--approve" },
  { was: "tax pay", is: "tax payments pay", when: "--execute" },
  { was: "tax pay", is: "tax payments cancel", options: { "--cancel": "--reason" } },
  { was: "tax pay", is: "tax payments record", argument: "--report" },
  { was: "tax reverse", is: "tax payments reverse" },
  { was: "contractors hours", is: "contractors record-hours", options: { "--worked": "--worked", "--on": "--on", "--note": "--note" } },
  { was: "contractors hours", is: "contractors hours", argument: "--assignment" },
  { was: "maintenance plan", is: "maintenance plan", options: { "--check": "--checklist", "--signature": "--signature-required" } },
]

const isOption = (word: string | undefined) => word === undefined || word.startsWith("-")
/** The option name in a word such as `--date` or `--date=2026-10-01`. */
const optionOf = (word: string) => word.split("=", 1)[0]!

/** A command line with former names of commands and options replaced by the current ones. */
export const withCurrentNames = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  for (const { was, is, options = {}, when, alone, argument } of renamed) {
    const old = was.split(" ")
    if (!old.every((word, n) => words[n] === word)) continue
    const rest = words.slice(old.length)
    if (alone && !isOption(rest[0])) continue
    if (when !== undefined && !rest.includes(when)) continue
    const renames = Object.keys(options)
    if (renames.length > 0 && !rest.some((word) => renames.includes(optionOf(word)))) continue
    const now = rest
      .filter((word) => word !== when)
      .map((word) => (options[optionOf(word)] === undefined ? word : word.replace(optionOf(word), options[optionOf(word)]!)))
    return [...is.split(" "), ...(argument === undefined || isOption(now[0]) ? now : [argument, ...now])]
  }
  return words
}
