/** `ops rates change`, `changes`, `confirm` and `reject`: another rate for a day that has one takes two people. */
import { type Command, Option } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { RateChangeAnswer } from "./contract.ts"

type Change = typeof RateChangeAnswer.Type

const columns: ReadonlyArray<TableColumn> = [
  { key: "changeNumber", title: "Change", kind: "text", priority: 0 },
  { key: "type", title: "Type", kind: "text", priority: 1 },
  { key: "from", title: "From", kind: "date", priority: 0 },
  { key: "was", title: "Was (SSP per USD)", kind: "money", priority: 0 },
  { key: "rate", title: "New (SSP per USD)", kind: "money", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "reason", title: "Reason", kind: "text", priority: 2 },
]
const api = async () => (await import("./contract.ts")).RateChangesApi
const show = async (changes: Change | ReadonlyArray<Change>, command: Command) => {
  const { print } = await import("@ops/platform/terminal/output.ts")
  await print(changes, { ...commonOptions(command), columns })
}

/** The change that a person means by its number or its id. */
const changeNamed = async (call: Call, command: Command, name: string): Promise<Change> => {
  const found = await call(command, await api(), (client) => client.rateChanges.list({ query: { limit: "1000" } }))
  const change = found.find(({ id, changeNumber }) => String(id) === name || changeNumber === name.toUpperCase())
  if (change) return change
  throw new Exit("refused", `There is no change of a rate ${name}.`, { next: "ops rates changes" })
}

interface Proposal {
  readonly type: "official" | "parallel" | "contract"
  readonly from: string
  readonly reason: string
  readonly source?: string
  readonly yes?: boolean
}
const propose = async (call: Call, rate: string, { type, from, reason, source, yes }: Proposal, command: Command) => {
  const { parseMoney } = await import("@ops/platform/money.ts")
  const cents = parseMoney(rate)
  if (cents === undefined) throw new Exit("usage", `"${rate}" is not a rate.`, { next: "Give SSP for one dollar, such as 1350.50." })
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(`Propose ${rate} SSP for a dollar as the ${type} rate from ${from}? Another person confirms it.`, { yes })
  const payload = { type, from, rate: cents, reason, ...(source && { source }) }
  await show(await call(command, await api(), (client) => client.rateChanges.propose({ payload })), command)
}

/** Adds the commands to `rates`. */
export const addRateChanges = (rates: Command, call: Call): void => {
  addExamples(
    paged(
      rates
        .command("changes")
        .description("changes of rates, the newest first")
        .addOption(new Option("--status <word>", "of this state").choices(["proposed", "confirmed", "rejected"])),
    ).action(async ({ status, limit, all }: Paging & { readonly status?: string }, command: Command) => {
      const contract = await api()
      await printList(command, { limit, all }, columns, (page) =>
        call(command, contract, (client) => client.rateChanges.list({ query: { status, ...page }, responseMode: "decoded-and-response" })),
      )
    }),
    [{ line: "ops rates changes --status proposed", does: "what waits for a second person" }],
  )
  addExamples(
    rates
      .command("change <rate>")
      .description("propose another rate for a day that has one; another person confirms it")
      .requiredOption("--from <date>", "the first day it applies")
      .requiredOption("--reason <text>", "reason for the change")
      .addOption(new Option("--type <type>", "which rate").choices(["official", "parallel", "contract"]).default("official"))
      .option("--source <text>", "where it comes from")
      .option("--yes", "do not ask")
      .action((rate: string, given: Proposal, command: Command) => propose(call, rate, given, command)),
    [{ line: 'ops rates change 1355.50 --from 2026-11-02 --reason "Mistyped"', does: "asks, then proposes it" }],
  )
  addExamples(
    rates
      .command("confirm <change>")
      .description("confirm a change that another person has proposed")
      .option("--yes", "do not ask")
      .action(async (name: string, { yes }: { readonly yes?: boolean }, command: Command) => {
        const { id, changeNumber, type, from, was, rate } = await changeNamed(call, command, name)
        const { confirm } = await import("@ops/platform/terminal/confirm.ts")
        await confirm(`Confirm ${changeNumber}: the ${type} rate from ${from} is ${rate} instead of ${was}?`, { yes })
        await show(await call(command, await api(), (client) => client.rateChanges.confirm({ params: { id } })), command)
      }),
    [{ line: "ops rates confirm RC-2026-0001", does: "asks, then puts the rate in force" }],
  )
  addExamples(
    rates
      .command("reject <change>")
      .description("discard a proposed change")
      .requiredOption("--reason <text>", "the reason, kept in the log")
      .option("--yes", "do not ask")
      .action(async (name: string, { reason, yes }: { readonly reason: string; readonly yes?: boolean }, command: Command) => {
        const { id, changeNumber } = await changeNamed(call, command, name)
        const { confirm } = await import("@ops/platform/terminal/confirm.ts")
        await confirm(`Reject ${changeNumber}?`, { yes })
        await show(await call(command, await api(), (client) => client.rateChanges.reject({ params: { id }, payload: { reason } })), command)
      }),
    [{ line: 'ops rates reject RC-2026-0001 --reason "The bank says otherwise"', does: "asks, then rejects it" }],
  )
}
