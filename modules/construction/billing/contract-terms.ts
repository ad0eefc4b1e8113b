/**
 * The contract with the client of a project: its value, the retention, the advance, and the bill of quantities. The record's id is the project's, and it
 * stores what is certified to date, so that concurrent certificates conflict on it. Money in USD cents.
 */
import { Schema } from "effect"
import { formatMoney } from "@ops/platform/money.ts"
import { command, type By, conflict, find, invalid, findById, type CommandGenerator } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { BusinessDate, Line, Money, MoneyTotal, Optional, Parts, Ref, Structure, Whole, Rate } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { activeClient } from "@ops/clients/client.ts"
import { taxCodes, taxRateAt } from "@ops/ledger/taxes/tax-code.ts"
import { projectOf } from "../projects/construction-project.ts"
import { PLANNERS } from "../money/labels.ts"

/** A line of the bill of quantities, or a milestone: a quantity of one, for a lump sum. */
export const BoqLine = Schema.Struct({
  id: Schema.Int,
  /** the line number in the contract: 2.1 */
  item: Schema.String,
  description: Schema.String,
  unit: Schema.String,
  /** thousandths */
  quantity: Schema.Int,
  /** cents per unit */
  rate: Schema.Int,
  amount: Schema.Int,
  costCodeId: Schema.NullOr(Schema.Int),
})
export type BoqLine = typeof BoqLine.Type
const ContractLine = Schema.Struct({
  ...BoqLine.fields,
  /** thousandths certified to date */
  certified: Schema.Int,
})

const terms = {
  clientId: Ref("client"),
  /** the client's reference number */
  reference: Line(100),
  signedDate: BusinessDate,
  /** before variations */
  agreedValue: Money,
  /** hundredths of a percent */
  retentionRate: Rate,
  advanceAmount: Money,
  /** recovered from each certificate, until the advance is recovered; hundredths of a percent */
  recoveryRate: Rate,
  /** days after completion until the rest of the retention is due */
  defectDays: Whole,
  taxCode: Line(20),
}
export const ProjectContract = record(
  "project_contract",
  {
    ...terms,
    /** the sum of approved variations */
    variations: MoneyTotal,
    contractValue: MoneyTotal,
    lines: Parts(ContractLine),
    /** the claim that waits for certification */
    openClaimId: Optional(Ref("certificate")),
    /** the certificates in effect, latest last */
    certificates: Parts(Schema.Int),
    certifiedAmount: MoneyTotal,
    retainedAmount: MoneyTotal,
    releasedAmount: MoneyTotal,
    advancePaid: MoneyTotal,
    recoveredAmount: MoneyTotal,
    agreedBy: Optional(Ref("person")),
  },
  {
    label: "Construction contract",
    title: "reference",
    indexes: [["clientId"]],
  },
)
export type ContractRow = Row<typeof ProjectContract>

const by = Optional(Ref("person"))
export const ContractAgreed = event(
  "ConstructionContractAgreed",
  1,
  { ...terms, by },
  ({ reference, agreedValue, retentionRate }) => `Contract ${reference} over USD ${formatMoney(agreedValue)}, ${retentionRate / 100}% retention`,
)
export const ContractVaried = event(
  "ConstructionContractVaried",
  1,
  { changeId: Ref("budget_change"), amount: Money },
  ({ changeId, amount }, title) => `${amount < 0 ? "Less" : "More"} by USD ${formatMoney(Math.abs(amount))}: ${title("budget_change", changeId)}`,
)
export const BoqSet = event(
  "BoqSet",
  1,
  { lines: Parts(BoqLine), by },
  ({ lines }) => `Bill of quantities of ${lines.length} ${lines.length === 1 ? "line" : "lines"}`,
)
export const ClaimOpened = event(
  "ProgressClaimOpened",
  1,
  { certificateId: Ref("certificate") },
  ({ certificateId }, title) => `Progress claimed: ${title("certificate", certificateId)}`,
)
export const ClaimEnded = event(
  "ProgressClaimEnded",
  1,
  { certificateId: Ref("certificate") },
  ({ certificateId }, title) => `${title("certificate", certificateId)} was not certified`,
)

const counted = {
  certificateId: Ref("certificate"),
  /** quantities to date, thousandths */
  done: Parts(Schema.Struct({ id: Schema.Int, quantity: Schema.Int })),
  amounts: Structure(Schema.Struct({ certified: Schema.Int, retention: Schema.Int, recovered: Schema.Int, billed: Schema.Int })),
}
export const CertificateCounted = event(
  "CertificateCounted",
  1,
  counted,
  ({ certificateId, amounts }, title) => `${title("certificate", certificateId)}: USD ${formatMoney(amounts.billed)} billed`,
)
/** The latest certificate is no longer in effect: `done` are the quantities before it, `amounts` its amounts. */
export const CertificateUncounted = event(
  "CertificateUncounted",
  1,
  counted,
  ({ certificateId }, title) => `${title("certificate", certificateId)} no longer counts`,
)

const counting = (
  row: ContractRow,
  { done, amounts }: { readonly done: ReadonlyArray<{ id: number; quantity: number }>; readonly amounts: typeof counted.amounts.Type },
  sign: 1 | -1,
) => ({
  ...row,
  lines: row.lines.map((line) => ({ ...line, certified: done.find(({ id }) => id === line.id)?.quantity ?? line.certified })),
  certifiedAmount: row.certifiedAmount + sign * amounts.certified,
  retainedAmount: row.retainedAmount + sign * Math.max(0, -amounts.retention),
  releasedAmount: row.releasedAmount + sign * Math.max(0, amounts.retention),
  advancePaid: row.advancePaid + sign * Math.max(0, -amounts.recovered),
  recoveredAmount: row.recoveredAmount + sign * Math.max(0, amounts.recovered),
})

export const projectContracts = stream(
  ProjectContract,
  ContractAgreed,
  ContractVaried,
  BoqSet,
  ClaimOpened,
  ClaimEnded,
  CertificateCounted,
  CertificateUncounted,
).fold({
  ConstructionContractAgreed: (known, { by, ...agreed }) => ({
    ...agreed,
    variations: known?.variations ?? 0,
    contractValue: agreed.agreedValue + (known?.variations ?? 0),
    lines: known?.lines ?? [],
    openClaimId: known?.openClaimId ?? null,
    certificates: known?.certificates ?? [],
    certifiedAmount: known?.certifiedAmount ?? 0,
    retainedAmount: known?.retainedAmount ?? 0,
    releasedAmount: known?.releasedAmount ?? 0,
    advancePaid: known?.advancePaid ?? 0,
    recoveredAmount: known?.recoveredAmount ?? 0,
    agreedBy: by,
  }),
  ConstructionContractVaried: (row, { amount }) => ({ ...row, variations: row.variations + amount, contractValue: row.contractValue + amount }),
  BoqSet: (row, { lines }) => ({
    ...row,
    lines: lines.map((line) => ({ ...line, certified: row.lines.find(({ id }) => id === line.id)?.certified ?? 0 })),
  }),
  ProgressClaimOpened: (row, { certificateId }) => ({ ...row, openClaimId: certificateId }),
  ProgressClaimEnded: (row) => ({ ...row, openClaimId: null }),
  CertificateCounted: (row, event) => ({
    ...counting(row, event, 1),
    openClaimId: row.openClaimId === event.certificateId ? null : row.openClaimId,
    certificates: [...row.certificates, event.certificateId],
  }),
  CertificateUncounted: (row, event) => ({ ...counting(row, event, -1), certificates: row.certificates.filter((id) => id !== event.certificateId) }),
})

/** The retention currently held. */
export const retainedOf = ({ retainedAmount, releasedAmount }: Pick<ContractRow, "retainedAmount" | "releasedAmount">): number =>
  retainedAmount - releasedAmount

export const requirePlanner = requiring(PLANNERS, (what: string) => `Only management or finance can ${what}`)

/** The contract of a project that the person may see. */
export function* contractOf(projectId: number, by: By): CommandGenerator<ContractRow> {
  const project = yield* projectOf(projectId, by)
  const contract = yield* findById(projectContracts, projectId)
  if (!contract) throw conflict(`${project.name} has no contract with a client yet. Agree on it first`)
  return contract
}

/** The tax rate for billing on a date, in hundredths of a percent. */
export function* taxOnDate(code: string, date: string): CommandGenerator<number> {
  const tax = yield* find(taxCodes, { code })
  if (!tax) throw invalid(`There is no tax ${code}`)
  const rate = taxRateAt(tax, date)
  if (rate === undefined) throw invalid(`There is no ${tax.name.toLowerCase()} for ${date}`)
  return rate
}

export type AgreedTerms = Omit<Parameters<typeof ContractAgreed>[0], "by">

/** Records the contract. Once anything is certified, only the reference and the defect period can change. */
export const agreeContract = command("construction_contract.agree", function* ({ projectId, ...terms }: AgreedTerms & { readonly projectId: number }, by) {
  requirePlanner(by, "agree on contracts")
  const project = yield* projectOf(projectId, by)
  if (project.status === "cancelled") throw conflict(`${project.name} is cancelled`)
  const { agreedValue, retentionRate, recoveryRate, advanceAmount, defectDays, signedDate } = terms
  if (agreedValue <= 0) throw invalid("The contract value must be greater than 0")
  if (retentionRate < 0 || retentionRate > 5000) throw invalid("Retention is between 0 and 50%")
  if (advanceAmount < 0 || advanceAmount >= agreedValue) throw invalid("The advance must be less than the contract value")
  if (recoveryRate < 0 || recoveryRate + retentionRate >= 10_000) throw invalid("Retention and recovery together must be less than 100%")
  if (advanceAmount > 0 && recoveryRate === 0) throw invalid("Set the share of each certificate that recovers the advance")
  if (defectDays < 0 || defectDays > 3650) throw invalid("The defect period must be between 0 and 3650 days")
  if (signedDate > by.today) throw invalid("The day of signing cannot be in the future")
  yield* taxOnDate(terms.taxCode, by.today)
  const known = yield* findById(projectContracts, projectId)
  if (!known || known.clientId !== terms.clientId) yield* activeClient(terms.clientId)
  if (known && known.certificates.length > 0) {
    const fixed = ["clientId", "agreedValue", "retentionRate", "advanceAmount", "recoveryRate", "taxCode"] as const
    if (fixed.some((name) => known[name] !== terms[name]))
      throw conflict(`Something of ${known.reference} is already billed, so its terms cannot change. Request a change to vary its value`)
  }
  const inBoq = (known?.lines ?? []).reduce((sum, { amount }) => sum + amount, 0)
  if (known && inBoq > agreedValue + known.variations) throw invalid(`USD ${formatMoney(inBoq)} is already in the bill of quantities. Shorten it first`)
  return [projectContracts.at(projectId, ContractAgreed({ ...terms, by: by.person }))]
})
