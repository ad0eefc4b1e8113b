/**
 * A quarter of the company at the terminal, step by step: the bank, a reversal, late facts, three month-ends, a month opened again, the questions of an
 * auditor. Each step does what people do, by the lines that they type, and throws where something is not as it should be.
 */
import assert from "node:assert/strict"
import * as fs from "node:fs"
import * as path from "node:path"
import { type BankLine, mt940 } from "@ops/finance/bank/mt940-file.ts"
import { addDays, dateOf, lastDayOf } from "@ops/platform/calendar.ts"
import { formatMoney, parseMoney, proportion } from "@ops/platform/money.ts"
import { demoPassword, type Person, personAt, startServer } from "@ops/platform/testing/server.ts"
import { type Books, currencies, recomputation } from "../../server/stories/recomputed.ts"
import { runHere } from "../in-process.ts"
import { main } from "../installation.ts"
import { bankFile, closing, columns, recordMonth, truthOfFile } from "./first-month.ts"
import { truthOf } from "./truth.ts"

/** An installation with the demonstration, whose server runs; its environment is that of this process. */
interface Installation extends Books {
  readonly url: string
  readonly data: string
  /** where files and settings go */
  readonly folder: string
}

export interface Step {
  readonly title: string
  /** Does it, and returns its result in words. */
  readonly run: () => Promise<string>
}

type Who = "finance" | "chief" | "supervisor"
const people = { finance: "FO-FIN-001", chief: "FO-CEO-001", supervisor: "FO-SUP-001" } as const satisfies Record<Who, string>

interface Aged {
  readonly sections: ReadonlyArray<{ readonly title: string; readonly total: { readonly values: { readonly total: string } } }>
}
interface Open extends Numbered {
  readonly invoiceNumber: string
  readonly openAmount: string
  readonly currency: string
  readonly clientName: string
}
interface Entry {
  readonly id: number
  readonly entryNumber: string
  readonly effectiveDate: string
  readonly description: string
  readonly reference: string | null
  readonly lines: ReadonlyArray<{
    readonly accountNumber: string
    readonly debitAmount: string
    readonly creditAmount: string
    readonly debitUsd: string
    readonly creditUsd: string
  }>
}
interface Proposal {
  readonly id: number
  readonly title: string | null
  readonly certain: string | null
}
interface ChecklistLine {
  readonly key: string
  readonly ok: boolean
  readonly examples: ReadonlyArray<{ readonly text: string }>
}
interface Receipt {
  readonly paymentNumber: string
  readonly currency: string
  readonly method: string
}
interface Changed {
  readonly total: { readonly before: string; readonly after: string; readonly difference: string }
  readonly causes: ReadonlyArray<{ readonly title: string; readonly amount: string }>
}
interface Replayed {
  readonly checked: number
  readonly count: number
  readonly extraDays: number
}
interface Slip extends Numbered {
  readonly staffNumber: string
  readonly corrections: string
}
interface Billed {
  readonly amount: string
  readonly documentNumber: string
}
interface OpenLine extends BankLine, Numbered {
  readonly made: ReadonlyArray<{ readonly number: string }>
}
interface Audited {
  readonly faults: ReadonlyArray<string>
  readonly close: { readonly status: string; readonly statements: ReadonlyArray<object> }
  readonly overrides: ReadonlyArray<object>
  readonly replay: { readonly differing: ReadonlyArray<object> }
}
interface Numbered {
  readonly id: number
}

/** `typed` is called with each line before it runs. */
export const quarter = ({ url, data, folder, ...books }: Installation, typed: (line: string) => void = () => {}): ReadonlyArray<Step> => {
  const today = dateOf(new Date())
  const monthBefore = (month: string) => addDays(`${month}-01`, -1).slice(0, 7)
  const last = monthBefore(today.slice(0, 7))
  const middle = monthBefore(last)
  const first = monthBefore(middle)
  const months = [first, middle, last]
  const file = (name: string) => path.join(folder, name)
  const quoted = (word: string) => (/^[\w./:@=,-]+$/.test(word) ? word : `"${word}"`)

  const ops = async (who: Who, ...words: ReadonlyArray<string>) => {
    typed(`ops ${words.map(quoted).join(" ")}   # ${who}`)
    return runHere([...words, "--profile", who], { writes: true })
  }
  /** What a line says, which must end well. */
  const done = async (who: Who, ...words: ReadonlyArray<string>) => {
    const ran = await ops(who, ...words)
    assert.equal(ran.code, 0, `ops ${words.join(" ")}\n${ran.err}${ran.out}`)
    return ran
  }
  const read = async <A>(who: Who, ...words: ReadonlyArray<string>) => JSON.parse((await done(who, ...words, "-o", "json")).out).data as A
  const refused = async (said: RegExp, who: Who, ...words: ReadonlyArray<string>) => {
    const ran = await ops(who, ...words)
    assert.notEqual(ran.code, 0, `ops ${words.join(" ")} is refused`)
    assert.match(ran.err, said)
  }
  const checklist = async (month: string) => {
    const { out } = await ops("finance", "close", "checklist", "--period", month, "-o", "json")
    return (JSON.parse(out) as { readonly data: ReadonlyArray<ChecklistLine> }).data
  }
  const lineOf = async (month: string, key: string) => (await checklist(month)).find((line) => line.key === key)!
  /** Closes a month over what is open, which is named with a reason. */
  const close = async (month: string) => {
    const open = (await checklist(month)).filter(({ ok }) => !ok).map(({ key }) => key)
    const over = open.flatMap((key) => ["--over", `${key}=Seen, and settled next month`])
    await done("finance", "close", "run", "--period", month, ...over, "--confirm", month)
    return open
  }

  const ssp = "Equity Bank SSP"
  const usd = "Equity Bank USD"
  /** What the bank account of the books did since the first month, as its statement has it; and a fee, and an invoice in USD that is paid in SSP. */
  const statement = async () => {
    const from = `${middle}-01`
    const entries = await read<ReadonlyArray<Entry>>("finance", "journal", "list", "--account", "1020", "--from", from, "--all")
    const moved = entries
      .map(({ lines, ...entry }) => {
        const own = lines.filter(({ accountNumber }) => accountNumber === "1020")
        return { ...entry, amount: own.reduce((sum, { debitAmount, creditAmount }) => sum + parseMoney(debitAmount)! - parseMoney(creditAmount)!, 0) }
      })
      .filter(({ amount, effectiveDate }) => amount !== 0 && effectiveDate >= from)
      .toSorted((one, other) => one.effectiveDate.localeCompare(other.effectiveDate))
    const lines = moved.map(({ id, effectiveDate, amount, description, reference }, n): BankLine<number> => {
      const later = addDays(effectiveDate, n % 2)
      return { date: later > today ? today : later, amount, text: `TRF ${n % 3 === 0 ? description : (reference ?? description)}`, reference: `FT${id}` }
    })
    const fee: BankLine<number> = { date: lastDayOf(last), amount: -2_500_000, text: "LEDGER FEE", reference: "CHG9" }
    const { invoiceNumber, openAmount, clientName } = await openInvoice("USD")
    const worth = proportion(parseMoney(openAmount)!, await rateNow(), 100)
    const foreign: BankLine<number> = { date: today, amount: worth, text: `SWIFT INW ${clientName} ${invoiceNumber} LCY EQUIV`, reference: "FTINW9" }
    return { from, lines: [...lines, fee, foreign] }
  }
  /** The newest open invoice in a currency, and the official rate of today in hundredths. */
  const openInvoice = async (currency: string) => {
    const open = await read<ReadonlyArray<Open>>("finance", "invoices", "list", "--status", "open", "--all")
    return open.find((invoice) => invoice.currency === currency)!
  }
  const rateNow = async () => parseMoney((await read<ReadonlyArray<{ readonly rate: string }>>("finance", "rates", "list"))[0]!.rate)!
  const openLines = async (account: string) =>
    (await read<ReadonlyArray<OpenLine>>("finance", "bank", "lines", "list", "--status", "open", "--account", account, "--all")) ?? []

  return [
    {
      title: "Finance, the chief and a supervisor sign in",
      run: async () => {
        fs.writeFileSync(file("password"), demoPassword, { mode: 0o600 })
        for (const [who, id] of Object.entries(people)) {
          const words = ["login", "--profile", who, "--url", url, "--employee-id", id, "--password-file", file("password")]
          const { code, err } = await runHere(words, { writes: true })
          assert.equal(code, 0, err)
        }
        return Object.values(people).join(", ")
      },
    },
    {
      title: "The first month is recorded: meals and their bill, suppliers, receipts in advance, rent and costs",
      run: () => recordMonth(first, { done, read }),
    },
    {
      title: "The bank's files are imported, and change nothing when they come again",
      run: async () => {
        const { from, lines } = await statement()
        const facts = ["--name", ssp, "--account", "1020", "--currency", "SSP", "--bank-account-number", "0250101448721"]
        await done("finance", "bank", "accounts", "open", ...facts, "--reconciled-from", `${first}-01`, "--balance-before-that-day", "0", "--yes")
        const layout = ["--name", "Equity", "--from", `${first}-01`, ...Object.entries(columns).flat()]
        await done("finance", "bank", "accounts", "layout", ssp, ...layout, "--yes")
        fs.writeFileSync(file("first.csv"), bankFile(first))
        const opening = parseMoney(closing)!
        fs.writeFileSync(file("quarter.sta"), mt940({ account: "0250101448721", currency: "SSP", from, to: today, opening, lines }))
        const balances = ["--opening", "0", "--closing", closing]
        const wrong = ["bank", "import", file("first.csv"), "--account", ssp, "--opening", "0"]
        await refused(/does not add up/, "finance", ...wrong, "--closing", "1.00", "--yes")
        await done("finance", "bank", "import", file("first.csv"), "--account", ssp, ...balances, "--yes")
        await done("finance", "bank", "import", file("quarter.sta"), "--account", ssp, "--yes")
        const imported = await openLines(ssp)
        assert.equal(imported.length, lines.length + bankFile(first).trim().split("\n").length - 1)
        for (const again of [[file("first.csv"), ...balances], [file("quarter.sta")]]) {
          const { err } = await done("finance", "bank", "import", ...again, "--account", ssp, "--yes")
          assert.match(err, /Everything was imported before; nothing was changed/)
        }
        assert.deepEqual(await openLines(ssp), imported)
        return `${imported.length} lines; the second time none`
      },
    },
    {
      title: "At least nine tenths of the open lines are proposed right, and none that is confirmed is wrong",
      run: async () => {
        let [all, right, certain] = [0, 0, 0]
        for (const account of [usd, ssp]) {
          const lines = new Map((await openLines(account)).map((line) => [line.id, line]))
          const entries = await read<ReadonlyArray<Entry>>("finance", "journal", "list", "--all")
          const truth = truthOf(new Map(entries.map(({ id, entryNumber }) => [id, entryNumber])))
          const proposals = await read<ReadonlyArray<Proposal>>("finance", "bank", "match", "--account", account, "--dry-run")
          const isRight = ({ id, title }: Proposal) => {
            const line = lines.get(id)!
            const of = truthOfFile(line.text)
            return of === null ? title === null : (of ?? truth(line)).test(title ?? "")
          }
          const wrong = proposals.filter((proposal) => proposal.certain === "yes" && !isRight(proposal))
          assert.deepEqual(wrong, [], "what is certain is right")
          // finance posted the opening balances by hand, so another person matches them
          const byHand = proposals.find(({ title }) => title?.endsWith(", Opening balances"))
          if (byHand) await refused(/another person must match it/, "finance", "bank", "match", "--account", account, "--line", String(byHand.id), "--yes")
          await done(byHand ? "chief" : "finance", "bank", "match", "--account", account, "--yes")
          all += proposals.length
          right += proposals.filter(isRight).length
          certain += proposals.filter((proposal) => proposal.certain === "yes").length
        }
        assert.ok(right >= 0.9 * all, `${right} of ${all} are right`)
        return `${right} of ${all} proposed right, ${certain} of them certain and confirmed, 0 wrong`
      },
    },
    {
      title: "What the books do not have is drafted by one and posted by another, and the month-ends are reconciled",
      run: async () => {
        const isNew = ({ made }: OpenLine) => made.length === 0
        for (let [line] = (await openLines(ssp)).filter(isNew); line; [line] = (await openLines(ssp)).filter(isNew)) {
          const proposals = await read<ReadonlyArray<Proposal>>("finance", "bank", "match", "--account", ssp, "--dry-run")
          const title = proposals.find(({ id }) => id === line!.id)!.title ?? "Draft a transaction: other_income"
          const [, category] = /^Draft a transaction: (.*)/.exec(title) ?? []
          const { id } = line
          if (category === undefined) await done("finance", "bank", "match", "--account", ssp, "--line", String(id), "--yes")
          else await done("finance", "bank", "lines", "draft", String(id), "--category", category, "--site", "JU", "--yes")
        }
        const drafted = (await openLines(ssp)).flatMap(({ made }) => made.map(({ number }) => number)).filter((number) => number.startsWith("TXN-"))
        assert.equal(drafted.length, 3)
        await refused(/someone else|another/i, "finance", "transactions", "post", drafted[0]!, "--yes")
        for (const number of drafted) await done("chief", "transactions", "post", number, "--yes")
        await done("finance", "bank", "match", "--account", ssp, "--yes")
        assert.deepEqual(await openLines(ssp), [])
        for (const month of months) await done("finance", "bank", "reconcile", ssp, "--date", lastDayOf(month), "--yes")
        // cash is counted
        for (const { text } of (await lineOf(last, "bank-accounts")).examples) {
          const [, account, currency] = /^(\d+) .* in (\w+) is not set up/.exec(text)!
          const name = `Cash ${currency}`
          const facts = ["--name", name, "--account", account!, "--currency", currency!, "--kind", "cash", "--reconciled-from", `${first}-01`]
          await done("finance", "bank", "accounts", "open", ...facts, "--balance-before-that-day", "0", "--yes")
          for (const date of months.map(lastDayOf)) {
            const { out } = await ops("finance", "bank", "status", "--date", date, "-o", "json")
            const { data } = JSON.parse(out) as { readonly data: ReadonlyArray<{ readonly name: string; readonly books: string }> }
            const { books } = data.find((row) => row.name === name)!
            await done("finance", "bank", "reconcile", name, "--date", date, "--balance", books, "--yes")
          }
        }
        assert.deepEqual((await lineOf(last, "bank-accounts")).examples, [])
        await done("finance", "bank", "status", "--date", lastDayOf(last))
        return `${ssp} and ${usd} on ${lastDayOf(last)}`
      },
    },
    {
      title: "A client's SSP settle its invoice in USD, and a client's USD one in SSP, each with its realised difference",
      run: async () => {
        const realised = async () => {
          const entries = await read<ReadonlyArray<Entry>>("finance", "journal", "list", "--account", "7900", "--from", today, "--all")
          const lines = entries.flatMap(({ lines }) => lines.filter(({ accountNumber }) => accountNumber === "7900"))
          return lines.reduce((sum, { debitUsd, creditUsd }) => sum + parseMoney(creditUsd)! - parseMoney(debitUsd)!, 0)
        }
        const official = await rateNow()
        const inUsd = await openInvoice("USD")
        const before = await realised()
        const agreed = official - 2_500
        // more USD for the SSP than they are worth today: a loss
        const [settled, paid] = [10_000, proportion(10_000, agreed, 100)]
        const pay = ["--method", "bank_transfer", "--yes", "--client", inUsd.clientName, "--currency", "SSP", "--amount", formatMoney(paid)]
        await done("finance", "payments", "record", ...pay, "--invoice", `${inUsd.invoiceNumber}=${formatMoney(settled)}`, "--rate", formatMoney(agreed))
        const loss = (await realised()) - before
        assert.equal(loss, proportion(paid, 100, official) - settled)
        const inSsp = await openInvoice("SSP")
        const ssp = proportion(10_000, agreed, 100)
        const back = ["--method", "cash", "--yes", "--client", inSsp.clientName, "--currency", "USD", "--amount", "100.00"]
        await done("finance", "payments", "record", ...back, "--invoice", `${inSsp.invoiceNumber}=${formatMoney(ssp)}`, "--rate", formatMoney(agreed))
        const gain = (await realised()) - before - loss
        assert.notEqual(gain, 0)
        return `${inUsd.invoiceNumber}: ${formatMoney(loss)}; ${inSsp.invoiceNumber}: ${formatMoney(gain)}`
      },
    },
    {
      title: "A month-end waits for the statement of a client that sends one, until its balance is stated",
      run: async () => {
        await done("finance", "clients", "statements", "SLB", "--from", `${last}-01`, "--yes")
        const waiting = await lineOf(last, "client-statements")
        assert.match(waiting.examples[0]!.text, new RegExp(`^SLB has not confirmed its balance in USD on ${lastDayOf(last)}`))
        const aged = await read<Aged>("finance", "reports", "aged-receivables", "--as-at", lastDayOf(last))
        const owed = aged.sections.find(({ title }) => title === "SLB")?.total.values.total ?? "0.00"
        const facts = ["--account", "1100", "--client", "SLB", "--amount", owed, "--date", lastDayOf(last)]
        await done("finance", "ledger", "balances", "state", ...facts, "--source", "Its statement of account", "--yes")
        assert.deepEqual((await lineOf(last, "client-statements")).examples, [])
        return waiting.examples[0]!.text
      },
    },
    {
      title: "A receipt is reversed, after a look at what that does",
      run: async () => {
        const received = await read<ReadonlyArray<Receipt>>("finance", "payments", "list", "--status", "received", "--all")
        const { paymentNumber } = received.find(({ currency, method }) => currency === "USD" && method === "bank_transfer")!
        const preview = await done("finance", "reverse", "receipt", paymentNumber, "--dry-run")
        assert.match(preview.out, /1010 Bank USD/)
        await done("finance", "reverse", "receipt", paymentNumber, "--kind", "bank_return", "--reason", "The cheque was returned", "--yes")
        await refused(/reversed/, "finance", "reverse", "receipt", paymentNumber, "--reason", "Again", "--yes")
        return paymentNumber
      },
    },
    {
      title: "An absence that became known after its payroll was paid waits in the checklist, is decided, and corrected in the next payroll",
      run: async () => {
        const staff = "FO-005"
        const present = ["attendance", "list", "--staff", staff, "--from", `${last}-01`, "--to", lastDayOf(last), "--status", "present"]
        const days = await read<ReadonlyArray<{ readonly attendanceDate: string }>>("chief", ...present)
        const day = days[0]!.attendanceDate
        await done("chief", "attendance", "record", staff, "--date", day, "--status", "absent", "--notes", "The sheet came late", "--yes")
        const [example] = (await lineOf(last, "late-days")).examples
        assert.match(example!.text, new RegExp(`${day}: known on ${today}`))
        const decide = ["payroll", "decide-late", staff, "--period", last, "--decision"]
        await refused(/Reason is required/, "finance", ...decide, "decline", "--yes")
        await done("finance", ...decide, "correct", "--yes")
        assert.equal((await lineOf(last, "late-days")).ok, true)
        const now = today.slice(0, 7)
        await done("finance", "payroll", "run", "--period", now, "--gaps-reason", "The rest of the month is paid as worked", "--yes")
        await done("chief", "payroll", "approve", "--period", now, "--yes")
        const slips = await read<ReadonlyArray<Slip>>("finance", "payroll", "payslips", "--period", now, "--all")
        const slip = slips.find(({ staffNumber }) => staffNumber === staff)!
        assert.match(slip.corrections, /^-/)
        const { out } = await done("finance", "payroll", "payslip", String(slip.id))
        assert.match(out, new RegExp(`was paid before ${day} changed`))
        return `${staff} on ${day}: ${slip.corrections}`
      },
    },
    {
      title: "Three months are accrued, revalued and closed",
      run: async () => {
        for (const month of months) {
          await done("finance", "accruals", "run", "--period", month, "--yes")
          await done("finance", "revaluation", "run", "--period", month, "--yes")
        }
        const over: Array<string> = []
        for (const month of months) {
          const open = await close(month)
          over.push(`${month} over ${open.length === 0 ? "nothing" : open.join(", ")}`)
        }
        await refused(/closed/, "finance", "close", "run", "--period", middle, "--confirm", middle)
        return over.join("; ")
      },
    },
    {
      title: "A month is opened again by two people: a late meal is billed as a supplement, a late bill is posted, and the difference is explained",
      run: async () => {
        await done("finance", "close", "reopen", "--period", middle, "--reason", "Two late facts", "--confirm", middle)
        await refused(/level 10/, "finance", "close", "reopen", "--period", middle, "--confirm", middle)
        await done("chief", "close", "reopen", "--period", middle, "--confirm", middle)

        const meal = ["--client", "SLB", "--site", "US", "--date", `${middle}-28`, "--meal", "dinner", "--people", "3"]
        const late = await read<Numbered>("supervisor", "late-meals", "report", ...meal, "--reason", "Night shift, the list came late")
        const waiting = await lineOf(middle, "late-meals")
        assert.ok(waiting.examples.some(({ text }) => text.includes(`dinner of ${middle}-28: 3 people`)))
        const { amount, documentNumber } = await read<Billed>("finance", "late-meals", "bill", String(late.id), "--yes")
        assert.equal((await lineOf(middle, "late-meals")).examples.length, waiting.examples.length - 1)

        const entry = (account: string, debit: string, credit: string) =>
          `1,${lastDayOf(middle)},Late bill of the ferry,F-77,USD,${account},${debit},${credit},,`
        const head = "entry,entryDate,description,reference,currency,account,debitAmount,creditAmount,lineDescription,siteId"
        fs.writeFileSync(file("late.csv"), [head, entry("6900", "41.25", ""), entry("3000", "", "41.25"), ""].join("\n"))
        await done("finance", "journal", "post", file("late.csv"), "--yes")
        const [draft] = await read<ReadonlyArray<{ readonly draftNumber: string }>>("finance", "journal", "drafts", "list", "--q", "Late bill of the ferry")
        await done("chief", "journal", "drafts", "post", draft!.draftNumber, "--yes")

        const { total, causes } = await read<Changed>("finance", "diff", "pnl", "--month", middle, "--from", "published", "--to", "now")
        assert.deepEqual(
          causes.map(({ title, amount }) => [title, amount]),
          [
            ["Late meals", amount],
            ["Entries by hand", "-41.25"],
          ],
        )
        assert.equal(total.difference, formatMoney(parseMoney(amount)! - 4_125))
        await close(middle)
        const versions = await read<ReadonlyArray<object>>("finance", "periods", "versions", "--period", middle)
        assert.equal(versions.length, 2)
        return `${middle}, net profit ${total.before} → ${total.after}: ${causes.map(({ title, amount }) => `${title} ${amount}`).join(", ")}; the supplement is ${documentNumber}`
      },
    },
    {
      title: "A policy is replayed over the quarter",
      run: async () => {
        const limit = ["--kind", "purchase", "--level", "8", "--up-to", "2500", "--from", `${months[0]}-01`]
        const { checked, count, extraDays } = await read<Replayed>("chief", "audit", "policy", ...limit)
        assert.ok(count > 0 && count <= checked)
        const pair = await read<Replayed>("chief", "audit", "policy", "--chain", "expense", "--apart", "approved,paid", "--from", `${months[0]}-01`)
        assert.ok(pair.count <= pair.checked)
        await refused(/system.admin/, "finance", "audit", "policy", ...limit)
        return `${count} of ${checked} purchases stopped, ${extraDays} days of waiting; ${pair.count} of ${pair.checked} expenses`
      },
    },
    {
      title: "A rehearsal begins at a past day, changes nothing here, and is thrown away",
      run: async () => {
        const day = lastDayOf(middle)
        const start = async (...more: ReadonlyArray<string>) => {
          const words = ["rehearse", "start", "quarter", ...more, "--port", "0"]
          typed(`ops ${words.join(" ")}`)
          // with a mail server a rehearsal would not start: that of the installation is left out
          return startServer([main, ...words], { OPS_DATA: data, SMTP_URL: "smtp://127.0.0.1:1" })
        }
        const there = await start("--as-of", day)
        const keyOf = (...names: ReadonlyArray<string>) => fs.readFileSync(path.join(data, ...names), "utf8")
        assert.notEqual(keyOf("rehearsals", "quarter", "seal.pem"), keyOf("keys", "seal.pem"))
        const [here, within] = [await personAt(url, people.chief), await personAt(there.url, people.chief)]
        assert.match((await within("GET", "/api/company")).text, /"rehearsal"/)
        assert.doesNotMatch((await here("GET", "/api/company")).text, /"rehearsal"/)
        const totals: Array<string> = []
        for (const list of ["purchase-requests", "journal-entries", "invoices"]) {
          const [then, past] = [await within("GET", `/api/${list}`), await here("GET", `/api/${list}?asOf=${day}`)]
          totals.push(`${list} ${then.headers.get("x-total-count")}`)
          assert.deepEqual([then.status, then.headers.get("x-total-count")], [200, past.headers.get("x-total-count")], list)
        }
        const name = "Only rehearsed Ltd"
        const added = await within("POST", "/api/vendors", { name })
        assert.equal(added.status, 201, added.text)
        const knows = async (person: Person) => (await person("GET", "/api/vendors?limit=1000")).text.includes(name)
        assert.equal(await knows(here), false)

        assert.match((await done("chief", "rehearse", "list")).out, /quarter.*running/)
        await refused(/is running/, "chief", "rehearse", "remove", "quarter", "--yes")
        await there.stop("SIGTERM")
        // it goes on where it was
        const again = await start()
        assert.equal(await knows(await personAt(again.url, people.chief)), true)
        await again.stop("SIGTERM")
        await done("chief", "rehearse", "remove", "quarter", "--yes")
        assert.deepEqual(fs.readdirSync(path.join(data, "rehearsals")), [])
        return `as of ${day}: ${totals.join(", ")}`
      },
    },
    {
      title: "The auditor's report of the month that was opened again has no faults, and is verified without the server and the database",
      run: async () => {
        const zip = file(`audit-${middle}.zip`)
        const { faults, close, overrides, replay } = await read<Audited>("chief", "audit", "month", middle, "--out", zip)
        assert.deepEqual([faults, close.status, close.statements.length, replay.differing], [[], "closed", 5, []])
        assert.ok(overrides.length > 0)
        const { holds, documents } = await read<{ readonly holds: boolean; readonly documents: number }>("chief", "audit", "check-evidence", zip)
        // those of both closes
        assert.ok(holds && documents > 5, `${documents} statements`)
        return `${zip}, with ${documents} statements`
      },
    },
    {
      title: "Every statement at twenty past dates is what the lines of the journal add up to, in both currencies",
      run: async () => {
        const { trialBalance, results, cashFlows, ageings, lines } = await recomputation(books)
        for (const currency of currencies) {
          await trialBalance(currency)
          await results(currency)
          await cashFlows(currency)
          if (currency !== undefined) await ageings(currency)
        }
        return `${lines.length} lines`
      },
    },
  ]
}
