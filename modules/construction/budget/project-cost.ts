/**
 * The costs of a project: a line of a supplier's bill, goods from stock, hours of employees, or a cost moved from another account. Together they equal
 * account 5400 Construction cost. Money in USD cents.
 */
import { formatMoney } from "@ops/platform/money.ts"
import { BusinessDate, Line, Literals, Money, Optional, Quantity, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { costKindNames, costKinds } from "../money/labels.ts"

const facts = {
  projectId: Ref("construction_project"),
  costCodeId: Ref("cost_code"),
  siteId: Ref("site"),
  kind: Literals(...costKinds),
  date: BusinessDate,
  description: Line(500),
  amount: Money,
  /** quantity of goods in their unit, or hours; thousandths */
  quantity: Optional(Quantity),
  /** "12/1": the first line of bill 12 on 5400; each can be charged once */
  billLine: Optional(Line(40)),
  /** the record that it is derived from, such as payable 12 */
  sourceKind: Optional(Line(60)),
  sourceId: Optional(Whole),
  journalEntryId: Optional(Ref("journal_entry")),
  chargedBy: Optional(Ref("person")),
}
export const ProjectCost = record(
  "project_cost",
  { ...facts, takenBackDate: Optional(BusinessDate), takenBackReason: Text(500) },
  {
    grows: true,
    label: "Cost of a project",
    title: "description",
    unique: [{ fields: ["billLine"], sentence: "This bill line is already charged to a project" }],
    indexes: [["projectId", "costCodeId"], ["date"]],
  },
)

const by = Optional(Ref("person"))
export const CostCharged = event(
  "ProjectCostCharged",
  1,
  facts,
  ({ kind, amount, costCodeId, description }, title) =>
    `${costKindNames[kind]}, USD ${formatMoney(amount)} on ${title("cost_code", costCodeId)}: ${description}`,
)
export const CostRecoded = event(
  "ProjectCostRecoded",
  1,
  { projectId: Ref("construction_project"), costCodeId: Ref("cost_code"), reason: Text(500), by },
  ({ projectId, costCodeId }, title) => `Now on ${title("cost_code", costCodeId)} of ${title("construction_project", projectId)}`,
)
export const CostTakenBack = event("ProjectCostTakenBack", 1, { date: BusinessDate, reason: Text(500), by }, ({ reason }) => `Reversed: ${reason}`)
export const projectCosts = stream(ProjectCost, CostCharged, CostRecoded, CostTakenBack).fold({
  ProjectCostCharged: (_, charged) => ({ ...charged, takenBackDate: null, takenBackReason: "" }),
  ProjectCostRecoded: (row, { projectId, costCodeId }) => ({ ...row, projectId, costCodeId }),
  ProjectCostTakenBack: (row, { date, reason }) => ({ ...row, takenBackDate: date, takenBackReason: reason }),
})
