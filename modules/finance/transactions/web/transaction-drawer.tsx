/** One transaction: details, status, history, and what this person may do. */
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useState } from "react"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { History } from "../../shared/web/history.tsx"
import { JournalEntry } from "../../shared/web/journal-entry.tsx"
import { Receipts } from "../../shared/web/receipts.tsx"
import { known, moneyOptions, nameOf, transactionLists, wordOf } from "../../shared/web/labels.ts"

/** The suspense account. */
const unmapped = "1990"

export const TransactionDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { user, can } = useSession()
  const path = pathOf("GET /api/transactions/:id", { id })
  const transaction = useApi("GET /api/transactions/:id", { id })
  const [asked, ask] = useState<"post" | "override" | "void" | "reverse">()
  const done = () => ask(undefined)
  const of = transaction.data
  const post = useCommand("POST /api/transactions/:id/post", {
    id,
    body: (input: { overrideReason: string | null }) => ({ ...input, version: of?.version }),
    lists: transactionLists,
    done: "Transaction posted",
    failed: "Failed to post transaction",
  })
  const voided = useCommand("POST /api/transactions/:id/void", {
    id,
    lists: transactionLists,
    done: "Transaction voided",
    failed: "Failed to void transaction",
  })
  const reverse = useCommand("POST /api/transactions/:id/reverse", {
    id,
    lists: transactionLists,
    done: "Transaction reversed",
    failed: "Failed to reverse transaction",
  })

  if (!of) {
    return (
      <Drawer title="Transaction" onClose={onClose}>
        {transaction.isError ? (
          <ErrorPanel error={transaction.error} retry={() => void transaction.refetch()} />
        ) : (
          <Loading rows={6} label="Loading transactions..." />
        )}
      </Drawer>
    )
  }
  const override = of.status === "pending" && !of.canPost && (user?.accessLevel ?? 0) >= 10 && can("approval.override")
  const amount = formatMoney(of.amount, of.currency)
  return (
    <Drawer
      title={of.transactionNumber}
      subject={of.description}
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={
        <>
          {of.canVoid && (
            <Button kind="danger" onClick={() => ask("void")}>
              Void
            </Button>
          )}
          {of.canReverse && (
            <Button kind="danger" onClick={() => ask("reverse")}>
              Reverse
            </Button>
          )}
          {override && <Button onClick={() => ask("override")}>Post by override</Button>}
          {of.canPost && (
            <Button kind="primary" onClick={() => ask("post")}>
              Post
            </Button>
          )}
        </>
      }
    >
      <section className="part">
        <KeyValues
          of={known([
            ["Amount", <Figure key="amount" value={amount} of={{ name: "transaction.amount", parameters: { id: of.id } }} label="Amount" />],
            ["Type", wordOf(of.transactionType)],
            ["Category", wordOf(of.category)],
            ["Method", wordOf(of.paymentMethod)],
            ["Goes to", of.toAccount && (moneyOptions.find(({ value }) => value === of.toAccount)?.label ?? of.toAccount)],
            ["Reference", of.referenceNumber],
            ["Site", of.siteName],
            ["Date", <Day key="date" date={of.transactionDate} />],
            ["Recorded by", nameOf(of.recordedByUser)],
            ["Posted by", of.accountNumber && nameOf(of.approvedByUser)],
            ["Account", of.accountNumber === unmapped ? "1990 Unmapped: the category has no account yet" : of.accountNumber],
            ["Journal entry", of.journalEntryId && <JournalEntry key="entry" id={of.journalEntryId} number={of.journalEntryNumber} />],
            ["Override", of.overrideReason],
            [of.status === "voided" ? "Voided" : "Reversed", of.reason],
          ])}
        />
      </section>
      <Receipts of={of.attachments} title="Attachments" />
      <History path={path} />
      {asked === "post" && (
        <ConfirmDialog
          title={`Post ${of.transactionNumber}`}
          text={`${amount} goes into the books on its date. Posted, it is taken back only by a reversal.`}
          confirm="Post"
          pending="Posting..."
          onConfirm={() => post.send({ overrideReason: null })}
          onClose={done}
        />
      )}
      {asked === "override" && (
        <ConfirmDialog
          title={`Post ${of.transactionNumber} by override`}
          text="You recorded it yourself. The reason stays in its history."
          confirm="Post"
          pending="Posting..."
          reason={{ label: "Reason", required: true }}
          onConfirm={(overrideReason) => post.send({ overrideReason })}
          onClose={done}
        />
      )}
      {asked === "void" && (
        <ConfirmDialog
          title={`Void ${of.transactionNumber}`}
          text="It is never posted. It stays in the list as voided."
          confirm="Void"
          pending="Voiding..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => voided.send({ reason })}
          onClose={done}
        />
      )}
      {asked === "reverse" && (
        <ConfirmDialog
          title={`Reverse ${of.transactionNumber}`}
          text="A linked entry of today takes it back in the books."
          confirm="Reverse"
          pending="Reversing..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => reverse.send({ reason })}
          onClose={done}
        />
      )}
    </Drawer>
  )
}
