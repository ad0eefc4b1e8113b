import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { type ListShape, listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import type { Command } from "@ops/platform/records/command.ts"
import { history } from "@ops/platform/records/history.ts"
import { Records } from "@ops/platform/records/records.ts"
import { closeAccount, openAccount, renameAccount } from "./accounts/account.ts"
import { LedgerApi } from "./contract.ts"
import { enterRate } from "./exchange-rates/exchange-rate.ts"
import { sendEntries } from "./journal-drafts/journal-draft.ts"
import { draftList } from "./journal-drafts/queries.ts"
import { reverseEntry } from "./journal-entries/journal-entry.ts"
import { written } from "./journal-entries/written.ts"
import { accountList, entryList, rateList, taxList } from "./queries.ts"
import { addTaxCode, confirmTaxRate, rejectTaxRate, setTaxRate, taxCodes } from "./taxes/tax-code.ts"

/** The drafts of the command that made one, by its stream, in their order. */
const draftedWith = `select d.id, d.draft_number as "draftNumber" from es.event made join es.event e on e.commit_id = made.commit_id and e.type = 'JournalDrafted'
  join journal_draft d on 'journal_draft/' || d.id = e.stream where made.stream = $1 and made.version = 1 order by e.position`

export const LedgerLive = HttpApiBuilder.group(
  LedgerApi,
  "ledger",
  Effect.fn(function* (handlers) {
    const { execute } = yield* Records
    const { statement } = yield* Database

    /** Does a command and answers its record's row, as the list has it. */
    const answer = <Input>(act: Command<Input>, input: Input, list: ListShape, what: string, status = 200) =>
      Effect.gen(function* () {
        const { id } = yield* mapDatabaseErrors(execute(act, input, yield* Who, yield* commandKey))
        return yield* rowAnswer(list, id, what, status)
      })
    const onAccount = <Input>(act: Command<Input>, input: Input, status?: number) =>
      Effect.flatMap(Who, (who) => answer(act, input, accountList(who), "Account", status))
    const onTax = <Input>(act: Command<Input>, input: Input, status?: number) => Effect.flatMap(Who, (who) => answer(act, input, taxList(who), "Tax", status))
    const onEntry = <Input>(act: Command<Input>, input: Input) => Effect.flatMap(Who, (who) => answer(act, input, entryList(who), "Journal entry", 201))

    return handlers.handleAll({
      accounts: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/accounts", accountList(who), query)),
      openAccount: ({ payload: { subType, parentAccountId = null, description = "", ...account } }) =>
        onAccount(openAccount, { ...account, subType: subType || null, parentAccountId, description }, 201),
      renameAccount: ({ params: { id }, payload: { description = null, ...names } }) => onAccount(renameAccount, { id, description, ...names }),
      closeAccount: ({ params: { id } }) => onAccount(closeAccount, { id }),
      entries: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/journal-entries", entryList(who, query.account), query)),
      entry: ({ params: { id } }) => Effect.flatMap(Who, (who) => rowAnswer(entryList(who), id, "Journal entry")),
      post: ({ payload }) =>
        Effect.flatMap(Effect.all([written([payload]), Who]), ([[entry], who]) =>
          answer(sendEntries, { entries: [entry!] }, draftList(who), "Journal draft", 201),
        ),
      postBatch: ({ payload: { entries } }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const { id } = yield* execute(sendEntries, { entries: yield* written(entries) }, yield* Who, yield* commandKey)
            const drafts = yield* statement(draftedWith, [`journal_draft/${id}`])
            return jsonResponse(JSON.stringify({ entries: drafts }), { status: 201 })
          }),
        ),
      reverse: ({ params: { id }, payload: { reason, date = null } }) => onEntry(reverseEntry, { id, reason, date }),
      taxes: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/tax-codes", taxList(who), query)),
      taxHistory: () =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const taxes = yield* statement("select id, name from tax_code order by id", [])
            const all = yield* Effect.forEach(taxes, ({ id, name }) =>
              Effect.map(history(taxCodes, id), (lines) => lines.map((line) => ({ ...line, text: `${name}: ${line.text}` }))),
            )
            return all.flat().sort((a, b) => b.position - a.position)
          }),
        ),
      addTax: ({ payload }) => onTax(addTaxCode, payload, 201),
      setTaxRate: ({ params: { code }, payload: { source = "", ...rate } }) => onTax(setTaxRate, { code, source, ...rate }, 201),
      confirmTaxRate: ({ params }) => onTax(confirmTaxRate, params),
      rejectTaxRate: ({ params, payload: { reason } }) => onTax(rejectTaxRate, { ...params, reason }),
      rates: ({ query }) => listAnswer("/api/exchange-rates", rateList, query),
      enterRate: ({ payload: { type = "official", source = "", from, rate } }) => {
        const entered = { ...rateList, where: [{ sql: `x."from" = ?::date`, values: [from] }] }
        return answer(enterRate, { type, source, from, rate }, entered, "Exchange rate", 201)
      },
    })
  }),
)
