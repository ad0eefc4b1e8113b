/** Every module's figures in one list. */
import { workNotBilled } from "../modules.ts"
import { billingFigures } from "@ops/billing/figures.ts"
import { cateringFigures } from "@ops/catering/figures.ts"
import { clientFigures } from "@ops/clients/figures.ts"
import { crmFigures } from "@ops/crm/figures.ts"
import { facilitiesFigures } from "@ops/facilities/figures.ts"
import { constructionMoneyFigures } from "@ops/construction/figures.ts"
import { projectFigures } from "@ops/construction/projects/project-figures.ts"
import { financeFigures } from "@ops/finance/figures.ts"
import { payableFigures } from "@ops/finance/payables/figures.ts"
import { pettyCashFigures } from "@ops/finance/petty-cash/figures.ts"
import { ledgerFigures } from "@ops/ledger/figures.ts"
import { revaluationFigures } from "@ops/ledger/revaluations/figures.ts"
import { taxFigures } from "@ops/ledger/taxes/figures.ts"
import { mealFigures } from "@ops/meals/head-counts/slot-figures.ts"
import { payrollFigures } from "@ops/payroll/figures.ts"
import { peopleFigures } from "@ops/people/figures.ts"
import { procurementFigures } from "@ops/procurement/figures.ts"
import { reportingFigures } from "@ops/reporting/figures.ts"
import { marginFigures } from "@ops/reporting/margin/figures.ts"
import { moneyFigures } from "@ops/reporting/money/figures.ts"
import { stockFigures } from "@ops/stock/figures.ts"

export const figures = [
  ...mealFigures,
  ...billingFigures,
  ...clientFigures,
  ...ledgerFigures(workNotBilled),
  ...taxFigures,
  ...revaluationFigures,
  ...financeFigures,
  ...payableFigures,
  ...pettyCashFigures,
  ...peopleFigures,
  ...payrollFigures,
  ...stockFigures,
  ...cateringFigures,
  ...facilitiesFigures,
  ...procurementFigures,
  ...projectFigures,
  ...constructionMoneyFigures,
  ...crmFigures,
  ...reportingFigures,
  ...marginFigures,
  ...moneyFigures(workNotBilled),
]
