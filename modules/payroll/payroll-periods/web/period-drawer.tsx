/** One payroll: its totals, its payslips or its preview, its history, and the next step. */
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day, formatDay } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { formatFigure, formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { type ReactNode, useState } from "react"
import { reversalReason } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { ReverseButton } from "@ops/ledger/reversals/web/reverse-button.tsx"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { PayslipsPart } from "../../payslips/web/payslips-part.tsx"
import { LateDaysPart } from "./late-days-part.tsx"
import { PreviewPart, usePreview } from "./preview-part.tsx"
import { inCurrencies, nameOf, payrollLists, type Period } from "../../web/labels.ts"

const PayPayrollDialog = lazyPart(() => import("./pay-payroll-dialog.tsx"))

type Verb = "process" | "approve" | "override" | "post" | "pay" | "reopen"

/** The question before each step, and the message after it. */
const steps: Record<
  Exclude<Verb, "pay">,
  {
    readonly title: string
    readonly confirm: string
    readonly pending: string
    readonly text: string
    readonly done: string
    readonly reason?: { readonly label: string; readonly required?: boolean }
  }
> = {
  process: {
    title: "Process over open days",
    confirm: "Process",
    pending: "Processing...",
    text: "",
    done: "Payroll processed",
    reason: { label: "Reason to count them as worked", required: true },
  },
  approve: {
    title: "Approve payroll",
    confirm: "Approve",
    pending: "Approving...",
    text: "It is then locked and ready to post.",
    done: "Payroll approved",
  },
  override: {
    title: "Approve your own payroll",
    confirm: "Approve",
    pending: "Approving...",
    text: "You created or processed it yourself. The reason is kept.",
    done: "Payroll approved",
    reason: { label: "Reason", required: true },
  },
  post: { title: "Post payroll", confirm: "Post", pending: "Posting...", text: "Salaries, tax and insurance are posted.", done: "Payroll posted" },
  reopen: {
    title: "Back to draft",
    confirm: "Reverse",
    pending: "Taking back...",
    text: "It can then be processed again.",
    done: "Payroll is a draft again",
    reason: { label: "Reason" },
  },
}

const Step = ({
  period,
  verb,
  about,
  onClose,
}: {
  readonly period: Period
  readonly verb: Exclude<Verb, "pay">
  readonly about: string
  readonly onClose: () => void
}) => {
  const { title, confirm, pending, text, done, reason } = steps[verb]
  const act = useCommand(`PUT /api/hr/payroll-periods/:id/${verb === "override" ? "approve" : verb}`, {
    id: period.id,
    body: (said: string) => {
      if (verb === "post") return undefined
      if (verb === "approve") return { version: period.version }
      if (verb === "override") return { version: period.version, overrideReason: said }
      return { reason: said }
    },
    lists: payrollLists,
    done,
    failed: "Failed to process payroll",
  })
  return (
    <ConfirmDialog
      title={title}
      text={`${period.periodName}. ${about || text}`}
      confirm={confirm}
      pending={pending}
      {...(reason && { reason })}
      onConfirm={act.send}
      onClose={onClose}
    />
  )
}

const Totals = ({ period }: { readonly period: Period }) => (
  <table className="table payroll-slips" aria-label="Totals by currency">
    <thead>
      <tr>
        <th scope="col">Of {period.people} people</th>
        {period.totalsByCurrency.map(({ currency }) => (
          <th key={currency} scope="col" className="num">
            {currency}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {(
        [
          ["Gross pay", "grossPay"],
          ["Income tax", "tax"],
          ["Social insurance", "socialSecurity"],
          ["Other deductions", "otherDeductions"],
          ["Employer's insurance", "employerSocialSecurity"],
        ] as const
      ).map(([label, name]) => (
        <tr key={name}>
          <td>{label}</td>
          {period.totalsByCurrency.map((total) => (
            <td key={total.currency} className="num">
              {formatFigure(total[name])}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <td>Net pay</td>
        {period.totalsByCurrency.map(({ currency, netPay }) => (
          <td key={currency} className="num">
            {formatFigure(netPay)}
          </td>
        ))}
      </tr>
    </tfoot>
  </table>
)

export const PeriodDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { sees } = useSession()
  const path = pathOf("GET /api/hr/payroll-periods/:id", { id })
  const answer = useApi("GET /api/hr/payroll-periods/:id", { id })
  const history = useApi("GET /api/hr/payroll-periods/:id/history", sees("finance.full") ? { id } : null)
  const [verb, ask] = useState<Verb>()
  const of = answer.data
  const preview = usePreview(of)
  const process = useCommand("PUT /api/hr/payroll-periods/:id/process", {
    params: ({ id }: Period) => ({ id }),
    lists: payrollLists,
    done: "Payroll processed",
    failed: "Failed to process payroll",
  })
  if (!of) return <RecordDrawer of={answer} noun="Payroll" loading="Loading payroll..." onClose={onClose} />
  const obstacle = preview.data?.obstacle ?? null
  const gaps = preview.data !== undefined && preview.data.gapDays !== "0.00"
  const button = (label: ReactNode, next: Verb, kind: "plain" | "primary" = "plain") => (
    <Button kind={kind} onClick={() => ask(next)}>
      {label}
    </Button>
  )
  return (
    <Drawer
      title={of.periodName}
      subject={`${formatDay(of.startDate)} to ${formatDay(of.endDate)}`}
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={
        <>
          <ReverseButton can={of.canReverse} what={`the payroll of ${of.periodName}`} path={path} method="PUT" lists={payrollLists} />
          <ReverseButton
            can={of.canReversePayment}
            what={`the payment of ${of.periodName}`}
            path={`${path}/payment`}
            version={of.version}
            lists={payrollLists}
            label="Reverse payment"
          />
          {of.canReopen && button("Back to draft", "reopen")}
          {of.canProcess && (
            <Button
              kind="primary"
              disabled={process.pending || preview.isPending}
              onClick={() => (obstacle !== null && gaps ? ask("process") : void process.run(of))}
            >
              {process.pending ? "Processing..." : of.isCalculating ? "Process again" : "Process"}
            </Button>
          )}
          {of.canApprove && button("Approve", of.isOwn ? "override" : "approve", "primary")}
          {of.canPost && button("Post", "post", "primary")}
          {of.canPay && button("Pay", "pay", "primary")}
        </>
      }
    >
      <section className="part">
        <KeyValues
          of={[
            ["Pay date", <Day key="pay" date={of.payDate} />],
            of.status !== "draft" && ["Net pay", `${inCurrencies(of.totalsByCurrency)}, total ${formatMoney(of.totalNetPay, "USD")}`],
            of.rate !== null && of.status !== "draft" && ["Exchange rate", `${formatFigure(of.rate)} SSP per USD`],
            of.gapsReason !== null && ["Open days", `count as worked: ${of.gapsReason}`],
            ["Created by", nameOf(of.createdByUser)],
            of.status !== "draft" && ["Processed by", nameOf(of.processedByUser)],
            of.approvedByUser && ["Approved by", `${nameOf(of.approvedByUser)}${of.overrideReason === null ? "" : `, override: ${of.overrideReason}`}`],
            of.postedDate !== null && ["Posted", <Day key="posted" date={of.postedDate} />],
            of.journalEntries.length > 0 && ["Journal entries", of.journalEntries.map(({ entryNumber }) => entryNumber).join(", ")],
            of.paidDate !== null && ["Paid", `${formatDay(of.paidDate)}${of.paymentReference === null ? "" : `, ${of.paymentReference}`}`],
            ...of.payments.flatMap(({ paidDate, reversal }) =>
              reversal === null ? [] : [[`Payment of ${formatDay(paidDate)}`, `reversed on ${formatDay(reversal.date)}, ${reversalReason(reversal)}`] as const],
            ),
            of.reversalReason !== null && ["Reversed", of.reversalReason],
          ]}
        />
        {of.isCalculating && (
          <p className="payroll-obstacle">
            {of.payslips} of {of.people} payslips are written. If it is not being processed now, process it again: it continues where it stopped.
          </p>
        )}
      </section>
      {of.totalsByCurrency.length > 0 && (
        <section className="part">
          <h3>Totals</h3>
          <Totals period={of} />
        </section>
      )}
      {of.postedDate !== null && sees("finance.full") && <LateDaysPart period={of} />}
      {of.status === "draft" ? of.canProcess && <PreviewPart period={of} /> : <PayslipsPart period={of} />}
      {sees("finance.full") && (
        <section className="part">
          <h3>History</h3>
          <Answer of={history} rows={2}>
            {(events) => <Timeline events={events.toReversed()} />}
          </Answer>
        </section>
      )}
      {verb === "pay" ? (
        <PayPayrollDialog period={of} onClose={() => ask(undefined)} />
      ) : (
        verb && <Step period={of} verb={verb} about={verb === "process" ? `${obstacle}.` : ""} onClose={() => ask(undefined)} />
      )}
    </Drawer>
  )
}
