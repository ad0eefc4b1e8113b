/** `ops`: every module's commands. Nothing is loaded before the command that needs it. */
import { Command } from "@ops/platform/terminal/command.ts"
import type { Call, InProcess } from "@ops/platform/terminal/call.ts"
import { addCompletion, remembered } from "@ops/platform/terminal/completion/completion.ts"
import { addHelp } from "@ops/platform/terminal/help.ts"
import { addCommonOptions, commonOptions } from "@ops/platform/terminal/options.ts"
import { version } from "@ops/platform/version.ts"
import { environment } from "./environment.ts"

/** What a module's commands are built with. */
interface Parts {
  readonly program: Command
  readonly call: Call
  readonly inProcess: InProcess
  readonly onTheLog: InProcess
  readonly upToDate: InProcess
}

interface Group {
  readonly names: ReadonlyArray<string>
  /** those that work on the database of this machine: they run from the sources, not from the prepared files */
  readonly onThisMachine?: ReadonlyArray<string>
  readonly add: (parts: Parts) => Promise<unknown>
}

/** The commands, in the order of the help, by their names in the program. */
export const groups: ReadonlyArray<Group> = [
  {
    names: ["serve", "migrate", "doctor", "demo", "config", "profile"],
    onThisMachine: ["serve", "migrate", "doctor", "demo"],
    add: async ({ program }) => (await import("./operation.ts")).addOperationCommands(program),
  },
  {
    names: ["backup", "restore"],
    onThisMachine: ["backup", "restore"],
    add: async ({ program }) => (await import("./backup/backup.ts")).addBackupCommands(program),
  },
  {
    names: ["rehearse"],
    onThisMachine: ["rehearse"],
    add: async ({ program }) => (await import("./rehearsal/rehearsal.ts")).addRehearseCommand(program),
  },
  {
    names: ["login", "logout", "whoami", "users"],
    add: async ({ program, call, upToDate }) => (await import("@ops/identity/cli.ts")).addIdentityCommands(program, call, upToDate),
  },
  { names: ["import"], add: async ({ program, call }) => (await import("@ops/platform/imports/cli.ts")).addImportCommand(program, call) },
  { names: ["requests"], add: async ({ program, call }) => (await import("@ops/procurement/purchase-requests/cli.ts")).addProcurementCommands(program, call) },
  { names: ["vendors"], add: async ({ program, call }) => (await import("@ops/procurement/vendors/cli.ts")).addVendorCommands(program, call) },
  { names: ["stock"], add: async ({ program, call }) => (await import("@ops/stock/cli.ts")).addStockCommands(program, call) },
  { names: ["diners"], add: async ({ program, call }) => (await import("@ops/clients/staff-members/cli.ts")).addDinerCommands(program, call) },
  { names: ["clients", "contracts"], add: async ({ program, call }) => (await import("@ops/clients/cli.ts")).addClientsCommands(program, call) },
  { names: ["meals"], add: async ({ program, call }) => (await import("@ops/meals/cli.ts")).addMealsCommands(program, call) },
  { names: ["menus"], add: async ({ program, call }) => (await import("@ops/catering/cli.ts")).addMenuCommands(program, call) },
  { names: ["accounts", "journal", "rates", "taxes"], add: async ({ program, call }) => (await import("@ops/ledger/cli.ts")).addLedgerCommands(program, call) },
  { names: ["close", "periods"], add: async ({ program, call }) => (await import("@ops/ledger/periods/cli.ts")).addPeriodCommands(program, call) },
  { names: ["money"], add: async ({ program, call }) => (await import("@ops/reporting/money/cli.ts")).addMoneyCommand(program, call) },
  {
    names: ["reverse"],
    add: async ({ program }) => {
      const { addReverse } = await import("./reverse/reverse.ts")
      addReverse(program, async (words) => {
        const other = await opsProgram(words)
        await other.program.parseAsync([...words], { from: "user" })
        await other.disconnect()
      })
    },
  },
  {
    names: ["diff"],
    add: async ({ program, call }) => {
      const { addDiffCommand } = await import("@ops/ledger/changes/cli.ts")
      addDiffCommand(program, call, async (what, given, command) =>
        (await import("@ops/audit/reports-cli.ts")).diff(call, what, { ...given, plain: true }, command),
      )
    },
  },
  { names: ["month"], add: async ({ program, call }) => (await import("@ops/reporting/month-end/cli.ts")).addMonthCommand(program, call) },
  {
    names: ["ledger"],
    add: async ({ program, call }) => {
      const { addTieCommands } = await import("@ops/ledger/checks/cli.ts")
      addTieCommands(program, call, async (...asked) => (await import("@ops/clients/client-named.ts")).clientIdNamed(...asked))
    },
  },
  { names: ["late-meals"], add: async ({ program, call }) => (await import("@ops/billing/late-meals/cli.ts")).addLateMealCommands(program, call) },
  { names: ["accruals"], add: async ({ program, call }) => (await import("@ops/billing/accruals/cli.ts")).addAccrualCommands(program, call) },
  { names: ["revaluation"], add: async ({ program, call }) => (await import("@ops/ledger/revaluations/cli.ts")).addRevaluationCommands(program, call) },
  { names: ["tax"], add: async ({ program, call }) => (await import("@ops/ledger/taxes/cli.ts")).addTaxCommands(program, call) },
  {
    names: ["reports"],
    add: async ({ program, call }) => {
      const { addStatementCommands } = await import("@ops/ledger/statements/cli.ts")
      const { addAgedCommand } = await import("@ops/billing/receivables/aged-cli.ts")
      const { addReportCommands } = await import("@ops/reporting/analytics/cli.ts")
      const { addMarginCommand } = await import("@ops/reporting/margin/cli.ts")
      const { addAgedPayablesCommand } = await import("@ops/finance/payables/aged-payables-cli.ts")
      const reports = addStatementCommands(program, call)
      for (const add of [addAgedCommand, addReportCommands, addMarginCommand, addAgedPayablesCommand]) add(reports, call)
    },
  },
  { names: ["schedule"], add: async ({ program, call }) => (await import("@ops/reporting/schedules/cli.ts")).addScheduleCommands(program, call) },
  {
    names: ["invoices", "payments"],
    add: async ({ program, call }) => {
      const { addInvoiceCommands } = await import("@ops/billing/invoices/cli.ts")
      const { addPaymentRunCommands } = await import("@ops/finance/payment-runs/cli.ts")
      addInvoiceCommands(program, call)
      ;(await import("@ops/billing/payments/cli.ts")).addPaymentCommands(program, call)
      addPaymentRunCommands(program.commands.find((command) => command.name() === "payments")!, call)
    },
  },
  { names: ["billing"], add: async ({ program, call }) => (await import("@ops/billing/meal-billing/cli.ts")).addBillingCommands(program, call) },
  {
    names: ["expenses", "approval-limits", "transactions", "daily-expenses", "bills", "petty-cash", "bank"],
    add: async ({ program, call }) => (await import("@ops/finance/cli.ts")).addFinanceCommands(program, call),
  },
  { names: ["devices"], add: async ({ program, call }) => (await import("@ops/field/devices/cli.ts")).addDevicesCommands(program, call) },
  { names: ["field-acts"], add: async ({ program, call }) => (await import("@ops/field/acts/cli.ts")).addFieldActsCommands(program, call) },
  { names: ["signed-days"], add: async ({ program, call }) => (await import("@ops/field/signed-days/cli.ts")).addSignedDaysCommands(program, call) },
  {
    names: ["sign-in-groups"],
    add: async ({ program, call }) => (await import("@ops/identity/sign-in-groups/cli.ts")).addSignInGroupCommands(program, call),
  },
  { names: ["calendars"], add: async ({ program, call }) => (await import("@ops/connections/calendars/cli.ts")).addCalendarCommands(program, call) },
  { names: ["webhooks"], add: async ({ program, call }) => (await import("@ops/connections/webhooks/cli.ts")).addWebhookCommands(program, call) },
  {
    names: ["delegations"],
    add: async ({ program, call }) => (await import("@ops/identity/delegations/cli.ts")).addDelegationCommands(program, call),
  },
  { names: ["approvals"], add: async ({ program, call }) => (await import("@ops/reporting/approvals/cli.ts")).addApprovalCommands(program, call) },
  { names: ["payroll"], add: async ({ program, call }) => (await import("@ops/payroll/cli.ts")).addPayrollCommands(program, call) },
  {
    names: ["staff", "attendance", "leave", "assignments", "holidays"],
    add: async ({ program, call }) => (await import("@ops/people/cli.ts")).addStaffingCommands(program, call),
  },
  { names: ["contractors"], add: async ({ program, call }) => (await import("@ops/contractors/cli.ts")).addContractorCommands(program, call) },
  {
    names: ["work-orders"],
    add: async ({ program, call }) => {
      const { addWorkOrderCommands } = await import("@ops/facilities/work-orders/cli.ts")
      const { addFacilitiesBillingCommands } = await import("@ops/facilities/billing/cli.ts")
      addFacilitiesBillingCommands(addWorkOrderCommands(program, call), call)
    },
  },
  { names: ["assets"], add: async ({ program, call }) => (await import("@ops/facilities/assets/cli.ts")).addAssetCommands(program, call) },
  { names: ["maintenance"], add: async ({ program, call }) => (await import("@ops/facilities/maintenance/cli.ts")).addMaintenanceCommands(program, call) },
  { names: ["sla"], add: async ({ program, call }) => (await import("@ops/facilities/service-levels/cli.ts")).addSlaCommands(program, call) },
  { names: ["construction"], add: async ({ program, call }) => (await import("@ops/construction/cli.ts")).addConstructionCommands(program, call) },
  { names: ["prospects", "marketing"], add: async ({ program, call }) => (await import("@ops/crm/cli.ts")).addCrmCommands(program, call) },
  { names: ["alerts", "notifications"], add: async ({ program, call }) => (await import("@ops/alerts/cli.ts")).addAlertCommands(program, call) },
  { names: ["mails"], add: async ({ program, call }) => (await import("./mails.ts")).addMailCommands(program, call) },
  { names: ["sites"], add: async ({ program, call }) => (await import("@ops/sites/cli.ts")).addSitesCommands(program, call) },
  { names: ["settings"], add: async ({ program, call }) => (await import("./settings.ts")).addSettingsCommands(program, call) },
  { names: ["people"], add: async ({ program, call }) => (await import("./people.ts")).addPeopleCommands(program, call) },
  { names: ["explain"], add: async ({ program, call }) => (await import("./explain.ts")).addExplainCommand(program, call) },
  { names: ["search", "views"], add: async ({ program, call }) => (await import("@ops/search/cli.ts")).addSearchCommands(program, call) },
  {
    names: ["events", "trail", "projections", "audit"],
    onThisMachine: ["projections", "audit"],
    add: async ({ program, call, inProcess, onTheLog }) =>
      (await import("@ops/audit/cli.ts")).addAuditCommands(program, call, { inProcess, onTheLog }, async () => {
        const { closingChecks: checks, ties } = await import("../server/modules.ts")
        return { checks, ties }
      }),
  },
]

/** These commands deal with the settings of this program and its saved session. */
const ofThisProfile = ["config", "profile", "login", "logout"]

/** The commands of `ops`, and the words of the command line to run; `disconnect` closes what calls have opened. */
export const opsProgram = async (words: ReadonlyArray<string>) => {
  let hasCalled = false
  const call: Call = async (...given) => {
    hasCalled = true
    return (await import("./client.ts")).call(...given)
  }
  /** Loads the commands for this machine's database. Exits if a command that works only on the present was given `--as-of`. */
  const onThisMachine = async () => {
    if (commonOptions(program).asOf !== undefined || words.some((word) => /^--as-of\b/.test(word))) {
      const { Exit } = await import("@ops/platform/terminal/exit-codes.ts")
      throw new Exit("usage", "This command works on current data only, not on a past moment.", { next: "Leave out --as-of." })
    }
    return import("./local.ts")
  }
  const inProcess: InProcess = async (work) => (await onThisMachine()).inProcess(work)
  const onTheLog: InProcess = async (work) => (await onThisMachine()).onTheLog(work)
  /** The same with the rows migrated to this version, in a new database if there is none. */
  const upToDate: InProcess = async (work) => {
    const [{ Effect }, { inNewProcess, migrated }] = await Promise.all([import("effect"), onThisMachine()])
    return inNewProcess(Effect.andThen(migrated(), work))
  }

  const program = new Command("ops").version(version, "-V, --version").description("Field Office: the operations of the company, from the command line")

  // a line that begins with a command needs only that command's parts, unless it contains the name of another
  const named = words.includes("--") ? [] : groups.filter(({ names }) => names.includes(words[0] ?? ""))
  for (const { add } of named.length > 0 ? named : groups) await add({ program, call, inProcess, onTheLog, upToDate })

  /** Adds the options for running in process to commands that call the product. */
  const canBeLocal = (command: Command): void => {
    if (command.commands.length > 0) return command.commands.forEach(canBeLocal)
    command.option("--local", "in process, on the database of this machine, without a server").option("--as <employee-id>", "with --local: the person who acts")
  }
  const calling = groups.flatMap(({ names, onThisMachine = [] }) => names.filter((name) => !onThisMachine.includes(name) && !ofThisProfile.includes(name)))
  for (const name of [...calling, "audit seals"]) {
    const found = name.split(" ").reduce<Command | undefined>((command, word) => command?.commands.find((child) => child.name() === word), program)
    if (found) canBeLocal(found)
  }
  addCommonOptions(program)
  addHelp(program, [
    environment,
    {
      name: "local",
      about: "working without a server",
      text: `Commands that call the product do so over HTTP, as the person who signed in (ops login).

With --local --as EMPLOYEE_ID they do the same in process, on the database of this machine: the embedded one in
OPS_DATA, or the one of DATABASE_URL. The same rules hold for that person. Mail that is asked for then waits until a
server runs. Whoever can do this has the database in their hands anyway.

serve, migrate, doctor, backup, restore, rehearse, demo load, projections rebuild and users add --first always work on the database of this machine.`,
    },
  ])

  /** Codes of sites, and numbers of requests that wait for a decision. */
  const values = {
    site: () =>
      remembered(
        `${process.env["OPS_URL"] ?? ""} ${process.env["OPS_PROFILE"] ?? ""} sites`,
        async () => {
          const { SitesApi } = await import("@ops/sites/resource.ts")
          return (await call(program, SitesApi, (client) => client.sites.list({ query: {} }))).map(({ code }) => code)
        },
        process.env,
      ),
    request: async () => {
      const { PurchaseRequestsApi } = await import("@ops/procurement/purchase-requests/resource.ts")
      const waiting = await call(program, PurchaseRequestsApi, (client) => client.purchaseRequests.list({ query: { status: "pending", limit: "50" } }))
      return waiting.map(({ requestNumber }) => requestNumber)
    },
  }

  await addCompletion(program, words, values)
  const disconnect = async () => {
    if (hasCalled) await (await import("./client.ts")).disconnect()
  }
  return { program, disconnect }
}
