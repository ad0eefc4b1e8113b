import { Lines } from "../../payslips/web/payslip-lines.tsx"
import type { SettlementAnswer } from "../contract.ts"

/** The lines with their total, and the payroll that pays them. */
export const SettlementLines = ({ of }: { readonly of: typeof SettlementAnswer.Type }) => (
  <>
    <Lines
      label={`Final settlement of ${of.staffNumber}`}
      currency={of.currency}
      lines={[
        ...of.lines.map(({ name, formula, amount }) => ({ line: name, formula, amount })),
        { line: "Settlement", formula: "before tax and social insurance", amount: of.total },
      ]}
    />
    {of.remarks.map((remark) => (
      <p key={remark} className="muted">
        {remark}
      </p>
    ))}
  </>
)
