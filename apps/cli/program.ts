/** `ops`: every module's commands. Nothing is loaded before the command that needs it. */
import { Command } from "commander"
import { addAlertCommands } from "@ops/alerts/cli.ts"
import { addAuditCommands } from "@ops/audit/cli.ts"
import { addAgedCommand } from "@ops/billing/aged-cli.ts"
import { addInvoiceCommands } from "@ops/billing/invoices-cli.ts"
import { addBillingCommands } from "@ops/billing/meal-billing-cli.ts"
import { addMenuCommands } from "@ops/catering/cli.ts"
import { addClientsCommands } from "@ops/clients/cli.ts"
import { addConstructionCommands } from "@ops/construction/cli.ts"
import { addContractorCommands } from "@ops/contractors/cli.ts"
import { addCrmCommands } from "@ops/crm/cli.ts"
import { addAssetCommands } from "@ops/facilities/asset-cli.ts"
import { addFacilitiesCommands } from "@ops/facilities/cli.ts"
import { addFacilitiesBillingCommands } from "@ops/facilities/facilities-billing-cli.ts"
import { addMaintenanceCommands } from "@ops/facilities/maintenance-cli.ts"
import { addSlaCommands } from "@ops/facilities/sla-cli.ts"
import { addFinanceCommands } from "@ops/finance/cli.ts"
import { addIdentityCommands } from "@ops/identity/cli.ts"
import { addLedgerCommands } from "@ops/ledger/cli.ts"
import { addPeriodCommands } from "@ops/ledger/period-cli.ts"
import { addRevaluationCommands } from "@ops/ledger/revaluation-cli.ts"
import { addTaxCommands } from "@ops/ledger/tax-report-cli.ts"
import { addTieCommands } from "@ops/ledger/ties-cli.ts"
import { addStatementCommands } from "@ops/ledger/statement-cli.ts"
import { addMealsCommands } from "@ops/meals/cli.ts"
import { addPayrollCommands } from "@ops/payroll/cli.ts"
import { addStaffingCommands } from "@ops/people/cli.ts"
import type { Call, InProcess } from "@ops/platform/terminal/call.ts"
import { addCompletion, remembered } from "@ops/platform/terminal/completion.ts"
import { addHelp } from "@ops/platform/terminal/help.ts"
import { addCommonOptions, commonOptions } from "@ops/platform/terminal/options.ts"
import { run } from "@ops/platform/terminal/run.ts"
import { version } from "@ops/platform/version.ts"
import { addProcurementCommands } from "@ops/procurement/cli.ts"
import { addApprovalCommands } from "@ops/reporting/approvals-cli.ts"
import { addMarginCommand } from "@ops/reporting/margin-cli.ts"
import { addReportCommands } from "@ops/reporting/reports-cli.ts"
import { addScheduleCommands } from "@ops/reporting/report-schedules-cli.ts"
import { addSearchCommands } from "@ops/search/cli.ts"
import { addSitesCommands } from "@ops/sites/cli.ts"
import { addStockCommands } from "@ops/stock/cli.ts"
import { addBackupCommands } from "./backup.ts"
import { addExplainCommand } from "./explain.ts"
import { addMailCommands } from "./mails.ts"
import { addOperationCommands } from "./operation.ts"
import { addPeopleCommands } from "./people.ts"
import { addSettingsCommands } from "./settings.ts"

let hasCalled = false
const call: Call = async (...given) => {
  hasCalled = true
  return (await import("./client.ts")).call(...given)
}
const inProcess: InProcess = async (work) => {
  if (commonOptions(program).asOf !== undefined || words.some((word) => /^--as-of\b/.test(word))) {
    const { Exit } = await import("@ops/platform/terminal/exit-codes.ts")
    throw new Exit("usage", "This command works on the database as it is, not as it was.", { next: "Leave out --as-of." })
  }
  return (await import("./local.ts")).inProcess(work)
}
/** The same, on rows that are as this version has them. */
const upToDate: InProcess = async (work) => {
  const [{ Effect }, { migrated }] = await Promise.all([import("effect"), import("./local.ts")])
  return inProcess(Effect.andThen(migrated(), work))
}

const words = process.argv.slice(2)
const program = new Command("ops").version(version, "-V, --version").description("Field Office: the operations of the company, from the command line")

addOperationCommands(program)
addBackupCommands(program)
addIdentityCommands(program, call, upToDate)
addProcurementCommands(program, call)
addStockCommands(program, call)
addClientsCommands(program, call)
addMealsCommands(program, call)
addMenuCommands(program, call)
addLedgerCommands(program, call)
addPeriodCommands(program, call)
addTieCommands(program, call)
addRevaluationCommands(program, call)
addTaxCommands(program, call)
const reports = addStatementCommands(program, call)
addAgedCommand(reports, call)
addReportCommands(reports, call)
addMarginCommand(reports, call)
addScheduleCommands(program, call)
addInvoiceCommands(program, call)
addBillingCommands(program, call)
addFinanceCommands(program, call)
addApprovalCommands(program, call)
addPayrollCommands(program, call)
addStaffingCommands(program, call)
addContractorCommands(program, call)
addFacilitiesCommands(program, call)
addFacilitiesBillingCommands(program, call)
addAssetCommands(program, call)
addMaintenanceCommands(program, call)
addSlaCommands(program, call)
addConstructionCommands(program, call)
addCrmCommands(program, call)
addAlertCommands(program, call)
addMailCommands(program, call)
addSitesCommands(program, call)
addSettingsCommands(program, call)
addPeopleCommands(program, call)
addExplainCommand(program, call)
addSearchCommands(program, call)
addAuditCommands(program, call, inProcess)

/** Lets the commands that call the product do so in process. */
const canBeLocal = (command: Command): void => {
  if (command.commands.length > 0) return command.commands.forEach(canBeLocal)
  command.option("--local", "in process, on the database of this machine, without a server").option("--as <employee-id>", "with --local: the person who acts")
}
for (const name of [
  "whoami",
  "requests",
  "clients",
  "contracts",
  "meals",
  "menus",
  "accounts",
  "journal",
  "rates",
  "taxes",
  "invoices",
  "billing",
  "payments",
  "bills",
  "approvals",
  "schedule",
  "expenses",
  "approval-limits",
  "transactions",
  "daily-expenses",
  "petty-cash",
  "staff",
  "attendance",
  "payroll",
  "contractors",
  "work-orders",
  "assets",
  "maintenance",
  "sla",
  "construction",
  "prospects",
  "marketing",
  "alerts",
  "notifications",
  "mails",
  "sites",
  "settings",
  "explain",
  "search",
  "views",
  "events",
  "audit seals",
  "trail",
  "users",
]) {
  const found = name.split(" ").reduce<Command | undefined>((command, word) => command?.commands.find((child) => child.name() === word), program)
  if (found) canBeLocal(found)
}
addCommonOptions(program)
addHelp(program, [
  {
    name: "local",
    about: "working without a server",
    text: `Commands that call the product do so over HTTP, as the person who signed in (ops login).

With --local --as EMPLOYEE_ID they do the same in process, on the database of this machine: the embedded one in
OPS_DATA, or the one of DATABASE_URL. The same rules hold for that person. Mail that is asked for then waits until a
server runs. Whoever can do this has the database in their hands anyway.

serve, migrate, doctor, backup, restore, demo load, projections rebuild and users add --first always work on the database of this machine.`,
  },
])

/** Codes of the sites, and numbers of the requests that wait for a decision. */
const values = {
  site: () =>
    remembered(
      `${process.env["OPS_URL"] ?? ""} ${process.env["OPS_PROFILE"] ?? ""} sites`,
      async () => {
        const { SitesApi } = await import("@ops/sites/contract.ts")
        return (await call(program, SitesApi, (client) => client.sites.list({ query: {} }))).map(({ code }) => code)
      },
      process.env,
    ),
  request: async () => {
    const { ProcurementApi } = await import("@ops/procurement/contract.ts")
    const waiting = await call(program, ProcurementApi, (client) => client.procurement.list({ query: { status: "pending", limit: "50" } }))
    return waiting.map(({ requestNumber }) => requestNumber)
  },
}

await addCompletion(program, words, values)
await run(program, words)
if (hasCalled) await (await import("./client.ts")).disconnect()
