/** Vendors, their bills, and their payments. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { SubViews, type SubView } from "../../shared/web/sub-views.tsx"
import "../../web/finance.css"
import { VendorDirectory } from "@ops/procurement/vendors/web/vendor-directory.tsx"

const Payables = lazyWithRetry(async () => ({ default: (await import("./payables.tsx")).Payables }))
const PaymentRuns = lazyWithRetry(async () => ({ default: (await import("../../payment-runs/web/payment-runs.tsx")).PaymentRuns }))

const views: readonly SubView[] = [
  { id: "directory", label: "Directory", part: () => <VendorDirectory /> },
  { id: "bills", label: "Bills", part: () => <Payables /> },
  { id: "payments", label: "Payment Runs", part: () => <PaymentRuns /> },
]

export const Vendors = () => <SubViews label="Vendors" tab="vendors" views={views} />
