/** `ops petty-cash floats`: open, top up and count the floats that petty cash is paid out of. */
import { type Command, Option } from "commander"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { named, nameOf } from "../shared/cli-common.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { datedListOptions, paged, printList, type Paging } from "@ops/platform/terminal/lists.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import type { FloatAnswer, MovementAnswer } from "./contract.ts"
import { currencies } from "../shared/labels.ts"

type Float = typeof FloatAnswer.Type

const floatColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Id", kind: "integer", priority: 1 },
  { key: "name", title: "Float", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 2 },
  { key: "keeper", title: "Custodian", kind: "text", priority: 1 },
  { key: "currency", title: "Currency", kind: "text", priority: 1 },
  { key: "limit", title: "Limit", kind: "money", priority: 2 },
  { key: "balance", title: "Balance", kind: "money", priority: 0 },
  { key: "out", title: "Out", kind: "money", priority: 1 },
  { key: "lastCountedOn", title: "Counted", kind: "date", priority: 2 },
]
const bookColumns: ReadonlyArray<TableColumn> = [
  { key: "date", title: "Date", kind: "date", priority: 0 },
  { key: "kind", title: "What", kind: "text", priority: 0 },
  { key: "reference", title: "Reference", kind: "text", priority: 1 },
  { key: "what", title: "For", kind: "text", priority: 2 },
  { key: "by", title: "By", kind: "text", priority: 3 },
  { key: "amount", title: "Amount", kind: "money", priority: 0 },
  { key: "balance", title: "Balance", kind: "money", priority: 0 },
  { key: "journalEntryNumber", title: "Entry", kind: "text", priority: 3 },
]
const flat = (float: Float) => ({ ...float, keeper: nameOf(float.custodian) })
const line = (of: typeof MovementAnswer.Type) => ({ ...of, what: of.purpose ?? of.reason, by: nameOf(of.movedByUser) })
const api = async () => (await import("./contract.ts")).PettyCashApi

/** The float named by its name or id. */
export const floatNamed = async (call: Call, command: Command, name: string): Promise<Float> => {
  const contract = await api()
  return named(
    "float",
    name,
    '"Juba office"',
    (id) => call(command, contract, (client) => client.pettyCashFloats.one({ params: { id } })),
    async (asked) => {
      const found = await call(command, contract, (client) => client.pettyCashFloats.list({ query: { q: asked, limit: "1000" } }))
      return found.find(({ name }) => name.toLowerCase() === asked.toLowerCase())
    },
  )
}

/** The id of the person who keeps a float, by the employee ID with which they sign in. */
const personNamed = async (call: Call, command: Command, employeeId: string): Promise<number> => {
  const { IdentityApi } = await import("@ops/identity/contract.ts")
  const found = (await call(command, IdentityApi, (client) => client.users.list({ query: { q: employeeId, limit: "1000" } }))) as ReadonlyArray<{
    readonly id: number | string
    readonly employeeId: string
  }>
  const person = found.find((person) => person.employeeId.toLowerCase() === employeeId.toLowerCase())
  if (person) return Number(person.id)
  throw new Exit("usage", `There is no person "${employeeId}".`, { next: "Give the employee ID, such as FO-SUP-001: ops users list" })
}

interface Opening extends Deciding {
  readonly site: string
  readonly currency: (typeof currencies)[number]
  readonly custodian: string
  readonly limit: string
}
interface Filling extends Deciding {
  readonly amount?: string
  readonly account?: string
  readonly date?: string
  readonly reference?: string
}
interface Counting extends Deciding {
  readonly counted: string
  readonly reason?: string
  readonly date?: string
}
interface Listing extends Paging {
  readonly site?: string
  readonly q?: string
  readonly sort?: string
  readonly from?: string
  readonly to?: string
}

/** Adds `floats` to `petty-cash`. */
export const addFloatCommands = (petty: Command, call: Call): void => {
  const floats = petty.command("floats").description("the floats that petty cash is paid out of")

  addExamples(
    paged(
      floats
        .command("list")
        .description("list the floats you may see, and what is in them")
        .option("--site <code>", "of one site: its code, name or id")
        .option("--q <text>", "with this text")
        .option("--sort <order>", "by a field; a minus sign before it reverses the order"),
    ).action(async ({ site, limit, all, ...query }: Listing, command: Command) => {
      const contract = await api()
      const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
      await printList(
        command,
        { limit, all },
        floatColumns,
        (page) =>
          call(command, contract, (client) => client.pettyCashFloats.list({ query: { ...query, siteId, ...page }, responseMode: "decoded-and-response" })),
        flat,
      )
    }),
    [
      { line: "ops petty-cash floats list", does: "each float with its custodian and balance" },
      { line: "ops petty-cash floats list --sort balance", does: "the emptiest first" },
    ],
  )

  addExamples(
    datedListOptions(floats.command("book <float>").description("the cash book of a float, the newest line first")).action(
      async (name: string, { site: _, limit, all, ...query }: Listing, command: Command) => {
        const contract = await api()
        const { id, currency } = await floatNamed(call, command, name)
        await printList(
          command,
          { limit, all },
          bookColumns,
          (page) =>
            call(command, contract, (client) =>
              client.pettyCashFloats.movements({ params: { id }, query: { ...query, ...page }, responseMode: "decoded-and-response" }),
            ),
          (movement) => ({ ...line(movement), currency }),
        )
      },
    ),
    [
      { line: 'ops petty-cash floats book "Juba office"', does: "its latest lines" },
      { line: "ops petty-cash floats book 3 --from 2026-10-01 --to 2026-10-31 -o csv", does: "a month, as a file" },
    ],
  )

  const deciding = (usage: string, description: string) => decidable(floats.command(usage).description(description))

  addExamples(
    floats
      .command("open <name>")
      .description("open a float; the first top-up fills it")
      .requiredOption("--site <code>", "where the cash is: its code, name or id")
      .addOption(new Option("--currency <code>", "of the cash").choices(currencies).default("USD"))
      .requiredOption("--custodian <employee>", "who keeps it: the employee ID")
      .requiredOption("--limit <decimal>", "the most that may be in it")
      .option("--yes", "do not ask")
      .action(async (name: string, given: Opening, command: Command) => {
        const contract = await api()
        const limit = await centsOf("--limit", given.limit)
        const siteId = await siteNamed(call, command, given.site)
        const custodianId = await personNamed(call, command, given.custodian)
        const payload = { name, siteId, currency: given.currency, custodianId, limit }
        const question = `Open the float ${name} with ${given.custodian}, up to ${given.currency} ${given.limit}?`
        await decide(command, given, { question, possible: true, name, columns: floatColumns }, async () =>
          flat(await call(command, contract, (client) => client.pettyCashFloats.open({ payload }))),
        )
      }),
    [
      { line: 'ops petty-cash floats open "Unity camp dollars" --site US --custodian FO-SEC-001 --limit 600', does: "asks, then opens it" },
      { line: 'ops petty-cash floats open "Unity pounds" --site US --currency SSP --custodian FO-SEC-001 --limit 400000 --yes', does: "in pounds" },
    ],
  )
  addExamples(
    deciding("top-up <float>", "fill a float from cash or the bank, and post it")
      .option("--amount <decimal>", "how much; up to its limit if not given")
      .option("--account <number>", "1000 cash, or the bank of its currency; the bank if not given")
      .option("--date <date>", "the day; today if not given")
      .option("--reference <text>", "the number of the voucher or cheque")
      .action(async (name: string, given: Filling, command: Command) => {
        const contract = await api()
        const float = await floatNamed(call, command, name)
        const amount = given.amount === undefined ? null : await centsOf("--amount", given.amount)
        const payload = { amount, account: given.account ?? null, date: given.date ?? null, reference: given.reference ?? null }
        await notePostingDay(call, command, given.date)
        const question = `Top up ${float.name}, which has ${float.currency} ${float.balance}, ${given.amount === undefined ? `to ${float.limit}` : `with ${given.amount}`}?`
        await decide(command, given, { question, possible: float.canTopUp, name: float.name, columns: floatColumns }, async () =>
          flat(await call(command, contract, (client) => client.pettyCashFloats.topUp({ params: { id: float.id }, payload }))),
        )
      }),
    [
      { line: 'ops petty-cash floats top-up "Juba office" --reference CHQ-118', does: "asks, then fills it to its limit from the bank" },
      { line: "ops petty-cash floats top-up 3 --amount 150 --account 1000 --yes", does: "a sum, from cash" },
    ],
  )
  addExamples(
    deciding("count <float>", "write down what was counted in a float; a difference is posted")
      .requiredOption("--counted <decimal>", "what was found")
      .option("--reason <text>", "why it is not what the book has")
      .option("--date <date>", "the day; today if not given")
      .action(async (name: string, given: Counting, command: Command) => {
        const contract = await api()
        const float = await floatNamed(call, command, name)
        const payload = { counted: await centsOf("--counted", given.counted), reason: given.reason ?? null, date: given.date ?? null }
        await notePostingDay(call, command, given.date)
        const question = `Count ${float.name}: ${float.currency} ${given.counted} found, the book has ${float.balance}?`
        await decide(command, given, { question, possible: float.canCount, name: float.name, columns: floatColumns }, async () =>
          flat(await call(command, contract, (client) => client.pettyCashFloats.count({ params: { id: float.id }, payload }))),
        )
      }),
    [
      { line: 'ops petty-cash floats count "Juba office" --counted 412.50', does: "asks, then writes it down" },
      { line: 'ops petty-cash floats count 3 --counted 409.50 --reason "Change was short" --yes', does: "with a difference" },
    ],
  )
}
