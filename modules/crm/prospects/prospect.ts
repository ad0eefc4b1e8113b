/**
 * Prospects: potential clients. A prospect is in one of six stages and may move from any to any other; closed ones
 * require an outcome and a reason. Values are cents of USD.
 */
import { capitalised } from "@ops/platform/text.ts"
import { Schema } from "effect"
import {
  BusinessDate,
  Email,
  erasedOf,
  Instant,
  label,
  Line,
  Literals,
  Money,
  Optional,
  Parts,
  Personal,
  Phone,
  Ref,
  SeriesNumber,
  Text,
  Whole,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { closeOutcomes, industries, prospectStatuses, type Stage, stages } from "../labels.ts"

export const facts = {
  companyName: Line(),
  contactPerson: Personal(Optional(Line())),
  email: label("E-mail", Personal(Optional(Email))),
  phone: Personal(Optional(Phone)),
  address: Personal(Optional(Text(500))),
  industry: Optional(Literals(...industries)),
  estimatedValue: Optional(Money),
  /** a person's estimate, percent; used if there is too little history */
  probability: Whole,
  source: Optional(Line(100)),
  /** the campaign that brought it */
  campaignId: Optional(Ref("marketing_campaign")),
  notes: Personal(Text(), ""),
}
export const placed = {
  stage: Literals(...stages),
  outcome: Optional(Literals(...closeOutcomes)),
  reason: Optional(Text(500)),
}
/** One stay in a stage, until the next one begins. */
const Stay = Schema.Struct({
  stage: Schema.Literals(stages),
  at: Schema.String,
  by: Schema.NullOr(Schema.Int),
  outcome: Schema.NullOr(Schema.Literals(closeOutcomes)),
  reason: Schema.NullOr(Schema.String),
})

export const Prospect = record(
  "prospect",
  {
    prospectNumber: SeriesNumber("PS"),
    ...facts,
    stage: placed.stage,
    stageSince: Instant,
    /** in order of time; the last one is current */
    stays: Parts(Stay),
    /** for a closed prospect */
    outcome: placed.outcome,
    lostReason: Optional(Text(500)),
    /** active until it is lost or becomes a client */
    status: Literals(...prospectStatuses),
    assignedTo: Optional(Ref("person")),
    lastContact: Optional(Instant),
    nextFollowUp: Optional(BusinessDate),
    followUpNote: Optional(Line(200)),
    /** the date of the follow-up that was marked as due */
    remindedOf: Optional(BusinessDate),
    clientId: Optional(Ref("client")),
    createdBy: Optional(Ref("person")),
  },
  {
    label: "Prospect",
    title: "company_name",
    unique: [{ fields: ["prospectNumber"], sentence: "Another prospect already has this number" }],
    indexes: [["stage", "nextFollowUp"], ["assignedTo"], ["campaignId"], ["nextFollowUp"]],
  },
)
export type ProspectRow = Row<typeof Prospect>

export const stageName = (stage: Stage): string => capitalised(stage).replace("_", " ")
export const isClosed = (stage: Stage): stage is "closed_won" | "closed_lost" => stage === "closed_won" || stage === "closed_lost"

export const ProspectAdded = event(
  "ProspectAdded",
  1,
  { prospectNumber: SeriesNumber("PS"), ...facts, ...placed, assignedTo: Optional(Ref("person")), createdBy: Optional(Ref("person")) },
  ({ prospectNumber, companyName, stage }) => `${prospectNumber} ${companyName} added as ${stageName(stage)}`,
)
export const ProspectChanged = event("ProspectChanged", 1, facts, () => "Details changed")
export const ProspectMoved = event(
  "ProspectMoved",
  1,
  { ...placed, movedBy: Optional(Ref("person")) },
  ({ stage, reason }) => `Moved to ${stageName(stage)}${reason === null ? "" : `: ${reason}`}`,
)
export const ProspectAssigned = event("ProspectAssigned", 1, { to: Optional(Ref("person")) }, ({ to }, title) =>
  to === null ? "Assignment removed" : `Assigned to ${title("person", to)}`,
)
export const ProspectFollowUpSet = event("ProspectFollowUpSet", 1, { on: Optional(BusinessDate), note: Optional(Line(200)) }, ({ on, note }) =>
  on === null ? "No follow-up planned" : `Next follow-up on ${on}${note === null ? "" : `: ${note}`}`,
)
/** Written once for each date, on that date. */
export const ProspectFollowUpDue = event("ProspectFollowUpDue", 1, { on: BusinessDate }, ({ on }) => `The follow-up of ${on} is due`)
export const ProspectContacted = event(
  "ProspectContacted",
  1,
  { activityId: Ref("prospect_activity"), at: Instant },
  ({ activityId }, title) => `Activity: ${title("prospect_activity", activityId)}`,
)
export const ProspectConverted = event(
  "ProspectConverted",
  1,
  { clientId: Ref("client") },
  ({ clientId }, title) => `Became client ${title("client", clientId)}`,
)
/** This event deletes the key of the personal data of people at the prospect. */
export const ProspectContactErased = event("ProspectContactErased", 1, { reason: Text(500) }, ({ reason }) => `Contact person erased: ${reason}`, {
  erases: true,
})

const stay = ({ stage, outcome, reason }: { stage: Stage; outcome: ProspectRow["outcome"]; reason: string | null }, at: string, by: number | null) => ({
  stage,
  at,
  by,
  outcome,
  reason,
})

export const prospects = stream(
  Prospect,
  ProspectAdded,
  ProspectChanged,
  ProspectMoved,
  ProspectAssigned,
  ProspectFollowUpSet,
  ProspectFollowUpDue,
  ProspectContacted,
  ProspectConverted,
  ProspectContactErased,
).fold({
  ProspectAdded: (_, { reason, ...added }, at) => ({
    ...added,
    stageSince: at,
    stays: [stay({ ...added, reason }, at, added.createdBy)],
    lostReason: added.stage === "closed_lost" ? reason : null,
    status: added.stage === "closed_lost" ? ("inactive" as const) : ("active" as const),
    lastContact: null,
    nextFollowUp: null,
    followUpNote: null,
    remindedOf: null,
    clientId: null,
  }),
  ProspectChanged: (row, changed) => ({ ...row, ...changed }),
  ProspectMoved: (row, { movedBy, ...moved }, at) => ({
    ...row,
    stage: moved.stage,
    stageSince: at,
    stays: [...row.stays, stay(moved, at, movedBy)],
    outcome: moved.outcome,
    lostReason: moved.stage === "closed_lost" ? moved.reason : null,
    status: moved.stage === "closed_lost" ? ("inactive" as const) : ("active" as const),
  }),
  ProspectAssigned: (row, { to }) => ({ ...row, assignedTo: to }),
  ProspectFollowUpSet: (row, { on, note }) => ({ ...row, nextFollowUp: on, followUpNote: note }),
  ProspectFollowUpDue: (row, { on }) => ({ ...row, remindedOf: on }),
  ProspectContacted: (row, { at }) => ({ ...row, lastContact: row.lastContact !== null && row.lastContact > at ? row.lastContact : at }),
  ProspectConverted: (row, { clientId }) => ({ ...row, clientId, status: "converted" as const, nextFollowUp: null, followUpNote: null }),
  ProspectContactErased: (row) => ({ ...row, ...erasedOf(facts) }),
})
export type ProspectFacts = Parameters<typeof ProspectChanged>[0]
