/** One transaction: details, status, history, and what this person may do. */
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Decisions } from "@ops/platform/ui/resources/decisions.tsx"
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { factsOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { pathOf, useApi } from "../../web/client.ts"
import { History } from "../../shared/web/history.tsx"
import { JournalEntry } from "../../shared/web/journal-entry.tsx"
import { Receipts } from "../../shared/web/receipts.tsx"
import { known, moneyOptions, nameOf, transactionLists, wordOf } from "../../shared/web/labels.ts"
import type { transactions } from "../resource.ts"
import { screen } from "../screen.ts"

/** The suspense account. */
const unmapped = "1990"
const { post, reverse, void: voiding } = screen.commands

export const TransactionDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <RecordDrawer of={useApi("GET /api/transactions/:id", { id })} noun="Transaction" loading="Loading transactions..." onClose={onClose}>
    {(of) => <Transaction of={of} onClose={onClose} />}
  </RecordDrawer>
)

const Transaction = ({ of, onClose }: { readonly of: (typeof transactions)["Row"]; readonly onClose: () => void }) => {
  const { user, can } = useSession()
  const { transactionNumber: number, status } = of
  const mayOverride = status === "pending" && !of.canPost && (user?.accessLevel ?? 0) >= 10 && can("approval.override")
  const amount = formatMoney(of.amount, of.currency)
  const posting = { command: post, done: "Transaction posted", failed: "Failed to post transaction" }
  return (
    <Drawer
      title={number}
      subject={of.description}
      status={<StatusMark status={status} />}
      onClose={onClose}
      actions={
        <Decisions
          row={of}
          lists={transactionLists}
          of={[
            {
              command: voiding,
              can: of.canVoid,
              button: "Void",
              kind: "danger",
              confirm: {
                title: `Void ${number}`,
                text: "It is never posted. It stays in the list as voided.",
                submit: "Void",
                pending: "Voiding...",
                reason: "reason",
              },
              done: "Transaction voided",
              failed: "Failed to void transaction",
            },
            {
              command: reverse,
              can: of.canReverse,
              button: "Reverse",
              kind: "danger",
              confirm: {
                title: `Reverse ${number}`,
                text: "A linked entry of today takes it back in the books.",
                submit: "Reverse",
                pending: "Reversing...",
                reason: "reason",
              },
              done: "Transaction reversed",
              failed: "Failed to reverse transaction",
            },
            {
              ...posting,
              can: mayOverride,
              button: "Post by override",
              confirm: {
                title: `Post ${number} by override`,
                text: "You recorded it yourself. The reason stays in its history.",
                submit: "Post",
                pending: "Posting...",
                reason: "overrideReason",
              },
            },
            {
              ...posting,
              can: of.canPost,
              button: "Post",
              kind: "primary",
              confirm: {
                title: `Post ${number}`,
                text: `${amount} is posted on its date. After that, only a reversal can undo it.`,
                submit: "Post",
                pending: "Posting...",
              },
            },
          ]}
        />
      }
    >
      <section className="part">
        {status === "pending" && of.cannot.post !== undefined && !inThePast && <p className="hint">{of.cannot.post}.</p>}
        <KeyValues
          of={[
            ["Amount", <Figure key="amount" value={amount} of={{ name: "transaction.amount", parameters: { id: of.id } }} label="Amount" />],
            ...factsOf(screen, of, {
              category: wordOf(of.category),
              toAccount: moneyOptions.find(({ value }) => value === of.toAccount)?.label ?? of.toAccount,
              recordedByUser: nameOf(of.recordedByUser),
              approvedByUser: of.accountNumber && nameOf(of.approvedByUser),
              accountNumber: of.accountNumber === unmapped ? "1990 Unmapped: the category has no account yet" : of.accountNumber,
              journalEntryNumber: of.journalEntryId && <JournalEntry key="entry" id={of.journalEntryId} number={of.journalEntryNumber} />,
              reason: null, // below, under the name of what it was given for
            }),
            ...known([[status === "voided" ? "Voided" : "Reversed", of.reason]]),
          ]}
        />
      </section>
      <Receipts of={of.attachments} title="Attachments" />
      <History path={pathOf("GET /api/transactions/:id", { id: of.id })} />
    </Drawer>
  )
}
