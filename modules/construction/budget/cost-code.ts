/** Cost codes of construction: earthworks, concrete, labour on site. The same codes for every project. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import { command, type By, conflict, find, forbidden, get, invalid, newId, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { Flag, Line } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { PLANNERS } from "../money/labels.ts"

const facts = { code: Line(20), name: Line(100) }
export const CostCode = record(
  "cost_code",
  { ...facts, isActive: Flag },
  { label: "Cost code", title: "code || ' ' || name", unique: [{ fields: ["code"], sentence: "Another cost code has this number" }] },
)
export const CostCodeAdded = event("CostCodeAdded", 1, facts, ({ code, name }) => `Cost code ${code} ${name} added`)
export const CostCodeChanged = event("CostCodeChanged", 1, { name: Line(100), isActive: Flag }, ({ name, isActive }) =>
  isActive ? `Called ${name}` : `${name} is no longer used`,
)
export const costCodes = stream(CostCode, CostCodeAdded, CostCodeChanged).fold({
  CostCodeAdded: (_, added) => ({ ...added, isActive: true }),
  CostCodeChanged: (code, changed) => ({ ...code, ...changed }),
})

const requirePlanner = (by: By) => {
  if (by.person !== null && !holdsAny(by, PLANNERS)) throw forbidden("Only management or finance can change cost codes")
}

export const addCostCode = command("cost_code.add", function* (input: { readonly code: string; readonly name: string }, by) {
  requirePlanner(by)
  const code = input.code.trim().toUpperCase()
  const known = yield* find(costCodes, { code })
  if (known) throw conflict(`Cost code ${code} is ${known.name} already`)
  return [costCodes.at(yield* newId(costCodes), CostCodeAdded({ code, name: input.name.trim() }))]
})

/** Renames a code, or takes it out of use. What is booked on it stays. */
export const changeCostCode = command(
  "cost_code.change",
  function* ({ id, ...changes }: { readonly id: number; readonly name?: string | undefined; readonly isActive?: boolean | undefined }, by) {
    requirePlanner(by)
    const known = yield* get(costCodes, id)
    const facts = { name: changes.name?.trim() ?? known.name, isActive: changes.isActive ?? known.isActive }
    if (facts.name === "") throw invalid("Name is required")
    return facts.name === known.name && facts.isActive === known.isActive ? unchanged(id) : [costCodes.at(id, CostCodeChanged(facts))]
  },
)

/** A code that is in use. */
export function* activeCode(id: number): CommandGenerator<Row<typeof CostCode>> {
  const code = yield* get(costCodes, id)
  if (!code.isActive) throw invalid(`Cost code ${code.code} ${code.name} is no longer used. Choose another`)
  return code
}
