/** Sends several invoices, each to the address in its client's record, with the standard text. */
import { Button } from "@ops/platform/ui/button.tsx"
import { sentenceOf } from "@ops/platform/ui/data/api.ts"
import { readAgain } from "@ops/platform/ui/data/live.ts"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { send } from "../../web/client.ts"
import { count, invoiceLists } from "../../web/labels.ts"

interface SendInvoicesProps {
  readonly of: readonly { readonly id: number; readonly name: string; readonly client: string }[]
  readonly onDone?: () => void
}

export const SendInvoices = ({ of, onDone }: SendInvoicesProps) => {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  if (of.length === 0 || inThePast) return null
  const clients = [...new Set(of.map(({ client }) => client))]
  const sendAll = async () => {
    const faults: string[] = []
    for (const { id, name } of of) {
      await send("POST /api/invoices/:id/send", { id, body: null }).catch((error: unknown) =>
        faults.push(`${name}: ${sentenceOf(error, "Failed to send invoice")}`),
      )
    }
    await readAgain(queries, invoiceLists)
    const sent = of.length - faults.length
    if (faults.length > 0) throw new Error(`${count(sent, "invoice")} sent. ${faults.join(". ")}`)
    notify.success(of.length === 1 ? "Invoice sent via email" : `${count(sent, "invoice")} sent via email`)
    onDone?.()
  }
  return (
    <>
      <Button kind="primary" onClick={() => setAsking(true)}>
        Send {of.length}
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Send ${count(of.length, "invoice")}?`}
          text={`${clients.join(", ")}. Each is sent to the address in the client's record, with its PDF.`}
          confirm={`Send ${of.length}`}
          pending="Sending..."
          onConfirm={sendAll}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
