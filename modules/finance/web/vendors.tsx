/** Who sells to the company, what they ask for, and how they are paid. */
import { lazy } from "react"
import { SubViews, type SubView } from "./sub-views.tsx"
import "./finance.css"
import { VendorDirectory } from "./vendor-directory.tsx"

const Payables = lazy(async () => ({ default: (await import("./payables.tsx")).Payables }))
const PaymentRuns = lazy(async () => ({ default: (await import("./payment-runs.tsx")).PaymentRuns }))

const views: readonly SubView[] = [
  { id: "directory", label: "Directory", part: () => <VendorDirectory /> },
  { id: "bills", label: "Bills", part: () => <Payables /> },
  { id: "payments", label: "Payment Runs", part: () => <PaymentRuns /> },
]

export const Vendors = () => <SubViews label="Vendors" tab="vendors" views={views} />
