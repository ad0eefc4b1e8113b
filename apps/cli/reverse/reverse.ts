/** `ops reverse`: one verb for every document that can be reversed; it runs the command of each kind. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { moneyReversalKinds, reversalKinds } from "@ops/ledger/reversals/labels.ts"

interface Kind {
  /** the command that reverses it, before its number */
  readonly words: ReadonlyArray<string>
  /** the pattern of its numbers */
  readonly number?: RegExp
}

/** What can be reversed, by name. */
export const reversibles: Readonly<Record<string, Kind>> = {
  receipt: { words: ["payments", "reverse"], number: /^RCT-/i },
  "payment-run": { words: ["payments", "reverse-run"], number: /^PAY-/i },
  expense: { words: ["expenses", "reverse"], number: /^EXP-/i },
  "daily-expense": { words: ["daily-expenses", "reverse"] },
  "petty-cash": { words: ["petty-cash", "reverse"], number: /^PC-/i },
  "tax-payment": { words: ["tax", "payments", "reverse"], number: /^TXP-/i },
  delivery: { words: ["requests", "reverse-receipt"], number: /^PR-/i },
  payroll: { words: ["payroll", "reverse-payment", "--period"], number: /^20\d\d-\d\d$/ },
  "payroll-posting": { words: ["payroll", "reverse", "--period"] },
  "project-cost": { words: ["construction", "reverse-cost"] },
  transaction: { words: ["transactions", "reverse"], number: /^TXN-/i },
  entry: { words: ["journal", "reverse"], number: /^JE-/i },
}
const known = Object.keys(reversibles).join(", ")

/** The words of the command that reverses a document. Rejected if the kind is unknown, or the number belongs to another kind. */
export const wordsFor = (what: string, id: string, options: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kind = reversibles[what]
  if (!kind) throw new Exit("usage", `There is nothing to reverse called "${what.slice(0, 40)}".`, { next: `Give one of: ${known}.` })
  const other = Object.entries(reversibles).find(([, { number }]) => number?.test(id))
  if (other && other[0] !== what && kind.words[0] !== other[1].words[0])
    throw new Exit("usage", `${id} is no ${what}.`, { next: `ops reverse ${other[0]} ${id}` })
  return [...kind.words, id, ...options]
}

/** The typed options, to be passed to another command. */
const typed = (command: Command): ReadonlyArray<string> =>
  command.options.flatMap((option) => {
    const name = option.attributeName()
    if (command.getOptionValueSource(name) !== "cli") return []
    const value: unknown = command.getOptionValue(name)
    return value === true ? [option.long!] : [`${option.long}=${String(value)}`]
  })

/** Adds `reverse` to the program; `run` runs the command with other words. */
export const addReverse = (program: Command, run: (words: ReadonlyArray<string>) => Promise<void>): void => {
  program
    .command("reverse <what> <document>")
    .description(`reverse a document: ${known}`)
    .option("--reason <text>", "why; it stays in the history")
    .addOption(
      new Option("--kind <word>", "whether the bank returned the money, goods went back to the supplier, or it was recorded in error").choices(reversalKinds),
    )
    .option("--receipt <number>", "for a delivery: the receipt of its request")
    .option("--vendor <name>", "for a payment run: the payment to one vendor")
    .option("--yes", "do not ask")
    .addOption(new Option("--dry-run", "only show its effect on the ledger, stock and mails").conflicts("yes"))
    .examples(
      { line: "ops reverse receipt RCT-2026-0003 --dry-run", does: "shows what it would post and change" },
      { line: `ops reverse expense EXP-2026-0012 --kind ${moneyReversalKinds[0]} --reason "Returned by the bank"`, does: "asks, then reverses it" },
      { line: "ops reverse delivery PR-2026-0012 --receipt 1 --dry-run", does: "its effect on stock, the bill and the ledger" },
    )
    .action((what: string, document: string, _: object, command: Command) => run(wordsFor(what, document, typed(command))))
}
