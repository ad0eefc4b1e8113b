/** `ops webhooks`: programs that receive events. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { printRows } from "@ops/platform/terminal/lists.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import type { webhooks as resource } from "./resource.ts"
import { screen } from "./screen.ts"

const api = async () => (await import("./resource.ts")).WebhooksApi
const printed = async (rows: object, columns: ReadonlyArray<TableColumn>, command: Command) => {
  await printRows(command, rows, columns)
}

const deliveryColumns: ReadonlyArray<TableColumn> = [
  { key: "triedAt", title: "Tried", kind: "instant", priority: 0 },
  { key: "firstPosition", title: "From", kind: "integer", priority: 1 },
  { key: "lastPosition", title: "To", kind: "integer", priority: 1 },
  { key: "messages", title: "Messages", kind: "integer", priority: 1 },
  { key: "attempt", title: "Attempt", kind: "integer", priority: 2 },
  { key: "status", title: "Answer", kind: "integer", priority: 0 },
  { key: "tookMs", title: "Took, ms", kind: "integer", priority: 3 },
  { key: "error", title: "Error", kind: "text", priority: 0 },
]
const kindColumns: ReadonlyArray<TableColumn> = [
  { key: "kind", title: "Kind", kind: "text", priority: 0 },
  { key: "label", title: "What it is", kind: "text", priority: 0 },
  { key: "events", title: "Events", kind: "text", priority: 1 },
]

/** Adds the `webhooks` commands to the program. */
export const addWebhookCommands = (program: Command, call: Call): void => {
  const { parent: webhooks, find } = addResourceCommands<typeof resource>(program, call, {
    screen,
    api,
    description: "programs that receive events",
    commands: {
      add: {
        next: ({ name }) => `ops webhooks secret ${JSON.stringify(name)}`,
        meanings: {
          kinds: "kinds of records separated by commas, or * for all",
          fromPosition: "deliver all events after this position in the log; without it, from now on",
        },
        examples: [
          {
            line: "ops webhooks add --name Warehouse --address https://example.com/hooks --records stock_item,invoice",
            does: "asks, then adds it; deliveries start once it has a secret",
          },
        ],
      },
      change: { examples: [{ line: "ops webhooks change Warehouse --records stock_item", does: "asks, then changes the records it reports" }] },
      replay: { examples: [{ line: "ops webhooks replay Warehouse --from-position 120000", does: "asks, then delivers all later events again" }] },
    },
  })
  const secret = webhooks
    .command("secret <webhook>")
    .description("create the secret with which its receiver verifies requests; it is shown only once, and the previous one stays valid for another day")
    .action(async (name: string, _: unknown, command: Command) => {
      const { id } = await find(name, command)
      const contract = await api()
      const made = await call(command, contract, (client) => client.webhooks.secret({ params: { id } }))
      await printed(made, [{ key: "secret", title: "Secret", kind: "text" }], command)
      process.stderr.write("The secret is shown only once. Anyone who has it can sign requests of this webhook.\n")
    })
  secret.examples({ line: "ops webhooks secret Warehouse", does: "creates its secret and prints it, once" })
  const test = webhooks
    .command("test <webhook>")
    .description("send a signed message without events, to try its receiver; nothing of the log counts as delivered")
    .action(async (name: string, _: unknown, command: Command) => {
      const { id } = await find(name, command)
      const contract = await api()
      const answer = await call(command, contract, (client) => client.webhooks.test({ params: { id } }))
      await printed(
        answer,
        deliveryColumns.filter(({ key }) => key in answer),
        command,
      )
      if (answer.error !== null) throw new Exit("failure", "The receiver did not accept the message.", { why: answer.error })
    })
  test.examples({ line: "ops webhooks test Warehouse", does: "sends it and prints the response" })
  const deliveries = webhooks
    .command("deliveries <webhook>")
    .description("the last 200 requests with their events and responses")
    .action(async (name: string, _: unknown, command: Command) => {
      const { id } = await find(name, command)
      const contract = await api()
      const rows = await call(command, contract, (client) => client.webhooks.deliveries({ params: { id } }))
      await printed(rows, deliveryColumns, command)
    })
  deliveries.examples({ line: "ops webhooks deliveries Warehouse", does: "attempts, latest first" })
  const asyncapi = webhooks
    .command("asyncapi")
    .description("the messages of webhooks as an AsyncAPI document in JSON")
    .action(async (_: unknown, command: Command) => {
      const contract = await api()
      const document = await call(command, contract, (client) => client.webhooks.asyncapi())
      process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
    })
  asyncapi.examples({ line: "ops webhooks asyncapi > webhooks.json", does: "to generate a receiver" })
  const kinds = webhooks
    .command("kinds")
    .description("the kinds of records and events that webhooks can report")
    .action(async (_: unknown, command: Command) => {
      const contract = await api()
      const rows = await call(command, contract, (client) => client.webhooks.kinds())
      await printed(
        rows.map((row) => ({ ...row, events: row.events.join(", ") })),
        kindColumns,
        command,
      )
    })
  kinds.examples({ line: "ops webhooks kinds", does: "all there are" })
}
