/** `ops approvals`: what waits for your decision, over all modules; decisions use the calls of each kind of record. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { columnsOf, paged, type Paging, printList, printWith } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { count } from "@ops/platform/text.ts"
import type { Approval } from "./contract.ts"

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "label", title: "What", kind: "text", priority: 1 },
  { key: "number", title: "Number", kind: "text", priority: 0 },
  { key: "title", title: "About", kind: "text", priority: 1 },
  { key: "requestedByName", title: "Requested by", kind: "text", priority: 2 },
  { key: "siteName", title: "Site", kind: "text", priority: 3 },
  { key: "currency", title: "Currency", kind: "text", priority: 0 },
  { key: "amount", title: "Amount", kind: "money", priority: 0 },
  { key: "since", title: "Waiting since", kind: "instant", priority: 2 },
  { key: "rule", title: "Rule", kind: "text", priority: 4 },
  { key: "onBehalfOfName", title: "In the place of", kind: "text", priority: 2 },
  { key: "waitsFor", title: "Waits for", kind: "text", priority: 2 },
  { key: "decision", title: "Decision", kind: "text", priority: 2 },
]
const doneColumns: ReadonlyArray<TableColumn> = [
  { key: "number", title: "Number", kind: "text", priority: 0 },
  { key: "result", title: "Result", kind: "text", priority: 0 },
  { key: "reason", title: "Why not", kind: "text", priority: 0 },
  { key: "label", title: "What", kind: "text", priority: 1 },
  { key: "title", title: "About", kind: "text", priority: 2 },
  { key: "currency", title: "Currency", kind: "text", priority: 1 },
  { key: "amount", title: "Amount", kind: "money", priority: 1 },
]
const recordColumns = columnsOf({
  number: ["Number"],
  label: ["What"],
  title: ["About"],
  requestedByName: ["Asked by"],
  onBehalfOfName: ["In the place of"],
  siteName: ["Site"],
  currency: ["Currency"],
  amount: ["Amount", "money"],
  since: ["Waits since", "instant"],
  rule: ["Why you"],
  reason: ["Reason"],
  budget: ["Budget"],
})
const itemColumns = columnsOf({
  item: ["Item"],
  quantity: ["Quantity"],
  unit: ["Unit"],
  onHand: ["On hand"],
  daysLeft: ["Lasts, days"],
  lastPrice: ["Last price"],
  price: ["Price"],
  amount: ["Amount", "money"],
})
const factColumns = columnsOf({ label: ["Details"], text: [""] })
const unusualColumns = columnsOf({ tag: ["Unusual"], text: [""] })
const api = async () => (await import("./contract.ts")).ApprovalsApi

interface Narrowing {
  /** those of people who delegated to the caller */
  readonly delegated?: boolean
  readonly kind?: string
  readonly q?: string
  readonly from?: string
  readonly to?: string
}
const narrowing = (command: Command): Command =>
  command
    .option("--kind <words>", "of these kinds, such as expense_request; several with commas")
    .option("--q <text>", "with this text")
    .option("--from <date>", "waiting since this day or later")
    .option("--to <date>", "waiting since this day or earlier")
    .option("--delegated", "those that another person delegated to you")

/** Everything that waits, read page by page. */
const waiting = async (call: Call, command: Command, { delegated, ...narrowed }: Narrowing) => {
  const query = { ...narrowed, ...(delegated && { show: "delegated" }) }
  const contract = await api()
  const found: Array<Approval> = []
  let cursor: string | undefined
  do {
    const [page, { headers }] = await call(command, contract, (client) =>
      client.approvals.list({ query: { ...query, limit: "1000", cursor }, responseMode: "decoded-and-response" }),
    )
    found.push(...page)
    cursor = headers["x-next-cursor"]
  } while (cursor !== undefined)
  return found
}

/** The given records: by number, or as kind/id if the number is ambiguous. */
const named = (rows: ReadonlyArray<Approval>, names: ReadonlyArray<string>) =>
  names.map((name) => {
    const small = name.toLowerCase()
    const found = rows.filter(({ kind, id, number }) => number.toLowerCase() === small || `${kind}/${id}` === small)
    const [one, another] = found
    if (another) {
      throw new Exit("usage", `${name} means ${found.length} things.`, { next: `Say which: ${found.map(({ kind, id }) => `${kind}/${id}`).join(", ")}` })
    }
    if (!one) throw new Exit("refused", `${name} does not await your decision.`, { next: "ops approvals list shows what does." })
    return one
  })

/** Sends the decision on a row to the call for its kind. */
const send = async (call: Call, command: Command, decision: { readonly method: "POST" | "PATCH" | "PUT"; readonly path: string }, payload: object) => {
  const [{ Schema }, { HttpApi, HttpApiEndpoint, HttpApiGroup }, { rejections }] = await Promise.all([
    import("effect"),
    import("effect/http-api"),
    import("@ops/platform/http/contract.ts"),
  ])
  const shape = { payload: Schema.Record(Schema.String, Schema.Unknown), success: Schema.Unknown, error: rejections }
  const path = decision.path as `/${string}`
  const endpoint =
    decision.method === "POST"
      ? HttpApiEndpoint.post("decide", path, shape)
      : decision.method === "PATCH"
        ? HttpApiEndpoint.patch("decide", path, shape)
        : HttpApiEndpoint.put("decide", path, shape)
  const contract = HttpApi.make("ops").add(HttpApiGroup.make("decisions").add(endpoint))
  await call(command, contract, (client) => client.decisions.decide({ payload: payload as Record<string, unknown> }))
}

interface Deciding extends Narrowing {
  readonly all?: boolean
  readonly reason?: string
  readonly dryRun?: boolean
  readonly yes?: boolean
}

/** Decides rows one after another; a refusal does not stop the others. */
const decide = async (call: Call, command: Command, verb: "approve" | "reject", names: ReadonlyArray<string>, given: Deciding) => {
  const { all, reason, dryRun, yes, ...query } = given
  if (all ? names.length > 0 : names.length === 0) {
    throw new Exit("usage", `Say what to ${verb}: numbers, or --all.`, { next: `ops approvals ${verb} EXP-2026-0012` })
  }
  const rows = await waiting(call, command, query)
  const chosen = all ? rows : named(rows, names)
  const { print } = await import("@ops/platform/terminal/output.ts")
  const options = { ...commonOptions(command), columns: doneColumns }
  const past = verb === "approve" ? "approved" : "rejected"
  const impossible = ({ approve, reject }: Approval) => {
    if (verb === "approve") return approve.reason && !reason?.trim() ? "it needs a reason: --reason" : undefined
    if (!reject) return "this kind can only be approved"
    return reject.reason === "required" && !reason?.trim() ? "it needs a reason: --reason" : undefined
  }
  const told = (row: Approval, result: string, why: string | null = null) => ({ ...row, ref: `${row.kind}/${row.id}`, result, reason: why })
  if (dryRun) {
    await print(
      chosen.map((row) => told(row, impossible(row) ? "refused" : `would be ${past}`, impossible(row) ?? null)),
      options,
    )
    return
  }
  if (chosen.length === 0) throw new Exit("refused", "Nothing awaits your decision.")
  const [one] = chosen
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  const what = chosen.length === 1 ? `${one!.number}, ${one!.title}${one!.amount ? `: ${one!.currency} ${one!.amount}` : ""}` : count(chosen.length, "thing")
  await confirm(`${verb === "approve" ? "Approve" : "Reject"} ${what}?`, { yes })

  const { withProgress } = await import("@ops/platform/terminal/progress/progress.ts")
  const results: Array<ReturnType<typeof told>> = []
  await withProgress(verb === "approve" ? "Approving" : "Rejecting", { total: chosen.length, unit: "decisions", resumable: true }, async (progress) => {
    for (const row of chosen) {
      if (progress.signal.aborted) break
      const why = impossible(row)
      if (why) results.push(told(row, "refused", why))
      else {
        try {
          if (verb === "approve") await send(call, command, row.approve, { ...row.approve.body, ...(row.approve.reason && { reason: reason!.trim() }) })
          else await send(call, command, row.reject!, reason?.trim() ? { reason: reason.trim() } : {})
          results.push(told(row, past))
        } catch (error) {
          // an error that is not a refusal of this decision ends the run
          if (!(error instanceof Error && "_tag" in error && error._tag === "Rejection")) throw error
          results.push(told(row, "refused", error.message))
        }
      }
      progress.advance()
    }
  })
  await print(results, options)
  const done = results.filter(({ result }) => result === past).length
  if (done === chosen.length) return
  const next = "ops approvals list shows what still waits."
  if (done > 0) throw new Exit("partial", `${done} of ${count(chosen.length, "decision")} done.`, { next })
  throw new Exit("refused", results.length === 1 ? `Nothing was done: ${results[0]!.reason}.` : "Nothing was done.", { next })
}

/** Adds `approvals` to the program. */
export const addApprovalCommands = (program: Command, call: Call): void => {
  const approvals = program.command("approvals").description("decisions awaiting you: purchases, expenses, transactions and more")

  paged(
    narrowing(approvals.command("list").description("list records awaiting your decision, longest waiting first"))
      .option("--show <list>", "mine, delegated (to you), others (what waits for other people) or decided (by you, latest first)")
      .option("--sort <order>", "by since, amount, number, kind, requestedBy or site; a minus sign before it reverses the order"),
  )
    .examples(
      { line: "ops approvals list", does: "all of it" },
      { line: "ops approvals list --kind purchase_request,expense_request -o json", does: "two kinds, for a program" },
      { line: "ops approvals list --show decided", does: "your own decisions" },
    )
    .action(async ({ limit, all, delegated, ...given }: Paging & Narrowing & { readonly sort?: string; readonly show?: string }, command: Command) => {
      const query = { ...given, ...(delegated && { show: "delegated" }) }
      const contract = await api()
      const rows = await printList(
        command,
        { limit, all },
        listColumns,
        (page) => call(command, contract, (client) => client.approvals.list({ query: { ...query, ...page }, responseMode: "decoded-and-response" })),
        (row) => ({ ...row, ref: `${row.kind}/${row.id}` }),
      )
      const { printNext } = await import("@ops/platform/terminal/output.ts")
      const { show = "mine" } = query
      if (rows[0] && ["mine", "delegated"].includes(show)) {
        printNext(`ops approvals approve "${rows[0].number}"${show === "delegated" ? " --delegated" : ""} --dry-run`)
      }
    })
  approvals
    .command("show <number>")
    .description("one record with what a decision needs: reason, lines, budget and anomalies")
    .option("--delegated", "one that another person delegated to you")
    .examples({ line: "ops approvals show PR-2026-0416", does: "what to read before deciding" })
    .action(async (number: string, { delegated }: Pick<Narrowing, "delegated">, command: Command) => {
      const [row] = named(await waiting(call, command, delegated ? { delegated } : {}), [number])
      const contract = await api()
      const { detail, unusual, ...record } = await call(command, contract, (client) =>
        client.approvals.one({ params: { kind: row!.kind, id: row!.id }, query: delegated ? { show: "delegated" as const } : {} }),
      )
      const { items, facts, budget, reason } = detail
      const isJson = ["json", "ndjson"].includes(commonOptions(command).format ?? "")
      const left = budget && `${budget.name}: USD ${budget.committed} of ${budget.budget} committed`
      await printWith(command, { ...record, reason, budget: isJson ? budget : left, ...(isJson && { files: detail.files }) }, recordColumns, {
        items: [items, itemColumns],
        facts: [facts, factColumns],
        unusual: [unusual, unusualColumns],
      })
      const { printNext } = await import("@ops/platform/terminal/output.ts")
      printNext(`ops approvals approve "${record.number}"${delegated ? " --delegated" : ""} --dry-run`)
    })
  const deciding = (verb: "approve" | "reject", description: string) =>
    narrowing(approvals.command(`${verb} [numbers...]`).description(description))
      .option("--all", `${verb} all pending records, narrowed by --kind, --q, --from and --to`)
      .option("--yes", "do not ask")
      .addOption(new Option("--dry-run", "only show what would happen").conflicts("yes"))
  deciding("approve", "approve a record awaiting you, by its number or as kind/id")
    .option("--reason <text>", "reason, if a record differs from its order")
    .examples(
      { line: "ops approvals approve EXP-2026-0012 PR-2026-0416", does: "asks, then approves both" },
      { line: "ops approvals approve --all --kind daily_expense --dry-run", does: "shows the records concerned" },
    )
    .action((names: ReadonlyArray<string>, given: Deciding, command: Command) => decide(call, command, "approve", names, given))
  deciding("reject", "reject a record awaiting you, by its number or as kind/id")
    .option("--reason <text>", "the reason, shown to the requester")
    .examples(
      { line: 'ops approvals reject EXP-2026-0012 --reason "Not in the budget"', does: "asks, then rejects" },
      { line: 'ops approvals reject expense_request/12 --reason "Twice" --yes', does: "by its kind and id, without asking" },
    )
    .action((names: ReadonlyArray<string>, given: Deciding, command: Command) => decide(call, command, "reject", names, given))
}
