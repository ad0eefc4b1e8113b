/** A person's own payslips, once approved. */
import { Day } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { pathOf } from "../../web/client.ts"
import { PayslipLines } from "./payslip-lines.tsx"

export const MyPayslips = () => (
  <ListPage
    path={pathOf("GET /api/payslips")}
    query={{ mine: "true" }}
    noun={["payslip", "payslips"]}
    loading="Loading payslips..."
    rowId={({ id }) => String(id)}
    columns={[
      { id: "periodName", header: "Period", cell: (slip) => slip.periodName, sort: "endDate" },
      { id: "payDate", header: "Pay date", cell: (slip) => <Day date={slip.payDate} /> },
      { id: "status", header: "Payment", cell: (slip) => <StatusMark status={slip.paymentStatus} /> },
      { id: "grossPay", header: "Gross pay", figure: (slip) => formatMoney(slip.grossPay, slip.currency), sort: true },
      { id: "netPay", header: "Net pay", figure: (slip) => formatMoney(slip.netPay, slip.currency), sort: true },
    ]}
    card={(slip) => ({
      title: slip.periodName,
      mark: <StatusMark status={slip.paymentStatus} />,
      text: <Day date={slip.payDate} />,
      figure: formatMoney(slip.netPay, slip.currency),
    })}
    empty={{ title: "No payslips yet", text: "A payslip is shown here once the payroll is approved." }}
    drawer={(id, slip, close) => (
      <Drawer
        key={id}
        title={slip?.periodName ?? "Payslip"}
        {...(slip && { subject: `${slip.staffNumber} ${slip.firstName ?? ""} ${slip.lastName ?? ""}`, status: <StatusMark status={slip.paymentStatus} /> })}
        onClose={close}
      >
        <section className="part">
          <PayslipLines id={Number(id)} />
        </section>
      </Drawer>
    )}
  />
)
