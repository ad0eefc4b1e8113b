/** `ops mails`: what was sent to whom, and sending again what failed. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"

const columns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Mail", kind: "integer", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "createdAt", title: "Asked for", kind: "instant", priority: 1 },
  { key: "to", title: "To", kind: "text", priority: 1 },
  { key: "subject", title: "Subject", kind: "text", priority: 1 },
  { key: "attempts", title: "Tries", kind: "integer", priority: 3 },
  { key: "lastError", title: "Error", kind: "text", priority: 2 },
]
const api = async () => (await import("@ops/platform/mail/contract.ts")).MailApi

/** Adds `mails` to the program. */
export const addMailCommands = (program: Command, call: Call): void => {
  const mails = program.command("mails").description("outgoing mail")
  addExamples(
    mails
      .command("list")
      .description("list the mails, the newest first")
      .option("--status <words>", "queued, sent or failed; several with commas")
      .option("--q <text>", "with this text in subject or address")
      .option("--limit <count>", "so many at most", "50")
      .action(async ({ status, q, limit }, command: Command) => {
        const query = { status, q, limit }
        const [rows, { headers }] = await call(command, await api(), (client) => client.mails.list({ query, responseMode: "decoded-and-response" }))
        const { print, printNext } = await import("@ops/platform/terminal/output.ts")
        await print(rows, { ...commonOptions(command), columns })
        const total = Number(headers["x-total-count"] ?? rows.length)
        if (rows.length < total) process.stderr.write(`${rows.length} of ${total}. More: --limit ${Math.min(total, 1000)}\n`)
        const failed = rows.find(({ status }) => status === "failed")
        if (failed) printNext(`ops mails resend ${failed.id}`)
      }),
    [
      { line: "ops mails list", does: "the newest fifty" },
      { line: "ops mails list --status failed,queued", does: "what has not reached anybody yet" },
    ],
  )
  addExamples(
    mails
      .command("resend <mail>")
      .description("send a failed mail again")
      .option("--yes", "do not ask")
      .action(async (name: string, { yes }, command: Command) => {
        if (!/^[1-9]\d{0,14}$/.test(name)) throw new Exit("usage", `"${name}" is no number of a mail.`, { next: "ops mails list shows them." })
        const id = Number(name)
        const contract = await api()
        const mail = await call(command, contract, (client) => client.mails.get({ params: { id } }))
        const { confirm } = await import("@ops/platform/terminal/confirm.ts")
        await confirm(`Send "${mail.subject}" to ${mail.to} again?`, { yes })
        const sent = await call(command, contract, (client) => client.mails.resend({ params: { id } }))
        const { print, printNext } = await import("@ops/platform/terminal/output.ts")
        await print(sent, { ...commonOptions(command), columns })
        printNext(`ops mails list --status failed`)
      }),
    [
      { line: "ops mails resend 12", does: "asks, then queues it again" },
      { line: "ops mails resend 12 --yes", does: "without asking" },
    ],
  )
}
