import { Layer } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { handle, jsonResponse } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { type RequestOf, resourceLive, withDecisions } from "@ops/platform/http/resources/server.ts"
import { execute } from "@ops/platform/records/records.ts"
import { billMonth } from "./bills/commands.ts"
import { contractorBills } from "./bills/resource.ts"
import { approveHours } from "./work/assignment-commands.ts"
import { contractorHours } from "./work/resource.ts"

const bills = answering(contractorBills.stream, contractorBills.shape, withDecisions(contractorBills))

const BillsLive = resourceLive(contractorBills, {
  bill: ({ params: { id }, payload: { month } }: RequestOf<typeof contractorBills, "bill">) => bills.execute(billMonth, { id, month }, 201),
})

const HoursLive = resourceLive(contractorHours, {
  approve: ({ payload: { ids } }: RequestOf<typeof contractorHours, "approve">) =>
    handle(function* () {
      yield* execute(approveHours, { ids }, yield* Who, yield* commandKey)
      return jsonResponse(JSON.stringify({ approved: new Set(ids).size }))
    }),
})

export const ContractorsLive = Layer.mergeAll(BillsLive, HoursLive)
