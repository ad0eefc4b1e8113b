/** A purchase request linked to a project: what is ordered and not billed yet is committed on its cost code. */
import { command, conflict, find, get, getHere, newId } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { Flag, Optional, Ref, Text } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { purchaseRequests } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { projectOf } from "../projects/construction-project.ts"
import { activeCode } from "../cost-codes/cost-code.ts"
import { BUILDERS } from "../money/labels.ts"

const facts = {
  projectId: Ref("construction_project"),
  costCodeId: Ref("cost_code"),
  purchaseRequestId: Ref("purchase_request"),
}
export const Commitment = record(
  "commitment",
  {
    ...facts,
    /** no more bills are expected */
    isClosed: Flag,
    closedNote: Text(500),
    linkedBy: Optional(Ref("person")),
  },
  {
    label: "Commitment",
    title: "(select q.request_number from purchase_request q where q.id = purchase_request_id)",
    unique: [{ fields: ["purchaseRequestId"], sentence: "This purchase request already belongs to a project" }],
    indexes: [["projectId"]],
  },
)
const by = Optional(Ref("person"))
export const CommitmentLinked = event(
  "CommitmentLinked",
  1,
  { ...facts, by },
  ({ purchaseRequestId, costCodeId }, title) => `${title("purchase_request", purchaseRequestId)} is for ${title("cost_code", costCodeId)}`,
)
export const CommitmentClosed = event("CommitmentClosed", 1, { note: Text(500), by }, ({ note }) => `No more is billed for it${note ? `: ${note}` : ""}`)
export const commitments = stream(Commitment, CommitmentLinked, CommitmentClosed).fold({
  CommitmentLinked: (_, { by, ...linked }) => ({ ...linked, isClosed: false, closedNote: "", linkedBy: by }),
  CommitmentClosed: (row, { note }) => ({ ...row, isClosed: true, closedNote: note }),
})

const requireProjectManager = requiring(BUILDERS, "Only people who manage projects can link purchase requests to them")

/** Links a purchase request to a project. Its bills are charged there automatically. */
export const linkCommitment = command(
  "commitment.link",
  function* (input: { readonly projectId: number; readonly costCodeId: number; readonly purchaseRequestId: number }, by) {
    requireProjectManager(by)
    const { projectId, costCodeId, purchaseRequestId } = input
    const project = yield* projectOf(projectId, by)
    yield* activeCode(costCodeId)
    const request = yield* getHere(purchaseRequests, purchaseRequestId, by)
    if (request.status === "rejected") throw conflict(`${request.requestNumber} is rejected, so it orders nothing`)
    if (project.status === "completed" || project.status === "cancelled")
      throw conflict(`${project.name} is ${project.status}, so nothing more is ordered for it`)
    if (yield* find(commitments, { purchaseRequestId })) throw conflict(`${request.requestNumber} already belongs to a project`)
    return [commitments.at(yield* newId(commitments), CommitmentLinked({ ...input, by: by.person }))]
  },
)

/** Closes a commitment: nothing more is billed for the request, and the rest is no longer committed. */
export const closeCommitment = command("commitment.close", function* ({ id, note }: { readonly id: number; readonly note: string }, by) {
  requireProjectManager(by)
  const commitment = yield* get(commitments, id)
  yield* projectOf(commitment.projectId, by)
  if (commitment.isClosed) throw conflict("This commitment is already closed")
  return [commitments.at(id, CommitmentClosed({ note: note.trim(), by: by.person }))]
})
