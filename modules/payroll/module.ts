import { defineModule } from "@ops/platform/module.ts"
import { payrollChecks, payrollTies } from "./closing.ts"
import { payrollInbox } from "./inbox.ts"
import { lateFactRules } from "./calculation/late-facts.ts"
import { payrollCalendars } from "./payroll-periods/payroll-calendar.ts"
import { payrollPeriods } from "./payroll-periods/payroll-period.ts"
import { payComponents } from "./components-and-rules/resource.ts"
import { payrollRules } from "./components-and-rules/payroll-rule.ts"
import { payslips } from "./payslips/payslip.ts"
import { finalSettlements, settlementConsequences } from "./settlements/settlement.ts"
import { setupPayroll } from "./setup.ts"

export const payrollModule = defineModule({
  resources: [payComponents],
  streams: [payrollPeriods, payslips, payrollRules, payrollCalendars, finalSettlements],
  consequences: settlementConsequences,
  closing: payrollChecks,
  ties: payrollTies,
  inbox: [payrollInbox],
  dueRules: lateFactRules,
  setup: setupPayroll,
})
