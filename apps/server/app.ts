/** The application: the implementation of the contract, to be served or called within the process. */
import * as path from "node:path"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { alertClocks } from "@ops/alerts/clock.ts"
import { alertsLive } from "@ops/alerts/server.ts"
import { sealFaults, SealerLive, SealsLive } from "@ops/audit/seals/seals.ts"
import { evidence } from "@ops/audit/evidence/server.ts"
import { audit } from "@ops/audit/server.ts"
import { agedReceivables } from "@ops/billing/receivables/aged-receivables.ts"
import { BillingLive } from "@ops/billing/server.ts"
import { CateringLive } from "@ops/catering/server.ts"
import { ClientsLive } from "@ops/clients/server.ts"
import { calendarsLive } from "@ops/connections/calendars/server.ts"
import { webhookClock } from "@ops/connections/webhooks/delivering.ts"
import { WebhooksLive } from "@ops/connections/webhooks/server.ts"
import { ConstructionMoneyLive } from "@ops/construction/money/server.ts"
import { ConstructionLive } from "@ops/construction/server.ts"
import { ContractorsLive } from "@ops/contractors/server.ts"
import { CrmLive } from "@ops/crm/server.ts"
import { AssigneesLive } from "@ops/facilities/assignees/server.ts"
import { maintenance } from "@ops/facilities/maintenance/resource.ts"
import { MaintenanceLive } from "@ops/facilities/maintenance/server.ts"
import { SlaLive } from "@ops/facilities/service-levels/server.ts"
import { FacilitiesBillingLive } from "@ops/facilities/billing/server.ts"
import { WorkOrdersLive } from "@ops/facilities/work-orders/server.ts"
import { FieldDevicesLive, FieldLive } from "@ops/field/server.ts"
import { DayLinksLive, SignedDaysLive } from "@ops/field/signed-days/server.ts"
import { agedPayables } from "@ops/finance/payables/aged-payables.ts"
import { FinanceLive } from "@ops/finance/server.ts"
import { MealsLive } from "@ops/meals/server.ts"
import { identity, AuthenticationLive, StillSignedInLive } from "@ops/identity/server.ts"
import { JournalEntriesLive } from "@ops/ledger/journal-entries/server.ts"
import { LedgerLive } from "@ops/ledger/server.ts"
import { ClosingChecks } from "@ops/ledger/periods/closing.ts"
import { GeneralLedgerLive } from "@ops/ledger/general-ledger/server.ts"
import { JournalDraftsLive } from "@ops/ledger/journal-drafts/server.ts"
import { OpeningsLive } from "@ops/ledger/openings/server.ts"
import { RateChangesLive } from "@ops/ledger/exchange-rates/server.ts"
import { PeriodsLive } from "@ops/ledger/periods/server.ts"
import { AgedOfModules, ChangesLive } from "@ops/ledger/changes/server.ts"
import { RevaluationsLive } from "@ops/ledger/revaluations/server.ts"
import { StatementsLive } from "@ops/ledger/statements/server.ts"
import { TaxPaymentsLive } from "@ops/ledger/taxes/payments/server.ts"
import { TaxReportsLive } from "@ops/ledger/taxes/server.ts"
import { WorkNotBilledOfModules } from "@ops/ledger/statements/not-billed.ts"
import { Ties } from "@ops/ledger/checks/ties.ts"
import { TiesLive } from "@ops/ledger/checks/server.ts"
import * as Clocks from "@ops/platform/clocks/clock.ts"
import { Config } from "@ops/platform/config.ts"
import { clockFault } from "@ops/platform/database/clock.ts"
import * as Connection from "@ops/platform/database/connection.ts"
import * as Database from "@ops/platform/database/database.ts"
import { migrateRows, migrateStore } from "@ops/platform/records/generations/migrate.ts"
import { fileClock } from "@ops/platform/documents/attachment.ts"
import { attachments } from "@ops/platform/documents/attachment-server.ts"
import * as Reactors from "@ops/platform/event-store/reactor.ts"
import * as Tail from "@ops/platform/event-store/tail.ts"
import { explained } from "@ops/platform/http/explain.ts"
import * as CallCounts from "@ops/platform/http/limits/call-counts.ts"
import * as Guard from "@ops/platform/http/limits/request-limits.ts"
import * as Reads from "@ops/platform/http/reads.ts"
import * as Health from "@ops/platform/http/serving/health.ts"
import { live } from "@ops/platform/http/live/live.ts"
import { asOfRequests } from "@ops/platform/http/as-of.ts"
import { ErrorMappingLive, AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { limited, type RateLimits } from "@ops/platform/http/limits/rate-limit.ts"
import { recorded } from "@ops/platform/http/access-log.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { serve } from "@ops/platform/http/serving/server.ts"
import * as StaticFiles from "@ops/platform/http/serving/static-files.ts"
import { importsLive } from "@ops/platform/imports/server.ts"
import { mailLive } from "@ops/platform/mail/server.ts"
import * as Forgetting from "@ops/platform/records/cache-invalidation.ts"
import * as Superseded from "@ops/platform/records/generations/superseded.ts"
import { assignments } from "@ops/people/assignments/resource.ts"
import { leaveRequests } from "@ops/people/leave/resource.ts"
import { PeopleLive } from "@ops/people/server.ts"
import { PayrollLive } from "@ops/payroll/server.ts"
import { SettlementLive } from "@ops/payroll/settlements/server.ts"
import { ProcurementLive } from "@ops/procurement/server.ts"
import { onBehalfRequests, waitingLists } from "@ops/reporting/approvals/on-behalf.ts"
import { approvals } from "@ops/reporting/approvals/server.ts"
import { AnalyticsLive } from "@ops/reporting/analytics/server.ts"
import { MarginLive } from "@ops/reporting/margin/server.ts"
import { MoneyLive } from "@ops/reporting/money/server.ts"
import { MonthEndLive } from "@ops/reporting/month-end/server.ts"
import { ReportSchedulesLive } from "@ops/reporting/schedules/server.ts"
import { ReportingLive } from "@ops/reporting/server.ts"
import { search } from "@ops/search/server.ts"
import { SitesLive } from "@ops/sites/server.ts"
import { StockLive } from "@ops/stock/server.ts"
import { Api } from "./api.ts"
import { recordsOn } from "./core.ts"
import { demoAtStart, DemoLive } from "./demo/demo.ts"
import { evident } from "./evidence.ts"
import { logFaults } from "./starts/log-faults.ts"
import { figures } from "./figures/figures.ts"
import { keepMode } from "./installation-mode.ts"
import { attachedTo, clocks, closingChecks, dueRules, imports, inbox, mailAbout, reactors, resources, setup, ties, workNotBilled } from "./modules.ts"
import { rebuildLines } from "./starts/rebuild-lines.ts"
import { checkDatabase, checkSettings, checkVersion } from "./starts/refusals.ts"
import { searched } from "./search.ts"
import { watchClock } from "./watch/alerts.ts"
import { metricsLayer } from "./watch/metrics.ts"
import type { Machine } from "./watch/readings.ts"
import { traces } from "./watch/traces.ts"
import { sitesOfChanges } from "./permissions/sites-of-changes.ts"
import { discardUnfinishedDemo } from "./demo/unfinished-demo.ts"

type Owner = Parameters<typeof migrateStore>[0]

/** The database with this version's log tables. `first` runs before anything is created or migrated there. */
const databaseAfter = <E, R>(first: (owner: Owner) => Effect.Effect<void, E, R>) =>
  Layer.effect(
    Database.Database,
    Effect.gen(function* () {
      const { owner, app } = yield* Connection.DatabaseAddress
      yield* checkVersion(owner)
      yield* first(owner)
      yield* migrateStore(owner)
      return yield* Database.make(app)
    }),
  ).pipe(Layer.provideMerge(Connection.layer))

const coreOn = <E, R>(database: Layer.Layer<Database.Database | Connection.DatabaseAddress, E, R>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      yield* keepMode
      yield* migrateRows(rebuildLines())
      yield* setup
    }),
  ).pipe(Layer.provideMerge(recordsOn(database)))

/** The database as this version needs it, with a company's initial records. Needs Config. */
export const coreLayer = coreOn(databaseAfter(() => Effect.void))

const warnOfClocks = Effect.flatMap(clockFault(), (fault) => (fault ? Effect.logWarning(fault) : Effect.void))

/**
 * The same for a server, up to its first request: demo data that was not loaded completely is cleared away first, and afterwards the database is
 * checked, and the demo data loaded at a first start.
 */
export const startedLayer = Layer.effectDiscard(checkDatabase.pipe(Effect.andThen(warnOfClocks), Effect.andThen(demoAtStart))).pipe(
  Layer.provideMerge(coreOn(databaseAfter(discardUnfinishedDemo))),
)

/** The records waiting for a person's decision. */
const waiting = waitingLists(inbox)

/** The path for reading a record of a kind. */
const pathOfKind = (kind: string) => resources.find(({ stream }) => stream.record.kind === kind)?.path

/** Resources answer their own calls, except those with handwritten calls, which their module answers. */
const resourcesLive = Layer.mergeAll(Layer.empty, ...resources.filter(({ hasMore }) => !hasMore).map((resource) => resourceLive(resource)))

const handlers = Layer.mergeAll(
  resourcesLive,
  identity(Api),
  SitesLive,
  ReportingLive,
  AnalyticsLive,
  MarginLive,
  ReportSchedulesLive,
  approvals(inbox),
  alertsLive(waiting),
  ProcurementLive,
  StockLive,
  ClientsLive,
  MealsLive,
  FieldLive,
  DayLinksLive,
  FieldDevicesLive,
  SignedDaysLive,
  CateringLive,
  LedgerLive,
  JournalEntriesLive,
  JournalDraftsLive,
  OpeningsLive,
  RateChangesLive,
  Layer.mergeAll(StatementsLive, MoneyLive).pipe(Layer.provide(Layer.succeed(WorkNotBilledOfModules, workNotBilled))),
  GeneralLedgerLive,
  Layer.mergeAll(PeriodsLive, MonthEndLive).pipe(Layer.provide(Layer.succeed(ClosingChecks, closingChecks))),
  TiesLive.pipe(Layer.provide(Layer.succeed(Ties, ties))),
  RevaluationsLive,
  ChangesLive.pipe(Layer.provide(Layer.succeed(AgedOfModules, { "aged-receivables": agedReceivables, "aged-payables": agedPayables }))),
  TaxPaymentsLive,
  TaxReportsLive,
  BillingLive,
  FinanceLive,
  PayrollLive,
  SettlementLive,
  PeopleLive,
  ConstructionLive,
  ConstructionMoneyLive,
  ContractorsLive,
  CrmLive,
  WebhooksLive,
  calendarsLive({ leave: leaveRequests, rosters: assignments, maintenance }),
  WorkOrdersLive,
  AssigneesLive,
  MaintenanceLive,
  SlaLive,
  FacilitiesBillingLive,
  mailLive(mailAbout),
  attachments(attachedTo),
  importsLive(resources, imports),
  audit(Api),
  evidence(evident),
  explained(figures),
  search(Api, searched),
  SealsLive,
  DemoLive,
  live(Api, sitesOfChanges).pipe(Layer.provide(StillSignedInLive)),
)

/** Scalar's page is a single document that contains its script. */
const docsPolicy = HttpRouter.middleware((handler) =>
  Effect.map(
    handler,
    HttpServerResponse.setHeader(
      "content-security-policy",
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
  ),
)

/** `limits`: rate limits of expensive calls per person; `machine`: replaces clock and disks in tests. */
interface Options {
  readonly limits?: RateLimits
  readonly machine?: Machine
}

/** A program signs in with a token; links to services of the maker of the page (an API client, SDKs) are left out, as the page's policy blocks them. */
const docsOptions = {
  withDefaultFonts: false,
  authentication: { preferredSecurityScheme: [["bearer", "program"]] },
  hideClientButton: true,
  showDeveloperTools: "never",
  // on a phone the name of a call would make the page wider than the screen
  customCss: "header span.whitespace-nowrap { min-width: 0; overflow: hidden; text-overflow: ellipsis } html { overflow-x: clip }",
}

/** The API's routes, based on the core. */
const routes = ({ limits, machine }: Options) =>
  Layer.unwrap(
    Effect.map(Config, ({ mode }) => {
      const shown = mode === "production" ? {} : ({ openapiPath: "/openapi.json" } as const)
      const api = HttpApiBuilder.layer(Api, shown).pipe(
        Layer.provide(handlers),
        Layer.provide([
          AuthenticationLive,
          ErrorMappingLive,
          recorded.pipe(Layer.provide(asOfRequests), Layer.provide(limited(limits)), Layer.provide(onBehalfRequests(inbox)), Layer.provide(AuthorizationLive)),
        ]),
        Layer.provide(CallCounts.layer),
      )
      const docs = mode === "production" ? Layer.empty : HttpApiScalar.layer(Api, { path: "/docs", scalar: docsOptions }).pipe(Layer.provide(docsPolicy.layer))
      return Layer.mergeAll(Guard.layer, Health.layer, Reads.layer, metricsLayer(machine), Forgetting.layer, api, docs)
    }),
  ).pipe(Layer.provideMerge(Tail.layer))

/**
 * The application without a port: for `HttpRouter.toWebHandler`, within the process of the command line or a test. The core remains accessible to the
 * caller. Needs Config.
 */
export const appLayer = (options: Options = {}) => Layer.provideMerge(routes(options), coreLayer)

const webApp = path.join(import.meta.dirname, "../web/dist")

/**
 * The application on the port of Config, with the web app and the background work. Fails with the reasons not to start. Calls `stop` when another
 * version has taken over the database.
 */
export const serverLayer = (options: Options & { readonly stop?: () => void } = {}) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { host, port, mode, tracesUrl } = yield* Config
      yield* checkSettings
      // in demo mode only the scenario raises alerts
      const watched = mode === "production" ? [watchClock] : []
      const all = Layer.mergeAll(
        routes(options),
        StaticFiles.layer(webApp),
        Reactors.layer(reactors),
        Superseded.layer(options.stop ?? (() => {})),
        SealerLive,
        Clocks.layer([webhookClock(pathOfKind)]),
        Clocks.layer([...clocks, ...alertClocks({ rules: dueRules, waiting, sealFaults, logFaults }), fileClock(attachedTo), ...watched]),
      )
      return serve(Layer.provideMerge(all, startedLayer), { host, port, isTraced: tracesUrl !== undefined }).pipe(Layer.provide(traces))
    }),
  )
