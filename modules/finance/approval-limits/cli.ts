/** `ops approval-limits`: the highest amount that each level approves alone, and from when another limit applies. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { limitKinds } from "../shared/labels.ts"

const columns: ReadonlyArray<TableColumn> = [
  { key: "kind", title: "Kind", kind: "text", priority: 0 },
  { key: "level", title: "Level", kind: "integer", priority: 0 },
  { key: "from", title: "From", kind: "date", priority: 0 },
  { key: "upTo", title: "Up to (USD)", kind: "money", priority: 0 },
  { key: "isCurrent", title: "In force", kind: "text", priority: 1 },
]
const api = async () => (await import("./contract.ts")).ApprovalLimitsApi
const kindOption = () => new Option("--kind <word>", "of what").choices(limitKinds)

/** Adds `approval-limits` to the program. */
export const addApprovalLimitCommands = (program: Command, call: Call): void => {
  const limits = program.command("approval-limits").description("approval limits: what each level approves alone")
  paged(limits.command("list").description("every limit, with the day from which it applies; without a figure there is none").addOption(kindOption()))
    .examples(
      { line: "ops approval-limits list", does: "all of them" },
      { line: "ops approval-limits list --kind expense -o json", does: "of expenses, for a program" },
    )
    .action(async ({ kind, limit, all }: Paging & { readonly kind?: string }, command: Command) => {
      const contract = await api()
      await printList(command, { limit, all }, columns, (page) =>
        call(command, contract, (client) => client.approvalLimits.list({ query: { kind, ...page }, responseMode: "decoded-and-response" })),
      )
    })
  limits
    .command("set <level> <amount>")
    .description("let a level approve up to an amount of USD, from a date; `none` is without limit")
    .addOption(kindOption().makeOptionMandatory())
    .requiredOption("--from <date>", "start date, today or later")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops approval-limits set 8 7500 --kind expense --from 2027-01-01", does: "asks, then sets it" },
      { line: "ops approval-limits set 10 none --kind purchase --from 2027-01-01 --yes", does: "without asking" },
    )
    .action(
      async (level: string, amount: string, given: Deciding & { readonly kind: (typeof limitKinds)[number]; readonly from: string }, command: Command) => {
        const contract = await api()
        const { kind, from } = given
        const upTo = amount === "none" ? null : await centsOf("<amount>", amount)
        const question = `Let level ${level} approve ${kind.replace("_", " ")} ${upTo === null ? "without limit" : `up to USD ${amount}`} from ${from}?`
        await decide(command, given, { question, possible: true, name: `level ${level}`, columns }, () =>
          call(command, contract, (client) => client.approvalLimits.set({ payload: { kind, level: Number(level), from, upTo } })),
        )
      },
    )
}
