/** Advances of petty cash that were out when the books began, from a file: `ops import petty-cash-advances`. They are retired like others. */
import { holds } from "@ops/platform/access/levels.ts"
import { importBy } from "@ops/platform/imports/importable.ts"
import { all, command, findById, forbidden, invalid, newId, nextNumber } from "@ops/platform/records/command.ts"
import { BusinessDate, label, Line, Money, Optional, positive, Ref, SiteName, withDefault } from "@ops/platform/records/field.ts"
import { people } from "@ops/identity/person.ts"
import { openingAccount } from "@ops/ledger/accounts/account.ts"
import { officialRate, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { post } from "@ops/ledger/journal-entries/journal-entry.ts"
import { takingOver } from "@ops/ledger/openings/opening.ts"
import { siteOf } from "@ops/sites/site.ts"
import { pettyCashAccounts, pettyCashFloats, rows as floatRows } from "../petty-cash-floats/float.ts"
import { PettyCashAdvanceTakenOver, PettyCashRequest, pettyCashRequests } from "./request.ts"

const advance = {
  requestedBy: label("Person", Ref("person")),
  /** where what is left is returned to */
  floatId: label("Float", Ref("petty_cash_float")),
  amount: positive(Money),
  date: label("Paid out on", BusinessDate),
  category: PettyCashRequest.schemas.category,
  purpose: Line(500),
  /** null means that of the float */
  siteId: Optional(SiteName),
  notes: withDefault("", PettyCashRequest.schemas.notes),
}

const takeOverAdvance = command("petty_cash.take_over", "Take over an advance of petty cash that is still out", advance, function* (input, by) {
  if (by.person !== null && !holds(by, "finance.full")) throw forbidden("Only finance can take over advances of petty cash")
  const { floatId, date, siteId: place, ...asked } = input
  const [float, person] = yield* all(findById(pettyCashFloats, floatId), findById(people, asked.requestedBy))
  if (!float || !floatRows.sees(float, by)) throw invalid("Float must be one of the petty cash floats")
  if (!person?.isActive) throw invalid("Person must work here")
  if (date > by.today) throw invalid("Date cannot be in the future")
  const { currency } = float
  const siteId = place === null ? float.siteId : (yield* siteOf(place, by)).id
  const rate = currency === "USD" ? 100 : yield* officialRate(date)
  const [id, requestNumber] = yield* all(newId(pettyCashRequests), nextNumber("PC", by.today.slice(0, 4)))
  const { amount, purpose } = asked
  const entry = yield* post(
    {
      date,
      description: `${requestNumber}, petty cash of the earlier books for ${purpose.slice(0, 200)}`,
      reference: requestNumber,
      source: { kind: "petty_cash_request", id },
      currency,
      rate,
      lines: [
        { account: pettyCashAccounts.advances, debit: amount, description: requestNumber, siteId },
        { account: openingAccount, credit: amount, siteId },
      ],
    },
    by,
  )
  const { department } = person
  const facts = { ...asked, requestNumber, department, siteId, currency, amountUsd: toUsd(amount, rate), requestDate: date }
  const taken = PettyCashAdvanceTakenOver({ ...facts, floatId, disbursedDate: date, rate, journalEntryId: entry[0]!.id })
  return { id, changes: [pettyCashRequests.at(id, taken), ...entry, ...(yield* takingOver(by))] }
})

export const pettyCashAdvances = importBy(
  { noun: ["petty cash advance", "petty cash advances"], path: "/api/petty-cash-advances" },
  { command: takeOverAdvance, access: { may: ["finance.full"], scope: "all" } },
)
