/** The bill of quantities of a contract: the work to be done, line by line, with prices. */
import { formatMoney } from "@ops/platform/money.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { command, conflict, invalid } from "@ops/platform/records/command.ts"
import { doneAmount, lineAmount } from "./certificate-amounts.ts"
import { type BoqLine, BoqSet, contractOf, projectContracts, requirePlanner } from "./contract-terms.ts"
import { activeCode } from "../cost-codes/cost-code.ts"

export interface AskedBoqLine {
  /** the id of an existing line; a new line if null */
  readonly id: number | null
  readonly item: string
  readonly description: string
  readonly unit: string
  /** thousandths */
  readonly quantity: number
  /** cents per unit */
  readonly rate: number
  readonly costCodeId: number | null
}

/** Replaces the whole bill of quantities. Never above the contract value; the certified part of a line stays. */
export const setBoq = command("construction_contract.boq", function* (input: { readonly projectId: number; readonly lines: ReadonlyArray<AskedBoqLine> }, by) {
  requirePlanner(by, "set a bill of quantities")
  const { projectId, lines: asked } = input
  const contract = yield* contractOf(projectId, by)
  const { reference, contractValue, openClaimId } = contract
  if (asked.length === 0) throw invalid("Name at least one line")
  if (openClaimId !== null) throw conflict("A claim awaits certification. Certify or reject it before you change the lines")
  let last = Math.max(0, ...contract.lines.map(({ id }) => id))
  const lines: Array<BoqLine> = []
  for (const [n, line] of asked.entries()) {
    const item = line.item.trim()
    const name = `Line ${item || n + 1}`
    const description = line.description.trim()
    if (item === "") throw invalid(`Number of line ${n + 1} is required`)
    if (asked.findIndex((other) => other.item.trim() === item) !== n) throw invalid(`${name} is there twice`)
    if (description === "") throw invalid(`${name}: description is required`)
    if (line.unit.trim() === "") throw invalid(`${name}: unit is required`)
    if (line.quantity <= 0) throw invalid(`${name}: quantity must be greater than 0`)
    if (line.rate <= 0) throw invalid(`${name}: rate must be greater than 0`)
    if (line.costCodeId !== null) yield* activeCode(line.costCodeId)
    const known = contract.lines.find(({ id }) => id === line.id)
    if (line.id !== null && !known) throw invalid(`${reference} has no line with id ${line.id}`)
    if (known && known.certified > 0) {
      if (known.rate !== line.rate) throw conflict(`${name} is partly certified, so its rate cannot change`)
      if (line.quantity < known.certified) throw conflict(`${name}: ${formatQuantity(known.certified)} ${known.unit} are certified already`)
      // the certified part was valued at the old rate, so the rate stays
      if (
        doneAmount({ ...known, ...line, id: known.id, amount: lineAmount(line.quantity, line.rate) }, known.certified) !== doneAmount(known, known.certified)
      ) {
        throw conflict(`${name} is partly certified, so it cannot change`)
      }
    }
    lines.push({ ...line, id: line.id ?? ++last, item, description, unit: line.unit.trim(), amount: lineAmount(line.quantity, line.rate) })
  }
  const gone = contract.lines.find(({ id, certified }) => certified > 0 && !lines.some((line) => line.id === id))
  if (gone) throw conflict(`Line ${gone.item} is partly certified, so it cannot be removed`)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  if (total > contractValue) {
    throw invalid(
      `The lines total USD ${formatMoney(total)}, above the contract of USD ${formatMoney(contractValue)}. Correct them, or have a change approved first`,
    )
  }
  return [projectContracts.at(projectId, BoqSet({ lines, by: by.person }))]
})
