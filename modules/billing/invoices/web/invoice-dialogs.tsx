/** The dialogs for invoices. The open dialog and its invoice are kept in the address: `?dialog=send:12`. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { Navigate } from "react-router-dom"
import { useApi, useCommand } from "../../web/client.ts"
import { InvoicePreview } from "./invoice-preview.tsx"
import { type Invoice, invoiceLists, numberOf } from "../../web/labels.ts"

const SendInvoiceDialog = lazyWithRetry(() => import("./send-invoice-dialog.tsx"))
const RecordPaymentDialog = lazyWithRetry(() => import("../../payments/web/record-payment-dialog.tsx"))
const CreditInvoiceDialog = lazyWithRetry(() => import("./credit-invoice-dialog.tsx"))

export const InvoiceDialogs = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const of = dialog.value && /^\d+$/.test(dialog.value) ? dialog.value : undefined
  return (
    <Suspense>
      {dialog.name === "generate-invoice" && can("invoices.manage") && <Navigate to="/invoices/new" replace />}
      {dialog.name && of && <OfInvoice key={`${dialog.name} ${of}`} name={dialog.name} id={of} />}
    </Suspense>
  )
}

const OfInvoice = ({ name, id }: { readonly name: string; readonly id: string }) => {
  const dialog = useDialog()
  const invoice = useApi("GET /api/invoices/:id", { id }).data
  if (!invoice) return null
  const props = { invoice, onClose: dialog.close }
  if (name === "preview") return <InvoicePreview {...props} onSend={(sent) => dialog.open("send", sent)} />
  if (name === "send" && invoice.canSend) return <SendInvoiceDialog {...props} />
  if (name === "record-payment" && invoice.canPay) return <RecordPaymentDialog {...props} />
  if (name === "credit" && invoice.canCredit) return <CreditInvoiceDialog {...props} />
  if (name === "issue" && invoice.canDiscard && invoice.kind === "meal") return <IssueDialog {...props} />
  if (name === "discard" && invoice.canDiscard) return <DiscardDialog {...props} />
  return null
}

interface Props {
  readonly invoice: Invoice
  readonly onClose: () => void
}

const IssueDialog = ({ invoice, onClose }: Props) => {
  const issue = useCommand("PATCH /api/meal-billing-periods/:id/issue", {
    id: invoice.id,
    lists: invoiceLists,
    done: "Bill issued",
    failed: "Failed to issue the bill",
  })
  return (
    <ConfirmDialog
      title={`Issue ${numberOf(invoice)}`}
      text={`${invoice.clientName} is billed ${formatMoney(invoice.totalAmount, invoice.currency)}. It takes its number and is posted; after that it is corrected only by a credit note.`}
      confirm="Issue"
      pending="Issuing..."
      onConfirm={() => issue.send(undefined)}
      onClose={onClose}
    />
  )
}

const DiscardDialog = ({ invoice, onClose }: Props) => {
  const discard = useCommand("POST /api/invoices/:id/discard", {
    id: invoice.id,
    body: (reason: string) => ({ reason: reason || null }),
    lists: invoiceLists,
    done: "Draft discarded",
    failed: "Failed to discard the draft",
  })
  return (
    <ConfirmDialog
      title={`Discard ${numberOf(invoice)}`}
      text={invoice.kind === "meal" ? "Its meals can be billed again." : "Nothing will be posted."}
      confirm="Discard"
      pending="Discarding..."
      danger
      reason={{ label: "Reason" }}
      onConfirm={discard.send}
      onClose={onClose}
    />
  )
}
