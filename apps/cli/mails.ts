/** `ops mails`: what was sent to whom, and resending what failed. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, printList } from "@ops/platform/terminal/lists.ts"
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
  paged(
    mails
      .command("list")
      .description("list mails, newest first")
      .option("--status <words>", "queued, sent, failed or withdrawn; several with commas")
      .option("--q <text>", "with this text in subject or address"),
  )
    .examples({ line: "ops mails list", does: "the newest fifty" }, { line: "ops mails list --status failed,queued", does: "what has not been delivered yet" })
    .action(async ({ status, q, limit, all }, command: Command) => {
      const contract = await api()
      const rows = await printList(command, { limit, all }, columns, (page) =>
        call(command, contract, (client) => client.mails.list({ query: { status, q, ...page }, responseMode: "decoded-and-response" })),
      )
      const { printNext } = await import("@ops/platform/terminal/output.ts")
      const failed = rows.find(({ status }) => status === "failed")
      if (failed) printNext(`ops mails resend ${failed.id}`)
    })
  mails
    .command("resend <mail>")
    .description("send a failed mail again")
    .option("--yes", "do not ask")
    .examples({ line: "ops mails resend 12", does: "asks, then queues it again" }, { line: "ops mails resend 12 --yes", does: "without asking" })
    .action(async (name: string, { yes }, command: Command) => {
      if (!/^[1-9]\d{0,14}$/.test(name)) throw new Exit("usage", `"${name}" is not the number of a mail.`, { next: "ops mails list shows them." })
      const id = Number(name)
      const contract = await api()
      const mail = await call(command, contract, (client) => client.mails.get({ params: { id } }))
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(`Send "${mail.subject}" to ${mail.to} again?`, { yes })
      const sent = await call(command, contract, (client) => client.mails.resend({ params: { id } }))
      const { print, printNext } = await import("@ops/platform/terminal/output.ts")
      await print(sent, { ...commonOptions(command), columns })
      printNext(`ops mails list --status failed`)
    })
}
