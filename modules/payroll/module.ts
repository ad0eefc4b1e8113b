import { payrollChecks, payrollTies } from "./closing.ts"
import { payrollInbox } from "./inbox.ts"
import { lateFactRules } from "./late-facts.ts"
import { payComponents } from "./pay-component.ts"
import { payrollCalendars } from "./payroll-calendar.ts"
import { payrollPeriods } from "./payroll-period.ts"
import { payrollRules } from "./payroll-rule.ts"
import { payslips } from "./payslip.ts"
import { finalSettlements, settlementConsequences } from "./settlement.ts"
import { setupPayroll } from "./setup.ts"

export const payrollModule = {
  streams: [payrollPeriods, payslips, payrollRules, payComponents, payrollCalendars, finalSettlements],
  consequences: settlementConsequences,
  views: [],
  tables: [],
  reactors: [],
  closing: payrollChecks,
  ties: payrollTies,
  inbox: [payrollInbox],
  dueRules: lateFactRules,
  setup: setupPayroll,
}
