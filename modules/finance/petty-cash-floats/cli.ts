/** `ops petty-cash floats`: opening, topping up and counting the floats that petty cash is paid from. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { datedListOptions, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { addResourceCommands, finderOf } from "@ops/platform/terminal/resource-commands.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import { personNamed } from "@ops/identity/person-named.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { Movement, pettyCashFloats } from "./resource.ts"
import { screen } from "./screen.ts"

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
const line = (of: typeof Movement.Type) => ({ ...of, what: of.purpose ?? of.reason, by: of.movedByUser })
const resource = { screen, api: async () => (await import("./resource.ts")).PettyCashFloatsApi, under: "petty-cash" }
/** Finds a float by its name or id. */
export const floatFinder = (call: Call) => finderOf<typeof pettyCashFloats>(call, resource)

interface Listing extends Paging {
  readonly site?: string
  readonly q?: string
  readonly sort?: string
  readonly from?: string
  readonly to?: string
}

/** Adds `floats` to `petty-cash`. */
export const addFloatCommands = (petty: Command, call: Call): void => {
  const dated = (command: Command, _: object, { date }: Readonly<Record<string, unknown>>) =>
    notePostingDay(call, command, date === undefined ? undefined : String(date))
  const {
    parent: floats,
    find,
    ask,
  } = addResourceCommands<typeof pettyCashFloats>(petty, call, {
    ...resource,
    description: "petty cash floats",
    siteNamed,
    columns: { custodian: { priority: 1 }, out: { priority: 1 } },
    list: {
      description: "list floats with their balances",
      examples: [
        { line: "ops petty-cash floats list", does: "each float with its custodian and balance" },
        { line: "ops petty-cash floats list --sort balance", does: "the emptiest first" },
      ],
    },
    show: {
      examples: [
        { line: 'ops petty-cash floats show "Juba office"', does: "by its name" },
        { line: "ops petty-cash floats show 3 -o json", does: "by its id, for a program" },
      ],
    },
    commands: {
      open: {
        arguments: ["name"],
        named: { custodianId: personNamed },
        meanings: { currency: "of the cash", custodianId: "custodian: the employee ID", limit: "limit" },
        question: ({ name }, { custodian, currency, limit }) => `Open the float ${name} with ${custodian}, up to ${currency} ${limit}?`,
        examples: [
          { line: 'ops petty-cash floats open "Unity camp dollars" --site US --custodian FO-SEC-001 --limit 600', does: "asks, then opens it" },
          { line: 'ops petty-cash floats open "Unity pounds" --site US --currency SSP --custodian FO-SEC-001 --limit 400000 --yes', does: "in pounds" },
        ],
      },
      topUp: {
        meanings: {
          amount: "how much; up to its limit if not given",
          account: "1000 cash, or the bank of its currency; the bank if not given",
          date: "the day; today if not given",
          reference: "the number of the voucher or cheque",
        },
        question: ({ name, currency, balance, limit }, { amount }) =>
          `Top up ${name}, which has ${currency} ${balance}, ${amount === undefined ? `to ${limit}` : `with ${amount}`}?`,
        note: dated,
        examples: [
          { line: 'ops petty-cash floats top-up "Juba office" --reference CHQ-118', does: "asks, then tops it up to its limit from the bank" },
          { line: "ops petty-cash floats top-up 3 --amount 150 --account 1000 --yes", does: "an amount, from cash" },
        ],
      },
      count: {
        meanings: { counted: "counted amount", reason: "reason for a difference", date: "the day; today if not given" },
        question: ({ name, currency, balance }, { counted }) => `Count ${name}: ${currency} ${counted} counted, book balance ${balance}?`,
        note: dated,
        examples: [
          { line: 'ops petty-cash floats count "Juba office" --counted 412.50', does: "asks, then records it" },
          { line: 'ops petty-cash floats count 3 --counted 409.50 --reason "Change was short" --yes', does: "with a difference" },
        ],
      },
    },
  })

  datedListOptions(floats.command("book <float>").description("cash book of a float, newest line first"))
    .examples(
      { line: 'ops petty-cash floats book "Juba office"', does: "its latest lines" },
      { line: "ops petty-cash floats book 3 --from 2026-10-01 --to 2026-10-31 -o csv", does: "a month, as a file" },
    )
    .action(async (name: string, { site: _, limit, all, ...query }: Listing, command: Command) => {
      const { id, currency } = await find(name, command)
      await printList(
        command,
        { limit, all },
        bookColumns,
        (page) => ask(command, (calls) => calls.movements({ params: { id }, query: { ...query, ...page }, responseMode: "decoded-and-response" })),
        (movement: typeof Movement.Type) => ({ ...line(movement), currency }),
      )
    })
}
