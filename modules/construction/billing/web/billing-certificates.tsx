/** The certificates of a contract; one of them opens next to the list with its lines. */
import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { Day, When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useState } from "react"
import { Link, useLocation } from "react-router-dom"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { type Certificate, moneyLists, nameOf, short, certificateKindNames } from "../../budget/web/budget-labels.ts"

/** The status marks, the same as on other screens. */
const marks = { claimed: "pending", certified: "approved", rejected: "rejected", void: "voided" } as const
const words = { claimed: "Claimed", certified: "Certified", rejected: "Rejected", void: "Void" } as const
const Status = ({ status }: Pick<Certificate, "status">) => <StatusMark status={marks[status]} label={words[status]} />

export const BillingCertificates = ({ projectId, claim }: { readonly projectId: number; readonly claim: (() => void) | undefined }) => {
  const certificates = useApi("GET /api/construction-projects/:id/certificates", { id: projectId, query: { limit: 500 } })
  const [open, setOpen] = useAddress("certificate", "push")
  const { pathname, search } = useLocation()
  const shown = certificates.data?.find(({ id }) => String(id) === open)
  const hrefOf = (id: string) => {
    const query = new URLSearchParams(search)
    query.set("certificate", id)
    return `${pathname}?${query}`
  }
  return (
    <Panel
      title="Certificates"
      actions={
        claim && (
          <Button kind="primary" onClick={claim}>
            Claim Progress
          </Button>
        )
      }
    >
      <Answer of={certificates} empty={{ title: "Nothing was claimed or billed yet" }}>
        {(rows) => (
          <DataTable
            rows={rows}
            label="Certificates"
            rowId={({ id }) => String(id)}
            open={{ id: open, href: hrefOf, run: (id) => void setOpen(id) }}
            columns={[
              { id: "certificateNumber", header: "Certificate", cell: ({ certificateNumber }) => certificateNumber },
              { id: "kind", header: "Kind", cell: ({ kind }) => certificateKindNames[kind] },
              { id: "periodTo", header: "Work up to", cell: ({ periodTo }) => <Day date={periodTo} /> },
              { id: "certified", header: "Certified", money: ({ certified }) => ({ amount: certified, currency: "USD" }) },
              { id: "retention", header: "Retention", money: ({ retention }) => ({ amount: retention, currency: "USD" }) },
              { id: "recovered", header: "Advance recovered", money: ({ recovered }) => ({ amount: recovered, currency: "USD" }) },
              { id: "billed", header: "Billed", money: ({ billed }) => ({ amount: billed, currency: "USD" }) },
              { id: "status", header: "Status", cell: Status },
              {
                id: "invoice",
                header: "Invoice",
                cell: ({ invoiceId, invoiceNumber }) =>
                  invoiceId && (
                    <Link className="link" to={`/invoices?view=all&open=${invoiceId}`}>
                      {invoiceNumber}
                    </Link>
                  ),
              },
              {
                id: "actions",
                header: "Actions",
                cell: ({ id, certificateNumber, canCertify }) =>
                  canCertify && (
                    <button
                      type="button"
                      className="act"
                      data-solid
                      aria-label={`Look at ${certificateNumber} and certify it`}
                      onClick={() => void setOpen(String(id))}
                    >
                      Certify
                    </button>
                  ),
              },
            ]}
          />
        )}
      </Answer>
      {shown && <CertificateDrawer key={shown.id} of={shown} onClose={() => void setOpen(null)} />}
    </Panel>
  )
}

const CertificateDrawer = ({ of, onClose }: { readonly of: Certificate; readonly onClose: () => void }) => {
  const [rejecting, reject] = useState(false)
  const lists = [...moneyLists, ...pathsOf("GET /api/invoices"), inboxPath]
  const certify = useCommand("PATCH /api/construction-certificates/:id/certify", {
    id: of.id,
    body: () => ({ version: of.version }),
    lists,
    done: ({ certificateNumber, invoiceNumber }) => `${certificateNumber} certified, billed by ${invoiceNumber}`,
    failed: "Failed to certify the claim",
  })
  const refuse = useCommand("PATCH /api/construction-certificates/:id/reject", {
    id: of.id,
    lists,
    done: ({ certificateNumber }) => `${certificateNumber} rejected`,
    failed: "Failed to reject the claim",
  })
  const dollars = (amount: string) => formatMoney(amount, "USD")
  return (
    <Drawer
      title={of.certificateNumber}
      subject={`${certificateKindNames[of.kind]}, ${of.projectName}`}
      status={<Status status={of.status} />}
      onClose={onClose}
      actions={
        of.canCertify && (
          <>
            <Button kind="danger" onClick={() => reject(true)}>
              Reject
            </Button>
            <Button kind="primary" disabled={certify.pending} onClick={() => void certify.run()}>
              Certify and Bill
            </Button>
          </>
        )
      }
    >
      <section className="part">
        <KeyValues
          of={[
            ["Work up to", <Day key="to" date={of.periodTo} />],
            ["Certified to date", dollars(of.certifiedToDate)],
            ["This certificate", dollars(of.certified)],
            of.retention !== "0.00" && [of.retention.startsWith("-") ? "Retained" : "Released", dollars(of.retention)],
            of.recovered !== "0.00" && [of.recovered.startsWith("-") ? "Advance" : "Advance recovered", dollars(of.recovered)],
            [
              "Billed before tax",
              <Figure key="billed" value={dollars(of.billed)} of={{ name: "certificate.billed", parameters: { id: of.id } }} label="Billed before tax" />,
            ],
            of.note !== "" && ["Note", of.note],
            [of.kind === "progress" ? "Claimed by" : "Billed by", nameOf(of.claimedByUser)],
            of.decidedAt !== null && [
              of.status === "rejected" ? "Rejected by" : "Certified by",
              <span key="decided">
                {nameOf(of.decidedByUser)}, <When at={of.decidedAt} exact />
              </span>,
            ],
            of.decisionNote !== "" && ["Reason", of.decisionNote],
            of.invoiceId !== null && [
              "Invoice",
              <span key="invoice">
                <Link className="link" to={`/invoices?view=all&open=${of.invoiceId}`}>
                  {of.invoiceNumber}
                </Link>
                {of.invoiceTotal && `, ${dollars(of.invoiceTotal)} with tax`}
              </span>,
            ],
            of.journalEntryNumber !== null && ["Entry beside it", of.journalEntryNumber],
            of.creditNoteNumber !== null && ["Credited by", of.creditNoteNumber],
          ]}
        />
      </section>
      {of.lines.length > 0 && (
        <section className="part">
          <h3>Lines</h3>
          <DataTable
            rows={of.lines}
            label={`Lines of ${of.certificateNumber}`}
            rowId={({ lineId }) => String(lineId)}
            columns={[
              { id: "item", header: "No.", cell: ({ item }) => item },
              { id: "description", header: "Description", cell: ({ description }) => description, grows: true },
              { id: "previous", header: "Before", figure: ({ previous }) => short(previous) },
              { id: "toDate", header: "To date", figure: ({ toDate, quantity }) => `${short(toDate)} of ${short(quantity)}` },
              { id: "amount", header: "Amount", figure: ({ amount }) => <Money amount={amount} currency="USD" plain /> },
            ]}
          />
        </section>
      )}
      {rejecting && (
        <ConfirmDialog
          title={`Reject ${of.certificateNumber}`}
          text="Nothing is billed. It can be claimed again."
          reason={{ label: "Reason", required: true }}
          confirm="Reject"
          danger
          onConfirm={(reason) => refuse.send({ reason })}
          onClose={() => reject(false)}
        />
      )}
    </Drawer>
  )
}
