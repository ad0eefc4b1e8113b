/** Every module's records and rules combined: which events the log may contain, and how they fold. */
import { Effect } from "effect"
import type { DueRule } from "@ops/alerts/rules/due-rules.ts"
import { alertsModule } from "@ops/alerts/module.ts"
import { auditModule } from "@ops/audit/module.ts"
import { billingModule } from "@ops/billing/module.ts"
import { cateringModule } from "@ops/catering/module.ts"
import { clientsModule } from "@ops/clients/module.ts"
import { connectionsModule } from "@ops/connections/module.ts"
import { constructionModule } from "@ops/construction/module.ts"
import { contractorsModule } from "@ops/contractors/module.ts"
import { crmModule } from "@ops/crm/module.ts"
import { mealsModule } from "@ops/meals/module.ts"
import { facilitiesModule } from "@ops/facilities/module.ts"
import { fieldModule } from "@ops/field/module.ts"
import { financeModule } from "@ops/finance/module.ts"
import { identityModule } from "@ops/identity/module.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import type { WorkNotBilled } from "@ops/ledger/statements/not-billed.ts"
import { type SpenderSql, spenderView } from "@ops/ledger/statements/spenders.ts"
import { tieCheck } from "@ops/ledger/checks/ties.ts"
import type { InboxSource } from "@ops/platform/access/inbox.ts"
import type { AttachedTo } from "@ops/platform/documents/attachment.ts"
import type { Importable } from "@ops/platform/imports/importable.ts"
import { documentsModule } from "@ops/platform/documents/module.ts"
import { importsModule } from "@ops/platform/imports/module.ts"
import type { MailAbout } from "@ops/platform/mail/about.ts"
import { mailModule } from "@ops/platform/mail/module.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { isLogEmpty, Records } from "@ops/platform/records/records.ts"
import { payrollModule } from "@ops/payroll/module.ts"
import { peopleModule } from "@ops/people/module.ts"
import { procurementModule } from "@ops/procurement/module.ts"
import { clockTable } from "@ops/platform/clocks/clock.ts"
import { searchIndexes } from "@ops/search/statement.ts"
import { searchModule } from "@ops/search/module.ts"
import { reportingModule } from "@ops/reporting/module.ts"
import { callCountTable } from "@ops/platform/http/limits/call-counts.ts"
import { sitesModule } from "@ops/sites/module.ts"
import { stockModule } from "@ops/stock/module.ts"
import { searched } from "./search.ts"

/** In the order of their setup: people work at sites. */
const modules = [
  sitesModule,
  identityModule,
  peopleModule,
  stockModule,
  procurementModule,
  ledgerModule,
  clientsModule,
  mealsModule,
  cateringModule,
  billingModule,
  financeModule,
  contractorsModule,
  facilitiesModule,
  constructionModule,
  payrollModule,
  crmModule,
  fieldModule,
  connectionsModule,
  alertsModule,
  reportingModule,
  mailModule,
  documentsModule,
  importsModule,
  auditModule,
  searchModule,
]

/** SQL of each module for the person responsible for spending in its records. */
const spenders = modules.flatMap((module): ReadonlyArray<SpenderSql> => module.spenders)

export const model = {
  streams: modules.flatMap(({ streams }) => [...streams]),
  consequences: modules.flatMap(({ consequences }) => [...consequences]),
  views: [...modules.flatMap(({ views }): ReadonlyArray<string> => views), spenderView(spenders), ...searchIndexes(searched)],
  tables: [callCountTable, clockTable, ...modules.flatMap(({ tables }): ReadonlyArray<string> => tables)],
}

/** The records whose calls are derived from their declaration. */
export const resources = modules.flatMap((module) => [...module.resources])

/** Sub-ledgers that must agree with their control accounts. */
export const ties = modules.flatMap((module) => module.ties)
/** Unbilled revenue of each module. */
export const workNotBilled = modules.flatMap((module): ReadonlyArray<WorkNotBilled> => module.notBilled)
/** Each module's checks before a month of the books is closed. */
export const closingChecks = [...modules.flatMap((module) => module.closing), ...ties.map(tieCheck)]

/** What each module publishes and can regenerate from the log. */
export const publications = modules.flatMap((module) => module.publications)

/** Time-based rules of each module, evaluated by the alert clock. */
export const dueRules = modules.flatMap((module): ReadonlyArray<DueRule> => module.dueRules)

/** The records of each module that wait for a decision. */
export const inbox = modules.flatMap((module): ReadonlyArray<InboxSource> => module.inbox)

/** What can be imported from a file besides the resources. */
export const imports = modules.flatMap((module): ReadonlyArray<Importable> => module.imports)

/** The records with attached files, and who may see the files. */
export const attachedTo = modules.flatMap((module): ReadonlyArray<AttachedTo> => module.attachments)

/** The records that mails are about, with who may see and resend those mails. */
export const mailAbout = modules.flatMap((module): ReadonlyArray<MailAbout> => module.mailAbout)

/** The scheduled work of each module; the application's own is in app.ts. */
export const clocks = modules.flatMap((module) => [...module.clocks])

export const reactors = modules.flatMap(({ reactors }) => [...reactors])

const setUpEach = Effect.gen(function* () {
  for (const module of modules) {
    // the first version of these facts stands: people may have changed them since
    yield* Effect.catchIf(
      module.setup,
      (error) => error instanceof Rejection,
      ({ message }) => Effect.logWarning(`Setup: ${message}`),
    )
  }
})

/**
 * Creates a company's initial records. Runs at each start: each command has a key, and is performed once. If another process performs them at the
 * same moment, the retry finds them.
 */
export const setup = Effect.gen(function* () {
  const { inBulk } = yield* Records
  // in bulk, commands are decided on all rows of a kind, which an existing company may have too many of
  return yield* Effect.retry((yield* isLogEmpty) ? inBulk(setUpEach) : setUpEach, { times: 3 })
})
