/** `ops work-orders assign` and later commands: work, holds, completion, verification. */
import type { Command } from "commander"
import { attach } from "@ops/platform/terminal/attach.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { collect, fieldColumns, flat, oneOf, orderNamed, ordersApi, shown, type WorkOrder } from "../cli-common.ts"
import { teams } from "./labels.ts"

interface Assigning {
  readonly staff?: string
  readonly contractor?: string
  readonly team?: string
  readonly on?: string
}
interface Completing extends Deciding {
  readonly check?: ReadonlyArray<string>
  readonly part?: ReadonlyArray<string>
  readonly hours?: ReadonlyArray<string>
  readonly photo?: ReadonlyArray<string>
  readonly rating?: string
  readonly remarks?: string
}

/** `3=2.5` of an option that may be given several times. */
const pairOf = (option: string, text: string, form: string): readonly [string, string] => {
  const [, left, right] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (left === undefined || right === undefined) throw new Exit("usage", `${option} cannot be "${text}".`, { next: `Write ${form}.` })
  return [left.trim(), right.trim()]
}

const assignees = async (call: Call, command: Command) => {
  const { AssigneesApi } = await import("../assignees/contract.ts")
  return call(command, AssigneesApi, (client) => client.assignees.board({ query: { everyone: "true" } }))
}
const named = (word: string, ...names: ReadonlyArray<string | null>) => names.some((name) => name?.toLowerCase() === word.toLowerCase())
/** The person named by a number, a whole name or an id, among those who can be assigned an order. */
const staffNamed = async (call: Call, command: Command, word: string): Promise<number> => {
  if (/^[1-9]\d*$/.test(word)) return Number(word)
  const one = (await assignees(call, command)).people.find(({ staffNumber, name }) => named(word, staffNumber, name))
  if (one) return one.id
  throw new Exit("refused", `There is no staff member "${word}" to whom an order can be assigned.`, {
    next: "Give a staff number like FO-012, a whole name, or an id.",
  })
}
const contractorNamed = async (call: Call, command: Command, word: string): Promise<number> => {
  if (/^[1-9]\d*$/.test(word)) return Number(word)
  const one = (await assignees(call, command)).contractors.find(({ contractorNumber, name, companyName }) => named(word, contractorNumber, name, companyName))
  if (one) return one.id
  throw new Exit("refused", `There is no contractor "${word}" to whom an order can be assigned.`, {
    next: "Give a number like CON-0001, a whole name, or an id.",
  })
}

/** Adds the commands on an existing order. */
export const addActCommands = (orders: Command, call: Call): void => {
  addExamples(
    orders
      .command("assign <order>")
      .description("give an order to a person, a contractor or a team; whoever it is gets a mail")
      .option("--staff <number>", "one of our people: staff number, whole name or id")
      .option("--contractor <number>", "a contractor: number or id")
      .option("--team <word>", teams.join(", "))
      .option("--on <date>", "the day on which it is to be done")
      .action(async (name: string, { staff, contractor, team, on }: Assigning, command: Command) => {
        if ([staff, contractor, team].filter((each) => each !== undefined).length !== 1) {
          throw new Exit("usage", "Say who does it, once.", { next: "Give --staff, --contractor or --team." })
        }
        const contract = await ordersApi()
        const worker = {
          assignedTo: staff === undefined ? null : await staffNamed(call, command, staff),
          contractorId: contractor === undefined ? null : await contractorNamed(call, command, contractor),
          team: team === undefined ? null : oneOf("--team", team, teams),
        }
        const { id } = await orderNamed(call, command, name)
        await shown(
          command,
          await call(command, contract, (client) => client.workOrders.assign({ params: { id }, payload: { ...worker, scheduledDate: on ?? null } })),
        )
      }),
    [
      { line: "ops work-orders assign WO-2026-00012 --staff FO-012", does: "to one of our people" },
      { line: "ops work-orders assign WO-2026-00012 --team cleaning --on 2026-11-25", does: "to a team, for a day" },
    ],
  )

  const simply = (verb: "start" | "resume", description: string) =>
    addExamples(
      orders
        .command(`${verb} <order>`)
        .description(description)
        .action(async (name: string, _, command: Command) => {
          const contract = await ordersApi()
          const { id } = await orderNamed(call, command, name)
          await shown(command, await call(command, contract, (client) => client.workOrders[verb]({ params: { id } })))
        }),
      [{ line: `ops work-orders ${verb} WO-2026-00012`, does: description }],
    )
  simply("start", "begin the work")
  simply("resume", "resume an order that was on hold")

  const withReason = (verb: "hold" | "cancel" | "reopen", description: string, can: keyof WorkOrder, question: (number: string) => string, example: string) =>
    addExamples(
      orders
        .command(`${verb} <order>`)
        .description(description)
        .requiredOption("--reason <text>", "why")
        .option("--yes", "do not ask")
        .option("--dry-run", "only say whether it is allowed")
        .action(async (name: string, given: Deciding & { readonly reason: string }, command: Command) => {
          const contract = await ordersApi()
          const order = await orderNamed(call, command, name)
          const about = { question: question(order.orderNumber), possible: order[can] === true, name: order.orderNumber, columns: fieldColumns }
          await decide(command, given, about, async () =>
            flat(await call(command, contract, (client) => client.workOrders[verb]({ params: { id: order.id }, payload: { reason: given.reason } }))),
          )
        }),
      [{ line: `ops work-orders ${verb} WO-2026-00012 --reason "${example}" --yes`, does: description }],
    )
  withReason("hold", "put an order on hold: the promised time is paused", "canHold", (number) => `Put ${number} on hold?`, "Waiting for parts")
  withReason("cancel", "cancel an order on which work has not begun", "canCancel", (number) => `Cancel ${number}?`, "Reported twice")
  withReason("reopen", "reopen a completed order, within seven days", "canReopen", (number) => `Reopen ${number}?`, "It leaks again")

  addExamples(
    orders
      .command("complete <order>")
      .description("complete an order: checklist, parts out of the store, hours, photos")
      .option("--check <line=result>", "ok, failed or na; a note after a comma; several times", collect)
      .option("--part <item=quantity>", "id of the stock item; several times", collect)
      .option("--hours <staff=hours>", "staff number, whole name or id; assignee is whom the order is given to; several times", collect)
      .option("--photo <file>", "a picture; several times", collect)
      .option("--rating <1-5>", "what the client says of it")
      .option("--remarks <text>", "what was done")
      .option("--yes", "do not ask")
      .option("--dry-run", "only say whether it is allowed")
      .action(async (name: string, given: Completing, command: Command) => {
        const contract = await ordersApi()
        const order = await orderNamed(call, command, name)
        const checklist = (given.check ?? []).map((text) => {
          const [line, said] = pairOf("--check", text, '1=ok, or 2=failed,"what is wrong"')
          const [result = "", ...note] = said.split(",")
          if (!/^[1-9]\d*$/.test(line)) throw new Exit("usage", `--check cannot be "${text}".`, { next: "Begin with the number of the line, such as 1=ok." })
          return { line: Number(line), result: oneOf("--check", result.trim(), ["ok", "failed", "na"]), note: note.join(",").trim() }
        })
        const parts = (given.part ?? []).map((text) => {
          const [item, quantity] = pairOf("--part", text, "12=2.5")
          return { stockItemId: Number(item), quantity: Math.round(Number(quantity) * 1000) }
        })
        if (parts.some(({ stockItemId, quantity }) => !Number.isInteger(stockItemId) || !(quantity > 0)))
          throw new Exit("usage", "--part needs the id of a stock item and a quantity above 0.", {
            next: "Write --part 12=2.5. ops stock levels shows the ids.",
          })
        const hours: Array<{ readonly staffId: number; readonly minutes: number }> = []
        for (const text of given.hours ?? []) {
          const [staff, spent] = pairOf("--hours", text, "FO-012=1.5")
          const minutes = Math.round(Number(spent) * 60)
          if (!(minutes > 0)) throw new Exit("usage", `--hours cannot be "${text}".`, { next: "Write --hours FO-012=1.5." })
          const isAssignee = staff === "assignee" && order.assignedTo !== null
          hours.push({ staffId: isAssignee ? order.assignedTo! : await staffNamed(call, command, staff), minutes })
        }
        if (given.rating !== undefined && !/^[1-5]$/.test(given.rating))
          throw new Exit("usage", `--rating cannot be "${given.rating}".`, { next: "Give 1 to 5." })
        const about = { question: `Complete ${order.orderNumber}?`, possible: order.canComplete, name: order.orderNumber, columns: fieldColumns }
        await decide(command, given, about, async () => {
          const photos = await attach(call, command, given.photo)
          const payload = { checklist, parts, hours, photos, rating: given.rating === undefined ? null : Number(given.rating), remarks: given.remarks ?? "" }
          return flat(await call(command, contract, (client) => client.workOrders.complete({ params: { id: order.id }, payload })))
        })
      }),
    [
      { line: "ops work-orders complete WO-2026-00012 --check 1=ok --check 2=ok --hours FO-012=1.5 --yes", does: "with its checklist and hours" },
      {
        line: 'ops work-orders complete WO-2026-00012 --check 1=ok --check "2=failed,trips at 60 mA" --part 12=2',
        does: "what failed becomes an order of its own",
      },
    ],
  )

  addExamples(
    orders
      .command("verify <order>")
      .description("verify that the work was done; not by the person who did it")
      .option("--note <text>", "what you saw")
      .option("--yes", "do not ask")
      .option("--dry-run", "only say whether it is allowed")
      .action(async (name: string, given: Deciding & { readonly note?: string }, command: Command) => {
        const contract = await ordersApi()
        const order = await orderNamed(call, command, name)
        const about = { question: `Verify ${order.orderNumber}?`, possible: order.canVerify, name: order.orderNumber, columns: fieldColumns }
        await decide(command, given, about, async () =>
          flat(await call(command, contract, (client) => client.workOrders.verify({ params: { id: order.id }, payload: { note: given.note ?? "" } }))),
        )
      }),
    [{ line: "ops work-orders verify WO-2026-00012 --yes", does: "without asking" }],
  )
}
