import { Effect } from "effect"
import { answering } from "@ops/platform/http/answering.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { movementList } from "./queries.ts"
import { pettyCashFloats } from "./resource.ts"

const { requireVisible } = answering(pettyCashFloats.stream, pettyCashFloats.shape)

export const PettyCashFloatsLive = resourceLive(pettyCashFloats, {
  movements: ({ params: { id }, query }: RequestOf<typeof pettyCashFloats, "movements">) =>
    Effect.andThen(requireVisible(id), listAnswer(`/api/petty-cash-floats/${id}/movements`, movementList(id), query)),
})
