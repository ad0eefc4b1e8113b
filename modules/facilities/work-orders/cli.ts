/** `ops work-orders`: work orders, their assignees and progress. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { columnsOf, printRows } from "@ops/platform/terminal/lists.ts"
import { addResourceCommands, finderOf } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { findAsset } from "../assets/cli.ts"
import { openStatuses } from "./labels.ts"
import type { workOrders } from "./resource.ts"
import { screen } from "./screen.ts"

type Order = (typeof workOrders)["Row"]
const api = async () => (await import("./resource.ts")).WorkOrdersApi

/** Finds a work order by number or id. */
export const findOrder = (call: Call) => finderOf<typeof workOrders>(call, { screen, api })

/** The order flattened for tables. JSON output has the full structure. */
const flat = (order: Order) => ({ ...order, ...order.sla, followUps: order.followUps.map(({ orderNumber }) => orderNumber).join(", ") })

const checkColumns = columnsOf({ n: ["Line", "integer", 0], line: ["Check", "text", 0], result: ["Result", "text", 0], note: ["Note", "text", 1] })
const partColumns = columnsOf({ name: ["Part", "text", 0], quantity: ["Quantity", "text", 0], unit: ["Unit", "text", 1], value: ["Value (USD)", "money", 1] })
const hourColumns = columnsOf({ name: ["Who", "text", 0], date: ["Date", "date", 1], minutes: ["Minutes", "integer", 0], cost: ["Cost (USD)", "money", 1] })
const boardColumns = columnsOf({ status: ["Status", "text", 0], count: ["Orders", "text", 0], first: ["First", "text", 1] })

/** Parses `3=2.5` of a repeatable option. */
const pairOf = (option: string, text: string, form: string): readonly [string, string] => {
  const [, left, right] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (left === undefined || right === undefined) throw new Exit("usage", `${option} cannot be "${text}".`, { next: `Write ${form}.` })
  return [left.trim(), right.trim()]
}
const isOneOf = (name: string, ...names: ReadonlyArray<string | null>) => names.some((each) => each?.toLowerCase() === name.toLowerCase())

/** The person or contractor with a number, full name or id, among possible assignees of an order. */
const workerNamed = async (call: Call, command: Command, kind: "people" | "contractors", name: string): Promise<number> => {
  if (/^[1-9]\d*$/.test(name)) return Number(name)
  const { AssigneesApi } = await import("../assignees/contract.ts")
  const { people, contractors } = await call(command, AssigneesApi, (client) => client.assignees.board({ query: { everyone: "true" } }))
  const one =
    kind === "people"
      ? people.find(({ staffNumber, name: whole }) => isOneOf(name, staffNumber, whole))
      : contractors.find(({ contractorNumber, name: whole, companyName }) => isOneOf(name, contractorNumber, whole, companyName))
  if (one) return one.id
  const [word, next] =
    kind === "people" ? ["staff member", "a staff number like FO-012, a full name, or an id"] : ["contractor", "a number like CON-0001, a full name, or an id"]
  throw new Exit("refused", `There is no ${word} "${name}" to whom an order can be assigned.`, { next: `Give ${next}.` })
}

/** Adds the `work-orders` commands to the program. */
export const addWorkOrderCommands = (program: Command, call: Call): Command => {
  const named = (kind: "people" | "contractors", argument: string) => ({
    argument,
    value: ([name]: ReadonlyArray<string>, { command }: { readonly command: Command }) => (name === undefined ? null : workerNamed(call, command, kind, name)),
  })
  const workers = {
    assignedTo: named("people", "<number>"),
    contractorId: named("contractors", "<number>"),
  }
  const workerFlags = { assignedTo: "staff", scheduledDate: "on" } as const
  const workerMeanings = {
    assignedTo: "employee: staff number, full name or id",
    contractorId: "a contractor: number or id",
    team: "a team",
  } as const
  const asset = {
    argument: "<asset>",
    value: async ([name]: ReadonlyArray<string>, { command }: { readonly command: Command }) =>
      name === undefined ? null : (await findAsset(call)(name, command)).id,
  }

  const { parent } = addResourceCommands<typeof workOrders>(program, call, {
    screen,
    api,
    description: "work orders: list, show, create, assign, work on, complete, verify",
    siteNamed,
    shown: flat,
    columns: { reportedAt: { title: "Noticed" }, followUpOf: { title: "Made for" } },
    list: {
      flags: { serviceType: "service", assetId: "asset" },
      switches: {
        open: { meaning: "only open orders", gives: { status: openStatuses.join(",") } },
        mine: { meaning: "only those assigned to you", gives: { mine: "true" } },
        overdue: { meaning: "only overdue ones", gives: { overdue: "true" } },
      },
      examples: [
        { line: "ops work-orders list --open --sort priority", does: "work to do, most urgent first" },
        { line: "ops work-orders list --mine", does: "what is yours" },
        { line: "ops work-orders list --overdue --site US -o json", does: "overdue orders at one site, for a program" },
      ],
    },
    show: {
      description: "one order with its checklist, parts, hours and history",
      tables: ({ checklist, parts, hours }) => ({
        checklist: [checklist.map((line, n) => ({ n: n + 1, ...line, result: line.result ?? "open" })), checkColumns],
        parts: [parts, partColumns],
        hours: [hours, hourColumns],
      }),
      examples: [{ line: "ops work-orders show WO-2026-00012", does: "by its number" }],
    },
    commands: {
      create: {
        description: "create an order, or report an emergency",
        arguments: ["description"],
        flags: { serviceType: "service", dueDate: "due", scheduledDate: "scheduled", checklist: "check", photos: "photo", assignedTo: "staff" },
        meanings: {
          ...workerMeanings,
          description: "work to do",
          location: "location at the site",
          scheduledDate: "scheduled date",
          dueDate: "the last day",
          checklist: "a line of the checklist; several times",
          photos: "a picture; several times",
          assetId: "asset it is for: number or id",
          signatureRequired: "the client signs when it is done",
        },
        switches: { emergency: { meaning: "urgent: the clock starts immediately and the site's supervisors are alerted", gives: { origin: "emergency" } } },
        reads: {
          ...workers,
          assetId: asset,
          checklist: { argument: "<line>", several: true, value: (lines) => lines.map((line) => ({ line, required: true })) },
        },
        immediate: true,
        next: ({ canAssign, orderNumber }) => (canAssign ? `ops work-orders assign ${orderNumber} --staff FO-012` : undefined),
        examples: [
          { line: 'ops work-orders create "Tap drips" --site US --service other', does: "an unassigned order" },
          { line: 'ops work-orders create "Sewage in camp B" --site US --service sewage --emergency', does: "an emergency" },
          {
            line: 'ops work-orders create "Service generator 2" --site US --service equipment_maintenance --check "Oil changed" --due 2026-12-01',
            does: "with a checklist",
          },
        ],
      },
      assign: {
        description: "give an order to a person, a contractor or a team; whoever it is gets a mail",
        flags: workerFlags,
        meanings: { ...workerMeanings, scheduledDate: "scheduled date" },
        reads: workers,
        immediate: true,
        examples: [
          { line: "ops work-orders assign WO-2026-00012 --staff FO-012", does: "to an employee" },
          { line: "ops work-orders assign WO-2026-00012 --team cleaning --on 2026-11-25", does: "to a team, for a day" },
        ],
      },
      start: { immediate: true, examples: [{ line: "ops work-orders start WO-2026-00012", does: "starts the work" }] },
      resume: { immediate: true, examples: [{ line: "ops work-orders resume WO-2026-00012", does: "resume an order that was on hold" }] },
      hold: { question: ({ orderNumber }) => `Put ${orderNumber} on hold?` },
      cancel: { question: ({ orderNumber }) => `Cancel ${orderNumber}?` },
      reopen: { question: ({ orderNumber }) => `Reopen ${orderNumber}?` },
      verify: {
        description: "verify that the work was done; not by the person who did it",
        meanings: { note: "what you saw" },
        question: ({ orderNumber }) => `Verify ${orderNumber}?`,
        examples: [{ line: "ops work-orders verify WO-2026-00012 --yes", does: "without asking" }],
      },
      photograph: { flags: { photos: "photo" }, meanings: { photos: "a picture; several times" }, immediate: true },
      complete: {
        description: "complete an order: checklist, parts from stock, hours, photos",
        flags: { checklist: "check", parts: "part", photos: "photo" },
        meanings: {
          checklist: "ok, failed or na; a note after a comma; several times",
          parts: "id of the stock item; several times",
          hours: "staff number, whole name or id; assignee is whom the order is given to; several times",
          photos: "a picture; several times",
          rating: "the client's rating, 1 to 5",
          remarks: "what was done",
        },
        reads: {
          checklist: {
            argument: "<line=result>",
            several: true,
            value: (checks) =>
              checks.map((text) => {
                const [line, said] = pairOf("--check", text, '1=ok, or 2=failed,"what is wrong"')
                const [result = "", ...note] = said.split(",")
                if (!/^[1-9]\d*$/.test(line))
                  throw new Exit("usage", `--check cannot be "${text}".`, { next: "Begin with the number of the line, such as 1=ok." })
                return { line: Number(line), result: result.trim(), note: note.join(",").trim() }
              }),
          },
          parts: {
            argument: "<item=quantity>",
            several: true,
            value: (parts) =>
              parts.map((text) => {
                const [item, quantity] = pairOf("--part", text, "12=2.5")
                if (/^[1-9]\d*$/.test(item) && Number(quantity) > 0) return { stockItemId: Number(item), quantity: Math.round(Number(quantity) * 1000) }
                throw new Exit("usage", "--part needs the id of a stock item and a quantity above 0.", {
                  next: "Write --part 12=2.5. ops stock levels shows the ids.",
                })
              }),
          },
          hours: {
            argument: "<staff=hours>",
            several: true,
            value: async (hours, { command, row }) => {
              const worked: Array<{ readonly staffId: number; readonly contractorId: null; readonly minutes: number }> = []
              for (const text of hours) {
                const [staff, spent] = pairOf("--hours", text, "FO-012=1.5")
                const minutes = Math.round(Number(spent) * 60)
                if (!(minutes > 0)) throw new Exit("usage", `--hours cannot be "${text}".`, { next: "Write --hours FO-012=1.5." })
                const assignee = staff === "assignee" ? row?.assignedTo : null
                worked.push({ staffId: assignee ?? (await workerNamed(call, command, "people", staff)), contractorId: null, minutes })
              }
              return worked
            },
          },
        },
        question: ({ orderNumber }) => `Complete ${orderNumber}?`,
        examples: [
          { line: "ops work-orders complete WO-2026-00012 --check 1=ok --check 2=ok --hours FO-012=1.5 --yes", does: "with its checklist and hours" },
          {
            line: 'ops work-orders complete WO-2026-00012 --check 1=ok --check "2=failed,trips at 60 mA" --part 12=2',
            does: "failed items become a separate order",
          },
        ],
      },
    },
  })

  parent
    .command("board")
    .description("orders by status, and the most urgent")
    .option("--site <code>", "of one site: its code, name or id")
    .examples({ line: "ops work-orders board --site US", does: "the board of one site" })
    .action(async ({ site }: { readonly site?: string }, command: Command) => {
      const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
      const { columns } = await call(command, await api(), (client) => client.workOrders.board({ query: { siteId } }))
      const rows = columns.map(({ status, count, isMore, orders: [first] }) => ({
        status,
        count: `${count}${isMore ? "+" : ""}`,
        first: first ? `${first.orderNumber} ${first.description}` : "",
      }))
      await printRows(command, rows, boardColumns)
    })
  return parent
}
