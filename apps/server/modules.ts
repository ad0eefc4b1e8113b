/** Every module's records and rules, put together: what the log may hold, and how it folds. */
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
import { documentsModule } from "@ops/platform/documents/module.ts"
import { importsModule } from "@ops/platform/imports/module.ts"
import type { MailAbout } from "@ops/platform/mail/about.ts"
import { mailModule } from "@ops/platform/mail/module.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
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

/** Who is behind what was spent, as each module says of its records. */
const spenders = modules.flatMap((module): ReadonlyArray<SpenderSql> => module.spenders)

export const model = {
  streams: modules.flatMap(({ streams }) => [...streams]),
  consequences: modules.flatMap(({ consequences }) => [...consequences]),
  views: [...modules.flatMap(({ views }): ReadonlyArray<string> => views), spenderView(spenders), ...searchIndexes(searched)],
  tables: [callCountTable, clockTable, ...modules.flatMap(({ tables }): ReadonlyArray<string> => tables)],
}

/** The records that people reach by calls which follow from their declaration. */
export const resources = modules.flatMap((module) => [...module.resources])

/** Which sub-ledgers must be what their control accounts have. */
export const ties = modules.flatMap((module) => module.ties)
/** Work of each module that is earned and not billed. */
export const workNotBilled = modules.flatMap((module): ReadonlyArray<WorkNotBilled> => module.notBilled)
/** What each module looks at before a month of the books is closed. */
export const closingChecks = [...modules.flatMap((module) => module.closing), ...ties.map(tieCheck)]

/** What each module gives out and can make again from the log. */
export const publications = modules.flatMap((module) => module.publications)

/** What time brings in each module, and the clock of alerts looks at. */
export const dueRules = modules.flatMap((module): ReadonlyArray<DueRule> => module.dueRules)

/** What of each module waits for a decision. */
export const inbox = modules.flatMap((module): ReadonlyArray<InboxSource> => module.inbox)

/** On which records files hang, and who sees them. */
export const attachedTo = modules.flatMap((module): ReadonlyArray<AttachedTo> => module.attachments)

/** What mails are about, who sees those and who sends them again. */
export const mailAbout = modules.flatMap((module): ReadonlyArray<MailAbout> => module.mailAbout)

/** What time brings in each module; what the application itself adds is in app.ts. */
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
 * What a company has from its first day. Runs at each start: each command of it has a key, and is done once. Where another process does them
 * at the same moment, they are found the next time.
 */
export const setup = Effect.flatMap(Records, ({ inBulk }) => Effect.retry(inBulk(setUpEach), { times: 3 }))
