/** `ops construction contract`, `claim`, `certify`, `wip` …: the billing of projects. */
import type { Command } from "@ops/platform/terminal/command.ts"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { WipAnswer } from "./contract.ts"
import { addMonthRun } from "@ops/ledger/periods/month-run-terminal.ts"
import { clientIdNamed } from "@ops/clients/client-named.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, type Paging, printList, printWith } from "@ops/platform/terminal/lists.ts"
import { asking, onlyTyped, projectNamed, wholeOf } from "../cli-common.ts"
import { amounts, day, gather, list, pairOf, text } from "../money/cli-common.ts"
import { certificateKindNames } from "../money/labels.ts"

const billingApi = async () => (await import("./contract.ts")).ConstructionBillingApi

const contractColumns = [
  text("projectNumber", "Project #"),
  text("clientName", "Client"),
  text("reference", "Contract"),
  ...amounts(
    ["contractValue", "Worth (USD)", 0],
    ["certifiedAmount", "Certified (USD)", 0],
    ["billed", "Billed (USD)", 0],
    ["retained", "Retention (USD)", 1],
    ["advanceOpen", "Advance to recover (USD)", 1],
  ),
]
const boqColumns = [
  text("item", "No."),
  text("description", "Description", 1),
  text("unit", "Unit", 1),
  text("quantity", "Quantity"),
  ...amounts(["rate", "Rate (USD)", 1], ["amount", "Amount (USD)", 1]),
  text("certifiedQuantity", "Done"),
  ...amounts(["certified", "Certified (USD)", 0]),
]
const certificateColumns = [
  text("certificateNumber", "Certificate #"),
  text("what", "Kind"),
  day("periodTo", "Work up to", 1),
  ...amounts(["certified", "Certified (USD)", 0], ["retention", "Retention (USD)", 1], ["recovered", "Recovered (USD)", 1], ["billed", "Billed (USD)", 0]),
  text("status", "Status"),
  text("invoiceNumber", "Invoice", 1),
]
const wipColumns = [
  text("period", "Period"),
  ...amounts(["underBilled", "Not billed (USD)", 0], ["overBilled", "In advance (USD)", 0]),
  text("posted", "Entries", 1),
]
const wipLineColumns = [
  text("projectNumber", "Project #"),
  ...amounts(
    ["actual", "Spent (USD)", 1],
    ["forecast", "Forecast (USD)", 1],
    ["earned", "Earned (USD)", 0],
    ["certified", "Certified (USD)", 0],
    ["position", "Not billed (USD)", 0],
  ),
]

type Terms = Readonly<Record<string, string | undefined>>

/** Adds the commands for contracts, certificates and work in progress. */
export const addBillingCommands = (construction: Command, call: Call): void => {
  const ask = asking(call, billingApi)
  const contractOf = async (command: Command, name: string) => {
    const { id } = await projectNamed(call, command, name)
    return ask(command, ({ constructionBilling }) => constructionBilling.boq({ params: { id } }))
  }
  const certificatesOf = async (command: Command, id: number, status?: string) =>
    ask(command, ({ constructionBilling }) => constructionBilling.certificates({ params: { id }, query: { limit: "1000", ...onlyTyped({ status }) } }))
  const flat = <Row extends { readonly kind: keyof typeof certificateKindNames }>(row: Row) => ({ ...row, what: certificateKindNames[row.kind] })

  construction
    .command("contract <project>")
    .description("what was agreed with the client, and the bill of quantities; --client agrees on it, --lines writes the lines of a JSON file")
    .option("--client <name>", "the client: its code, name or id")
    .option("--reference <text>", "the client's reference number")
    .option("--signed <date>", "the day of signing")
    .option("--worth <usd>", "contract value")
    .option("--retention <percent>", "retention of each certificate", "0")
    .option("--advance <usd>", "advance paid before the work", "0")
    .option("--recovery <percent>", "deducted from each certificate until the advance is recovered", "0")
    .option("--defect-days <days>", "days after completion until the rest of the retention is due", "0")
    .option("--lines <file>", "JSON: [{item, description, unit, quantity, rate}]; a line that is there has its id")
    .examples(
      { line: "ops construction contract PRJ-2026-0001", does: "worth, certified, billed, retention, line by line" },
      {
        line: "ops construction contract PRJ-2026-0001 --client 1 --reference SLB-04 --signed 2026-09-24 --worth 240000 --retention 10",
        does: "agrees on one",
      },
    )
    .action(async (name: string, given: Terms, command: Command) => {
      const { id } = await projectNamed(call, command, name)
      if (given["client"] !== undefined) {
        const { reference = "", signed = "", worth = "" } = given
        const share = async (option: string) => centsOf(`--${option}`, given[option] ?? "0")
        const payload = {
          clientId: await clientIdNamed(call, command, given["client"]),
          reference,
          signedDate: signed,
          agreedValue: await centsOf("--worth", worth),
          retentionRate: await share("retention"),
          advanceAmount: await share("advance"),
          recoveryRate: await share("recovery"),
          defectDays: wholeOf("--defect-days", given["defectDays"] ?? "0"),
        }
        await ask(command, ({ constructionBilling }) => constructionBilling.agree({ params: { id }, payload }))
      }
      if (given["lines"] !== undefined) {
        const { readFile } = await import("node:fs/promises")
        const { Schema } = await import("effect")
        const { BoqInput } = await import("./contract.ts")
        const read = await readFile(given["lines"], "utf8").catch(() => {
          throw new Exit("usage", `${given["lines"]} cannot be read.`, { next: "Name a file with the lines as JSON." })
        })
        let payload: typeof BoqInput.Type
        try {
          payload = Schema.decodeUnknownSync(BoqInput)({ lines: JSON.parse(read) })
        } catch (error) {
          throw new Exit("usage", `${given["lines"]} has no lines of a bill of quantities: ${String((error as Error).message).split("\n")[0]}`, {
            next: 'Write it as [{"item": "1", "description": "Walls", "unit": "m2", "quantity": "620", "rate": "78.00"}].',
          })
        }
        await ask(command, ({ constructionBilling }) => constructionBilling.setBoq({ params: { id }, payload }))
      }
      const contract = await contractOf(command, String(id))
      if (!contract.agreed)
        throw new Exit("refused", `${contract.projectName} has no contract with a client yet.`, {
          next: `ops construction contract ${name} --client … --worth …`,
        })
      await printWith(command, contract, contractColumns, { lines: [contract.lines, boqColumns] })
    })
  paged(construction.command("certificates <project>").description("what was claimed, certified and billed"))
    .examples({ line: "ops construction certificates PRJ-2026-0001", does: "the latest first" })
    .action(async (name: string, { limit, all }: Paging, command: Command) => {
      const params = { id: (await projectNamed(call, command, name)).id }
      await printList(
        command,
        { limit, all },
        certificateColumns,
        (page) => ask(command, ({ constructionBilling }) => constructionBilling.certificates({ params, query: page, responseMode: "decoded-and-response" })),
        flat,
      )
    })
  construction
    .command("claim <project>")
    .description("claim the work done to date; another certifies it")
    .requiredOption("--done <no=quantity>", "the quantity done to date of a line; again for each", gather)
    .option("--to <date>", "the work up to this day; today if not given")
    .option("--note <text>")
    .examples({ line: "ops construction claim PRJ-2026-0001 --done 3=620 --done 4=200", does: "unnamed lines keep their certified quantity" })
    .action(async (name: string, { done, to, note }: { done: ReadonlyArray<string>; to?: string; note?: string }, command: Command) => {
      const contract = await contractOf(command, name)
      const { parseQuantity } = await import("@ops/platform/quantity.ts")
      const lines = done.map((given) => {
        const [item, quantity] = pairOf("--done", given)
        const line = contract.lines.find((line) => line.item === item)
        const thousandths = parseQuantity(quantity)
        if (!line || thousandths === undefined)
          throw new Exit("usage", `--done cannot be "${given}".`, { next: `ops construction contract ${name} shows the lines.` })
        return { id: line.id, quantity: thousandths }
      })
      const payload = { done: lines, ...onlyTyped({ periodTo: to, note }) }
      await list(
        command,
        [flat(await ask(command, ({ constructionBilling }) => constructionBilling.claim({ params: { id: contract.id }, payload })))],
        certificateColumns,
      )
    })
  const deciding = (command: Command) => command.option("--yes", "do not ask").option("--dry-run", "only show whether it is possible; changes nothing")
  deciding(
    construction
      .command("certify <project>")
      .description("certify the claim of a project that waits: it is billed immediately; --reject with a reason gives it back"),
  )
    .option("--reject <reason>", "it is not certified")
    .examples(
      { line: "ops construction certify PRJ-2026-0001", does: "asks, then certifies and bills" },
      { line: 'ops construction certify PRJ-2026-0001 --reject "Measure the ring beam again" --yes', does: "gives it back" },
    )
    .action(async (name: string, given: Deciding & { reject?: string }, command: Command) => {
      const { id } = await projectNamed(call, command, name)
      const [claim] = await certificatesOf(command, id, "claimed")
      if (!claim) throw new Exit("refused", "No claim of this project awaits certification.", { next: `ops construction certificates ${name}` })
      const params = { id: claim.id }
      const question =
        given.reject === undefined ? `Certify ${claim.certificateNumber} and bill USD ${claim.billed} before tax?` : `Reject ${claim.certificateNumber}?`
      await decide(command, given, { question, possible: claim.canCertify, name: claim.certificateNumber, columns: certificateColumns }, async () =>
        flat(
          given.reject === undefined
            ? await ask(command, ({ constructionBilling }) => constructionBilling.certify({ params, payload: { version: claim.version } }))
            : await ask(command, ({ constructionBilling }) => constructionBilling.rejectClaim({ params, payload: { reason: given.reject! } })),
        ),
      )
    })
  for (const [word, does, kind] of [
    ["advance", "bill the agreed advance, once", "billAdvance"],
    ["release", "bill the retention that is due: half at completion, the rest after the defect period", "releaseRetention"],
  ] as const) {
    deciding(construction.command(`${word} <project>`).description(does))
      .examples({ line: `ops construction ${word} PRJ-2026-0001`, does: "asks, then issues the invoice" })
      .action(async (name: string, given: Deciding, command: Command) => {
        const contract = await contractOf(command, name)
        const sum = (word === "advance" ? contract.advanceAmount : contract.releasable) ?? "0.00"
        const possible = word === "advance" ? contract.canBillAdvance : contract.canRelease
        await decide(
          command,
          given,
          { question: `Bill USD ${sum} before tax to ${contract.clientName}?`, possible, name: contract.projectNumber, columns: certificateColumns },
          async () => flat(await ask(command, ({ constructionBilling }) => constructionBilling[kind]({ params: { id: contract.id }, payload: null }))),
        )
      })
  }

  addMonthRun<typeof WipAnswer.Type>(construction.command("wip").description("work in progress at the end of a month: earned against billed"), {
    name: "construction wip",
    verb: "post",
    columns: wipColumns,
    lineColumns: wipLineColumns,
    flat: (row) => ({ ...row, posted: row.entries.map(({ entry, reversal }) => `${entry.entryNumber}, back ${reversal.entryNumber}`).join("; ") }),
    post: (command, period, query) => ask(command, ({ constructionBilling }) => constructionBilling.postWip({ payload: { period }, query })),
    list: (command, query) => ask(command, ({ constructionBilling }) => constructionBilling.wip({ query, responseMode: "decoded-and-response" })),
    question: ({ underBilled, overBilled }, period) => `Post ${period}: USD ${underBilled} earned but not billed, USD ${overBilled} billed in advance?`,
    preview: { description: "preview of a month's posting; changes nothing", does: "contract by contract" },
    run: {
      description: "post the work in progress of a month; it is reversed on the first day of the next month",
      does: "asks, then posts; again only what has changed since",
      again: "without asking",
    },
    months: "posted months, latest first",
  })
}
