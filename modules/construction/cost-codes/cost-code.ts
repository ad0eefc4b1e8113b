/** Cost codes of construction: earthworks, concrete, site labour. The same codes for every project. */
import { command, type CommandGenerator, conflict, find, get, invalid, newId, permitted, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { Flag, label, Line, partly, Ref } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { PLANNERS } from "../money/labels.ts"

const facts = { code: Line(20), name: Line(100) }
const isActive = label("In use", Flag)
export const CostCode = record(
  "cost_code",
  { ...facts, isActive },
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

const requirePlanner = requiring(PLANNERS, "Only management or finance can change cost codes")

export const addCostCode = command("cost_code.add", "Add a cost code", facts, function* (asked, by) {
  requirePlanner(by)
  const code = asked.code.toUpperCase()
  const known = yield* find(costCodes, { code })
  if (known) throw conflict(`Cost code ${code} is ${known.name} already`)
  return [costCodes.at(yield* newId(costCodes), CostCodeAdded({ code, name: asked.name }))]
})

/** Changes a code. Existing costs on it stay. */
export const changeCostCode = command(
  "cost_code.change",
  "Rename a cost code, or make it inactive",
  { id: Ref("cost_code"), ...partly({ name: facts.name, isActive }) },
  function* ({ id, ...changes }, by) {
    requirePlanner(by)
    const { name, isActive } = yield* get(costCodes, id)
    yield* permitted()
    const facts = { name, isActive, ...changes }
    return facts.name === name && facts.isActive === isActive ? unchanged(id) : [costCodes.at(id, CostCodeChanged(facts))]
  },
)

/** A code, refused if it is not in use. */
export function* activeCode(id: number): CommandGenerator<Row<typeof CostCode>> {
  const code = yield* get(costCodes, id)
  if (!code.isActive) throw invalid(`Cost code ${code.code} ${code.name} is no longer used. Choose another`)
  return code
}
