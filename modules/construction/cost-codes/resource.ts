/** The resource of cost codes: reading and changing. */
import { HttpApiEndpoint } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { InvalidatedBy } from "@ops/platform/access/rule.ts"
import { rejections } from "@ops/platform/http/contract.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { MONEY_READERS, PLANNERS } from "../money/labels.ts"
import { addCostCode, changeCostCode, costCodes as stream } from "./cost-code.ts"

const path = "/api/cost-codes"
/** The history of all codes. */
const historyCall = HttpApiEndpoint.get("codeHistory", `${path}/history`, { success: HistoryAnswer, error: rejections })
  .annotateMerge(ruled("Read the history of cost codes", { may: MONEY_READERS, scope: "all" }))
  .annotate(InvalidatedBy, ["cost_code"])

export const costCodes = resource("costCodes", stream, {
  path,
  noun: ["cost code", "cost codes"],
  answer: "CostCode",
  area: "constructionBudget",
  read: { may: MONEY_READERS, rows: everyRow(), history: false },
  joins: [],
  list: {
    columns: { code: {}, name: {}, isActive: { title: "State", exported: false } },
    filters: ["isActive"],
    sorts: ["code", "name"],
    order: "code",
    search: ["code", "name"],
    file: "Cost codes",
  },
  commands: {
    add: creates(addCostCode, { may: PLANNERS }),
    change: updates(changeCostCode, { method: "PATCH", path: "", may: PLANNERS }),
  },
  more: () => [historyCall],
})

export const CostCodesApi = costCodes.api
