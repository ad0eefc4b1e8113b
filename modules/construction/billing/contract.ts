/** The calls for the billing of projects: contracts, bills of quantities, certificates, and the work in progress of a month. */
import { Schema } from "effect"
import { FINANCE, Rule } from "@ops/platform/access/rule.ts"
import { apiOf, call, groupOf } from "@ops/platform/http/call-group.ts"
import { created, DateInput, IdInput, TextInput } from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { CodeAnswer, DecisionInput, Named, ofProject, ReasonInput } from "../budget/contract.ts"
import { PercentInput, QuantityInput } from "../money/inputs.ts"
import { BUILDERS, certificateKinds, certificateStatuses, MONEY_READERS, PLANNERS } from "../money/labels.ts"

const Text = Schema.NullOr(Schema.String)
const OptionalId = Schema.NullOr(Schema.Int)

/** The contract terms; all null for a project without a contract. */
export const ProjectContractAnswer = Schema.Struct({
  id: Schema.Int,
  ...ofProject,
  status: Schema.String,
  agreed: Schema.Boolean,
  clientId: OptionalId,
  clientName: Text,
  reference: Text,
  signedDate: Text,
  agreedValue: Text,
  /** the sum of approved variations */
  variations: Text,
  contractValue: Text,
  /** percent */
  retentionRate: Text,
  advanceAmount: Text,
  recoveryRate: Text,
  defectDays: OptionalId,
  taxCode: Text,
  certifiedAmount: Text,
  notCertified: Text,
  /** retention currently held */
  retained: Text,
  /** the day on which the defect period ends and all of it is due; null before completion */
  retentionDue: Text,
  /** the day of completion, and the retention that is due then and not released */
  halfDue: Text,
  halfRetained: Text,
  /** what can be released today */
  releasable: Text,
  advancePaid: Text,
  recoveredAmount: Text,
  advanceOpen: Text,
  /** by certificates in effect, before tax */
  billed: Schema.String,
  openClaimId: OptionalId,
  lines: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      item: Schema.String,
      description: Schema.String,
      unit: Schema.String,
      quantity: Schema.String,
      rate: Schema.String,
      amount: Schema.String,
      certifiedQuantity: Schema.String,
      certified: Schema.String,
      costCode: Schema.NullOr(CodeAnswer),
    }),
  ),
  /** what the caller may do now */
  canAgree: Schema.Boolean,
  canSetBoq: Schema.Boolean,
  canClaim: Schema.Boolean,
  canBillAdvance: Schema.Boolean,
  canRelease: Schema.Boolean,
  version: Schema.Int,
}).annotate({ identifier: "ProjectContract" })
/** certified + retention − recovered = billed. Retention is below 0 where it is retained; recovered below 0 where an advance is billed. */
export const CertificateAnswer = Schema.Struct({
  id: Schema.Int,
  certificateNumber: Schema.String,
  ...ofProject,
  kind: Schema.Literals(certificateKinds),
  sequence: Schema.Int,
  periodTo: Schema.String,
  lines: Schema.Array(
    Schema.Struct({
      lineId: Schema.Int,
      item: Schema.String,
      description: Schema.String,
      unit: Schema.String,
      quantity: Schema.String,
      previous: Schema.String,
      toDate: Schema.String,
      rate: Schema.String,
      amount: Schema.String,
    }),
  ),
  certifiedToDate: Schema.String,
  certified: Schema.String,
  retention: Schema.String,
  recovered: Schema.String,
  billed: Schema.String,
  note: Schema.String,
  status: Schema.Literals(certificateStatuses),
  claimedBy: OptionalId,
  claimedByUser: Named,
  decidedBy: OptionalId,
  decidedByUser: Named,
  decidedAt: Text,
  decisionNote: Schema.String,
  issueDate: Text,
  invoiceId: OptionalId,
  invoiceNumber: Text,
  invoiceTotal: Text,
  invoiceStatus: Text,
  journalEntryNumber: Text,
  creditNoteId: OptionalId,
  creditNoteNumber: Text,
  voidedDate: Text,
  canCertify: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
}).annotate({ identifier: "PaymentCertificate" })
const Entry = Schema.Struct({ id: Schema.Int, entryNumber: Schema.String })
export const WipAnswer = Schema.Struct({
  /** null for a dry run */
  id: OptionalId,
  period: Schema.String,
  date: Schema.String,
  /** earned and not billed: 1210 */
  underBilled: Schema.String,
  /** billed and not earned: 2310 */
  overBilled: Schema.String,
  lines: Schema.Array(
    Schema.Struct({
      projectId: Schema.Int,
      projectNumber: Schema.String,
      projectName: Schema.String,
      contractValue: Schema.String,
      actual: Schema.String,
      forecast: Schema.String,
      earned: Schema.String,
      certified: Schema.String,
      /** earned less certified */
      position: Schema.String,
    }),
  ),
  /** each entry with its reversal on the first day of the next month */
  entries: Schema.Array(Schema.Struct({ entry: Entry, reversal: Entry })),
  postedByUser: Named,
  createdAt: Text,
}).annotate({ identifier: "WorkInProgress" })

const Note = Schema.optional(Schema.NullOr(TextInput("Note", { most: 500 })))
export const ContractInput = Schema.Struct({
  clientId: IdInput("Client is required"),
  reference: TextInput("Contract", { required: true, most: 100 }),
  signedDate: DateInput("Day of signing"),
  agreedValue: MoneyInput("Contract value must be a number with at most two decimals"),
  retentionRate: Schema.optional(Schema.NullOr(PercentInput("Retention"))),
  advanceAmount: Schema.optional(Schema.NullOr(MoneyInput("Advance must be a number with at most two decimals"))),
  recoveryRate: Schema.optional(Schema.NullOr(PercentInput("Recovery"))),
  defectDays: Schema.optional(Schema.NullOr(Schema.Int)),
  taxCode: Schema.optional(Schema.NullOr(TextInput("Tax", { most: 20 }))),
  version: Schema.optional(Schema.Int),
})
export const BoqInput = Schema.Struct({
  lines: Schema.Array(
    Schema.Struct({
      /** the id of an existing line */
      id: Schema.optional(Schema.NullOr(Schema.Int)),
      item: TextInput("Number", { required: true, most: 20 }),
      description: TextInput("Description", { required: true, most: 300 }),
      unit: TextInput("Unit", { required: true, most: 20 }),
      quantity: QuantityInput("Quantity"),
      rate: MoneyInput("Rate must be a number with at most two decimals"),
      costCodeId: Schema.optional(Schema.NullOr(IdInput("Cost code must be a number"))),
    }),
  ),
  version: Schema.optional(Schema.Int),
})
export const ClaimInput = Schema.Struct({
  /** the default is today */
  periodTo: Schema.optional(Schema.NullOr(DateInput("Work up to"))),
  /** quantities done to date, by line id */
  done: Schema.Array(Schema.Struct({ id: Schema.Int, quantity: QuantityInput("Quantity") })),
  note: Note,
})
export const NoteInput = Schema.Struct({ note: Note })

const rows = "6: own site; 8: its own site if it has one; 7 and 10: all"
const project = "/api/construction-projects/:id"
const note = [Schema.Null, NoteInput] as const
const finance: Rule = { may: ["invoices.manage"], scope: "all", stepUp: true }
const decides: Rule = { ...finance, duties: "not who claimed" }

export const ConstructionBillingGroup = groupOf("constructionBilling", [
  call.get("boq", `${project}/boq`, "Read the bill of quantities of a project", ProjectContractAnswer, {
    may: MONEY_READERS,
    scope: rows,
    dependsOn: ["project_contract", "certificate", "construction_project", "client"],
  }),
  call.put("setBoq", `${project}/boq`, "Set the bill of quantities of a project", ProjectContractAnswer, {
    payload: BoqInput,
    may: PLANNERS,
    scope: rows,
    duties: "never above the contract; what is certified stays",
  }),
  call.put("agree", `${project}/contract`, "Set the billing terms of a project", ProjectContractAnswer, {
    payload: ContractInput,
    may: PLANNERS,
    scope: rows,
    duties: "until something is billed",
  }),
  call.list("certificates", `${project}/certificates`, "List the payment certificates of a project", CertificateAnswer, {
    filters: ["kind"],
    may: MONEY_READERS,
    scope: rows,
    dependsOn: ["certificate", "invoice"],
  }),
  call.post("claim", `${project}/certificates`, "Claim a progress payment", CertificateAnswer.pipe(created), {
    payload: ClaimInput,
    may: BUILDERS,
    scope: rows,
    duties: "another certifies it",
  }),
  call.post("billAdvance", `${project}/certificates/advance`, "Bill the advance of a project", CertificateAnswer.pipe(created), {
    payload: note,
    ...finance,
    duties: "once",
  }),
  call.post("releaseRetention", `${project}/certificates/release`, "Release the retention of a project", CertificateAnswer.pipe(created), {
    payload: note,
    ...finance,
    duties: "after the defect period",
  }),
  call.patch("certify", "/api/construction-certificates/:id/certify", "Certify a claim", CertificateAnswer, {
    payload: [Schema.Null, DecisionInput],
    ...decides,
  }),
  call.patch("rejectClaim", "/api/construction-certificates/:id/reject", "Reject a claim", CertificateAnswer, { payload: ReasonInput, ...decides }),
  call.list("wip", "/api/construction-wip", "Read work in progress", WipAnswer, {
    may: FINANCE,
    scope: "8: contracts of its own site if it has one; 7 and 10: all",
    dependsOn: ["contract_wip", "construction_project"],
  }),
  call.post("postWip", "/api/construction-wip", "Post work in progress for a month", WipAnswer, {
    /** true: reports what would be posted, and posts nothing */
    query: { dryRun: Schema.optional(Schema.Literals(["true", "false"])) },
    payload: Schema.Struct({ period: TextInput("Period", { required: true, most: 7 }) }),
    may: ["finance.full"],
    scope: "all",
    duties: "each month once; again only what has changed since",
  }),
])

export const ConstructionBillingApi = apiOf(ConstructionBillingGroup)
