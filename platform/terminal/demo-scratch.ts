import { Command } from "commander"
import { addCommonOptions, commonOptions } from "/work/main/platform/terminal/options.ts"
import { addHelp, addExamples } from "/work/main/platform/terminal/help.ts"
import { addCompletion } from "/work/main/platform/terminal/completion.ts"
import { run } from "/work/main/platform/terminal/run.ts"
const words = process.argv.slice(2)
const program = new Command("ops").version("1.0.0", "-V, --version")
const billing = program.command("billing").description("bills")
const rows = [{ number: "INV-1", client: "UNMISS \u001b[31mred", note: "a long note ".repeat(12), meals: 412, total: "1234567.50", at: "2026-11-20 09:00:00.1+00" },{ number: "INV-2", client: "古い", note: "", meals: 2, total: "-3.00", at: null }]
addExamples(billing.command("list").description("list bills").option("--site <code>", "site").action(async (_, c) => {
  const { print } = await import("/work/main/platform/terminal/output.ts")
  await print(rows, { ...commonOptions(c), columns: [{key:"number",title:"Number",kind:"text"},{key:"client",title:"Client",kind:"text"},{key:"note",title:"Note",kind:"text",priority:3},{key:"meals",title:"Meals",kind:"integer"},{key:"at",title:"At",kind:"instant"},{key:"total",title:"Total (USD)",kind:"money", priority: 1}] })
}), [{ line: "ops billing list --site US", does: "the bills of one site" }])
billing.command("close <period>").option("--yes").option("--confirm <v>").action(async (period, o) => {
  const { confirmByTyping, confirm } = await import("/work/main/platform/terminal/confirm.ts")
  await confirmByTyping("This closes the period 2026-10.", period, o); console.log("closed")
})
billing.command("send").option("--yes").action(async (o) => {
  const { confirm } = await import("/work/main/platform/terminal/confirm.ts")
  await confirm("Send 3 invoices?", o); console.log("sent")
})
billing.command("login").option("--token-file <f>").action(async (o) => {
  const { readSecret } = await import("/work/main/platform/terminal/confirm.ts")
  const { value } = await import("effect/Redacted")
  console.log("got", value(await readSecret("Password", { file: o.tokenFile })).length)
})
billing.command("post").option("--fail").action(async (o) => {
  const { withProgress } = await import("/work/main/platform/terminal/progress.ts")
  const { Exit } = await import("/work/main/platform/terminal/exit-codes.ts")
  const wait = (ms: number) => new Promise(r => setTimeout(r, ms))
  await withProgress("Posting bills", { steps: ["Reading", "Posting", "Mailing"], unit: "bills", resumable: true }, async p => {
    p.begin("Reading"); await wait(300); p.begin("Posting", 50)
    for (let i = 0; i < 50; i++) { await wait(60); p.advance(); if (p.signal.aborted) throw new Exit("partial", `Stopped after ${i+1} of 50 bills.`, { next: "ops billing post --resume R1" }); if (i==20) p.note("bill 20 was odd\u001b[2J"); if (o.fail && i == 30) throw new Error("boom") }
    p.begin("Mailing"); await wait(200)
  })
  console.log("posted")
})
billing.command("hang").action(() => new Promise(r => setTimeout(r, 60000)))
billing.command("reach").action(() => fetch("http://127.0.0.1:1/"))
addCommonOptions(program)
addHelp(program)
await addCompletion(program, words, { site: async () => ["US","PA","JU"], period: async () => ["2026-10","2026-09"] })
await run(program, words)
