/** How cost codes are reached, read and changed. */
import { call } from "@ops/platform/http/call-group.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { MONEY_READERS, PLANNERS } from "../money/labels.ts"
import { addCostCode, changeCostCode, costCodes as stream } from "./cost-code.ts"

const path = "/api/cost-codes"
/** That of all codes at once. */
const historyCall = call.get("codeHistory", `${path}/history`, "Read the history of cost codes", HistoryAnswer, {
  may: MONEY_READERS,
  scope: "all",
  dependsOn: ["cost_code"],
})

export const costCodes = resource("costCodes", stream, {
  path,
  noun: ["cost code", "cost codes"],
  answer: "CostCode",
  area: "constructionBudget",
  read: { may: MONEY_READERS, rows: everyRow(), history: false },
  joins: [],
  titles: { isActive: "State" },
  list: {
    columns: ["code", "name", "isActive"],
    unexported: ["isActive"],
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
