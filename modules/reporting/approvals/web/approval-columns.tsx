import type { TableColumn } from "@ops/platform/ui/lists/data-table.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import type { Approval } from "../contract.ts"
import type { Verb } from "./approval-labels.ts"

/** The columns of the inbox; each row has its own two buttons. */
export const approvalColumns = (decide: (verb: Verb, row: Approval) => void): readonly TableColumn<Approval>[] => [
  {
    id: "number",
    header: "Number",
    cell: ({ number, label }) => (
      <>
        {number}
        <span className="approval-rule">{label}</span>
      </>
    ),
    sort: true,
  },
  {
    id: "title",
    header: "About",
    cell: ({ title, rule }) => (
      <span title={`${title}. ${rule}`}>
        {title}
        <span className="approval-rule">{rule}</span>
      </span>
    ),
    sort: true,
    grows: true,
  },
  {
    id: "requestedBy",
    header: "Requested by",
    cell: ({ requestedByName, siteName }) => (
      <>
        {requestedByName || "Field Office"}
        <span className="approval-rule">{siteName}</span>
      </>
    ),
    sort: true,
  },
  { id: "amount", header: "Amount", money: ({ amount, currency }) => ({ amount, currency: currency ?? "USD" }), sort: true, noTotal: true },
  { id: "since", header: "Waiting since", cell: ({ since }) => <When at={since} />, sort: true },
  ...(inThePast
    ? []
    : [
        {
          id: "decision",
          header: "Decision",
          cell: (row: Approval) => (
            <span className="approval-decision">
              <button type="button" className="act" data-solid onClick={() => decide("approve", row)} aria-label={`Approve ${row.number}`}>
                Approve
              </button>
              {row.reject && (
                <button type="button" className="act" onClick={() => decide("reject", row)} aria-label={`Reject ${row.number}`}>
                  Reject
                </button>
              )}
            </span>
          ),
        },
      ]),
]
