import { href } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Modal } from "@ops/platform/ui/layers/modal.tsx"
import { pathOf } from "../../web/client.ts"
import { InvoicePageFrame } from "./invoice-page-frame.tsx"
import { type Invoice, numberOf } from "../../web/labels.ts"

/** The page of an invoice, as its recipient sees it. */
export const InvoicePreview = ({
  invoice,
  onSend,
  onClose,
}: {
  readonly invoice: Invoice
  readonly onSend: (id: number) => void
  readonly onClose: () => void
}) => (
  <Modal title={`Preview of ${numberOf(invoice)}`} onClose={onClose} wide>
    <div className="modal-body">
      <InvoicePageFrame html={invoice.html} title={`The page of ${numberOf(invoice)}`} />
    </div>
    <footer className="modal-foot">
      <Button onClick={onClose}>Close</Button>
      {invoice.canSend && <Button onClick={() => onSend(invoice.id)}>Send</Button>}
      {invoice.cancelledBy?.canSend && <Button onClick={() => onSend(invoice.cancelledBy!.id)}>Send credit note</Button>}
      <Button kind="primary" asChild>
        <a href={pdfOf(invoice)} target="_blank" rel="noreferrer">
          Download
        </a>
      </Button>
    </footer>
  </Modal>
)

/** The address of an invoice's PDF. */
export const pdfOf = ({ id }: { readonly id: number }) => href(pathOf("GET /api/invoices/:id/download", { id }))
