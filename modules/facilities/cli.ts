/** `ops work-orders`: looking at work orders, and creating them from the terminal. */
import type { Command } from "commander"
import { attach } from "@ops/platform/terminal/attach.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { historyColumns, paged, type Paging, printList, printWith } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { collect, fieldColumns, flat, listColumns, oneOf, orderNamed, ordersApi, shown } from "./cli-common.ts"
import { addActCommands } from "./work-orders/commands-cli.ts"
import { openStatuses, priorities, serviceTypes, statuses } from "./work-orders/labels.ts"

const checkColumns: ReadonlyArray<TableColumn> = [
  { key: "n", title: "Line", kind: "integer", priority: 0 },
  { key: "line", title: "Check", kind: "text", priority: 0 },
  { key: "result", title: "Result", kind: "text", priority: 0 },
  { key: "note", title: "Note", kind: "text", priority: 1 },
]
const partColumns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "Part", kind: "text", priority: 0 },
  { key: "quantity", title: "Quantity", kind: "text", priority: 0 },
  { key: "unit", title: "Unit", kind: "text", priority: 1 },
  { key: "value", title: "Value (USD)", kind: "money", priority: 1 },
]
const hourColumns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "Who", kind: "text", priority: 0 },
  { key: "date", title: "Date", kind: "date", priority: 1 },
  { key: "minutes", title: "Minutes", kind: "integer", priority: 0 },
  { key: "cost", title: "Cost (USD)", kind: "money", priority: 1 },
]
const boardColumns: ReadonlyArray<TableColumn> = [
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "count", title: "Orders", kind: "text", priority: 0 },
  { key: "first", title: "First", kind: "text", priority: 1 },
]

interface Creating {
  readonly site: string
  readonly service: string
  readonly priority: string
  readonly location?: string
  readonly due?: string
  readonly scheduled?: string
  readonly check?: ReadonlyArray<string>
  readonly photo?: ReadonlyArray<string>
  readonly emergency?: boolean
}
export const addFacilitiesCommands = (program: Command, call: Call): void => {
  const orders = program.command("work-orders").description("work orders: list, show, create, assign, work on, complete, verify")

  addExamples(
    paged(
      orders
        .command("list")
        .description("the orders that you may see, newest first")
        .option("--status <words>", `${statuses.join(", ")}; several with commas`)
        .option("--open", "only orders that still need work")
        .option("--mine", "only those assigned to you")
        .option("--overdue", "only those past their due day or the promised time")
        .option("--service <words>", serviceTypes.join(", "))
        .option("--priority <words>", priorities.join(", "))
        .option("--site <code>", "of one site: its code, name or id")
        .option("--q <text>", "with this text in number, description, location or assignee")
        .option("--sort <order>", "requestDate, priority, dueDate …; a minus sign before it reverses the order"),
    ).action(async (given: Paging & Record<string, string | undefined | boolean>, command: Command) => {
      const contract = await ordersApi()
      const text = (name: string) => given[name] as string | undefined
      const siteId = text("site") === undefined ? undefined : String(await siteNamed(call, command, text("site")!))
      const status = given["open"] ? openStatuses.join(",") : text("status")
      const query = {
        status,
        siteId,
        serviceType: text("service"),
        priority: text("priority"),
        q: text("q"),
        sort: text("sort"),
        ...(given["mine"] && { mine: "true" }),
        ...(given["overdue"] && { overdue: "true" }),
      }
      await printList(
        command,
        given,
        listColumns,
        async (page) => {
          const [rows, { headers }] = await call(command, contract, (client) =>
            client.workOrders.list({ query: { ...query, ...page }, responseMode: "decoded-and-response" }),
          )
          return [rows, { headers }] as const
        },
        flat,
      )
    }),
    [
      { line: "ops work-orders list --open --sort priority", does: "what is to be done, the most urgent first" },
      { line: "ops work-orders list --mine", does: "what is yours" },
      { line: "ops work-orders list --overdue --site US -o json", does: "what is late at one site, for a program" },
    ],
  )

  addExamples(
    orders
      .command("board")
      .description("how many orders stand where, and which is first")
      .option("--site <code>", "of one site: its code, name or id")
      .action(async ({ site }: { readonly site?: string }, command: Command) => {
        const contract = await ordersApi()
        const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
        const { columns } = await call(command, contract, (client) => client.workOrders.board({ query: { siteId } }))
        const { print } = await import("@ops/platform/terminal/output.ts")
        await print(
          columns.map(({ status, count, isMore, orders: [first] }) => ({
            status,
            count: `${count}${isMore ? "+" : ""}`,
            first: first ? `${first.orderNumber} ${first.description}` : "",
          })),
          { ...commonOptions(command), columns: boardColumns },
        )
      }),
    [{ line: "ops work-orders board --site US", does: "the board of one site" }],
  )

  addExamples(
    orders
      .command("show <order>")
      .description("one order with its checklist, parts, hours and history")
      .action(async (name: string, _, command: Command) => {
        const order = await orderNamed(call, command, name)
        const contract = await ordersApi()
        const history = await call(command, contract, (client) => client.workOrders.history({ params: { id: order.id } }))
        await printWith(command, flat(order), fieldColumns, {
          checklist: [order.checklist.map((line, n) => ({ n: n + 1, ...line, result: line.result ?? "open" })), checkColumns],
          parts: [order.parts, partColumns],
          hours: [order.hours, hourColumns],
          history: [history, historyColumns],
        })
      }),
    [{ line: "ops work-orders show WO-2026-00012", does: "by its number" }],
  )

  addExamples(
    orders
      .command("create <description>")
      .description("create an order, or report an emergency")
      .requiredOption("--site <code>", "where: the site's code, name or id")
      .requiredOption("--service <word>", serviceTypes.join(", "))
      .option("--priority <word>", priorities.join(", "), "medium")
      .option("--location <text>", "where at the site")
      .option("--scheduled <date>", "the day on which it is to be done")
      .option("--due <date>", "the last day")
      .option("--check <line>", "a line of the checklist; several times", collect)
      .option("--photo <file>", "a picture; several times", collect)
      .option("--emergency", "urgent: the clock runs at once and the site's supervisors are alerted")
      .action(async (description: string, given: Creating, command: Command) => {
        const contract = await ordersApi()
        const serviceType = oneOf("--service", given.service, serviceTypes)
        const priority = oneOf("--priority", given.priority, priorities)
        const siteId = await siteNamed(call, command, given.site)
        const photos = await attach(call, command, given.photo)
        const made = await call(command, contract, (client) =>
          client.workOrders.create({
            payload: {
              siteId: Number(siteId),
              serviceType,
              priority,
              description,
              ...(given.location && { location: given.location }),
              ...(given.emergency && { origin: "emergency" as const }),
              dueDate: given.due ?? null,
              scheduledDate: given.scheduled ?? null,
              photos,
              checklist: (given.check ?? []).map((line) => ({ line, required: true })),
            },
          }),
        )
        await shown(command, made, made.canAssign ? `ops work-orders assign ${made.orderNumber} --staff FO-012` : undefined)
      }),
    [
      { line: 'ops work-orders create "Tap drips" --site US --service other', does: "an order that waits to be assigned" },
      { line: 'ops work-orders create "Sewage in camp B" --site US --service sewage --emergency', does: "an emergency" },
      {
        line: 'ops work-orders create "Service generator 2" --site US --service equipment_maintenance --check "Oil changed" --due 2026-12-01',
        does: "with a checklist",
      },
    ],
  )

  addActCommands(orders, call)
}
