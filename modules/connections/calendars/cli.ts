/** `ops calendars`: one's own calendars at secret addresses. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { printRows } from "@ops/platform/terminal/lists.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"

const columns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Id", kind: "integer", priority: 1 },
  { key: "name", title: "Name", kind: "text", priority: 0 },
  { key: "what", title: "What", kind: "text", priority: 0 },
  { key: "createdAt", title: "Made", kind: "instant", priority: 2 },
  { key: "lastReadAt", title: "Last read", kind: "instant", priority: 1 },
]
const api = async () => (await import("./contract.ts")).CalendarsApi
const printed = async (rows: object, shown: ReadonlyArray<TableColumn>, command: Command) => {
  await printRows(command, rows, shown)
}
const all = ["leave", "rosters", "maintenance"] as const

/** Adds the `calendars` commands to the program. */
export const addCalendarCommands = (program: Command, call: Call): void => {
  const calendars = program.command("calendars").description("your calendars of leave, rosters and maintenance, for a calendar program")
  calendars
    .command("list")
    .description("your calendars, and when each was last read")
    .examples({ line: "ops calendars list", does: "all your calendars" })
    .action(async (_: unknown, command: Command) => {
      const contract = await api()
      const rows = await call(command, contract, (client) => client.calendars.list())
      await printed(
        rows.map((row) => ({ ...row, what: row.what.join(", ") })),
        columns,
        command,
      )
    })
  calendars
    .command("make <name>")
    .description("make a calendar; its address is shown this once")
    .addOption(new Option("--what <kinds...>", "what it shows").choices(all).default(["leave", "rosters"]))
    .examples({ line: 'ops calendars make "Field Office" --what leave maintenance', does: "creates it and prints its address for a calendar program" })
    .action(async (name: string, { what }: { readonly what: ReadonlyArray<(typeof all)[number]> }, command: Command) => {
      const contract = await api()
      const { address, ...made } = await call(command, contract, (client) => client.calendars.make({ payload: { name, what } }))
      await printed({ name: made.name, address }, [columns[1]!, { key: "address", title: "Address", kind: "text" }], command)
      process.stderr.write("The address is shown only once. Anyone who has it can read what you can see.\n")
    })
  calendars
    .command("revoke <id>")
    .description("revoke a calendar: its address stops working")
    .option("--yes", "do not ask")
    .examples({ line: "ops calendars revoke 3", does: "asks, then revokes it" })
    .action(async (id: string, { yes }: { readonly yes?: boolean }, command: Command) => {
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(`Revoke calendar ${id}?`, { yes })
      const contract = await api()
      await call(command, contract, (client) => client.calendars.revoke({ params: { id: Number(id) } }))
      process.stderr.write(`Calendar ${id} is revoked.\n`)
    })
}
