/** The billing of a project: the contract with its client, the bill of quantities, certificates, and the month's work in progress. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { useApiMutation } from "@ops/platform/ui/data/data.ts"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useState } from "react"
import { pathsOf, useApi } from "../../web/client.ts"
import { BillingCertificates } from "./billing-certificates.tsx"
import { BillingWip } from "../../wip/web/billing-wip.tsx"
import { type Certificate, type Contract, moneyLists, projectPath, short } from "../../budget/web/budget-labels.ts"
import "./billing.css"

const ContractDialog = lazyPart(() => import("./billing-contract-dialog.tsx"))
const BoqDialog = lazyPart(() => import("./billing-boq-dialog.tsx"))
const ClaimDialog = lazyPart(() => import("./billing-claim-dialog.tsx"))

export const Billing = ({ project }: { readonly project: { readonly id: number } }) => {
  const contract = useApi("GET /api/construction-projects/:id/boq", { id: project.id })
  return <Answer of={contract}>{(of) => <Shown of={of} />}</Answer>
}

const dollars = (amount: string | null) => (amount === null ? "–" : formatMoney(amount, "USD"))
const percent = (rate: string | null) => `${Number(rate ?? 0)}%`

const Shown = ({ of }: { readonly of: Contract }) => {
  const dialog = useDialog()
  const { sees } = useSession()
  const [asked, ask] = useState<"advance" | "release">()
  const { id, agreed, canAgree, canSetBoq, canClaim, canBillAdvance, canRelease } = of
  const bill = useApiMutation<{ kind: "advance" | "release"; note: string }, Certificate>({
    method: "POST",
    path: ({ kind }) => `${projectPath(id)}/certificates/${kind}`,
    body: ({ note }) => ({ note }),
    lists: [...moneyLists, ...pathsOf("GET /api/invoices")],
    done: ({ invoiceNumber }) => `Billed by ${invoiceNumber}`,
    failed: "Failed to bill",
  })
  const figure = (name: string) => ({ name: `constructionContract.${name}`, parameters: { id } })
  const agree = canAgree && (
    <Button kind={agreed ? "plain" : "primary"} onClick={() => dialog.open("billing-contract")}>
      {agreed ? "Change terms" : "Agree on a contract"}
    </Button>
  )
  return (
    <div className="stack">
      {agreed && (
        <MetricStrip
          label="Contract and billing"
          cells={[
            { label: "Contract", value: dollars(of.contractValue), figure: figure("value") },
            {
              label: "Certified",
              value: dollars(of.certifiedAmount),
              figure: figure("certified"),
              note: { tone: "neutral", text: `${dollars(of.notCertified)} not certified` },
            },
            { label: "Billed before tax", value: dollars(of.billed), figure: figure("billed") },
            {
              label: "Retention",
              value: dollars(of.retained),
              figure: figure("retained"),
              ...(of.advanceOpen !== "0.00" && { note: { tone: "neutral" as const, text: `${dollars(of.advanceOpen)} of the advance to recover` } }),
            },
          ]}
        />
      )}
      <Panel
        title="Contract"
        padded={agreed}
        actions={
          <>
            {agreed && agree}
            {canBillAdvance && <Button onClick={() => ask("advance")}>Bill advance</Button>}
            {canRelease && <Button onClick={() => ask("release")}>Release retention</Button>}
          </>
        }
      >
        {agreed ? (
          <KeyValues
            of={[
              ["Client", of.clientName],
              ["Contract", of.reference],
              ["Signed", of.signedDate && <Day key="signed" date={of.signedDate} />],
              ["Agreed", dollars(of.agreedValue)],
              of.variations !== "0.00" && ["Changes", dollars(of.variations)],
              ["Retention", percent(of.retentionRate)],
              of.advanceAmount !== "0.00" && ["Advance", `${dollars(of.advanceAmount)}, recovered by ${percent(of.recoveryRate)} of each certificate`],
              ["Defect period", `${of.defectDays} days`],
              of.halfDue !== null &&
                of.halfRetained !== "0.00" && [
                  "Due at completion",
                  <span key="half">
                    {dollars(of.halfRetained)}, <Day date={of.halfDue} />
                  </span>,
                ],
              of.retentionDue !== null && ["Rest due", <Day key="due" date={of.retentionDue} />],
            ]}
          />
        ) : (
          <EmptyState title="No contract with a client yet" text="Agree on one to claim progress and bill it." action={agree} />
        )}
      </Panel>
      {agreed && (
        <Panel
          title="Bill of quantities"
          actions={canSetBoq && <Button onClick={() => dialog.open("billing-boq")}>{of.lines.length === 0 ? "Write lines" : "Change lines"}</Button>}
        >
          {of.lines.length === 0 ? (
            <EmptyState title="The bill of quantities is empty" text="Progress is claimed on its lines. A milestone is a line for a lump sum." small />
          ) : (
            <DataTable
              rows={of.lines}
              label="Bill of quantities"
              rowId={({ id }) => String(id)}
              foot=""
              columns={[
                { id: "item", header: "No.", cell: ({ item }) => item },
                { id: "description", header: "Description", cell: ({ description }) => description, grows: true },
                { id: "costCode", header: "Cost code", cell: ({ costCode }) => costCode?.code },
                { id: "quantity", header: "Quantity", figure: ({ quantity, unit }) => `${short(quantity)} ${unit}` },
                { id: "rate", header: "Rate", figure: ({ rate }) => <Money amount={rate} currency="USD" plain /> },
                { id: "done", header: "Done", figure: ({ certifiedQuantity, unit }) => `${short(certifiedQuantity)} ${unit}` },
                { id: "amount", header: "Amount", money: ({ amount }) => ({ amount, currency: "USD" }) },
                { id: "certified", header: "Certified", money: ({ certified }) => ({ amount: certified, currency: "USD" }) },
              ]}
            />
          )}
        </Panel>
      )}
      {agreed && <BillingCertificates projectId={id} claim={canClaim ? () => dialog.open("billing-claim") : undefined} />}
      {agreed && sees("finance.departmental", "finance.full") && <BillingWip projectId={id} />}
      {dialog.name === "billing-contract" && canAgree && <ContractDialog of={of} onClose={dialog.close} />}
      {dialog.name === "billing-boq" && canSetBoq && <BoqDialog of={of} onClose={dialog.close} />}
      {dialog.name === "billing-claim" && canClaim && <ClaimDialog of={of} onClose={dialog.close} />}
      {asked && (
        <ConfirmDialog
          title={asked === "advance" ? "Bill the advance" : "Bill the retention"}
          text={`${dollars(asked === "advance" ? of.advanceAmount : of.releasable)} before tax to ${of.clientName}. The invoice is issued immediately.`}
          reason={{ label: "Note" }}
          confirm={asked === "advance" ? "Bill advance" : "Release retention"}
          onConfirm={(note) => bill.send({ kind: asked, note })}
          onClose={() => ask(undefined)}
        />
      )}
    </div>
  )
}
