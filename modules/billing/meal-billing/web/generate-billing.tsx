import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useNavigate } from "react-router-dom"
import "../../web/billing.css"

const GenerateBillingDialog = lazyPart(() => import("./generate-billing-dialog.tsx"))

/** The button that creates a meal bill, with its dialog; the draft then opens at `to` with `open` set to its id. */
export const GenerateBilling = ({ to }: { readonly to: string }) => {
  const dialog = useDialog()
  const navigate = useNavigate()
  if (inThePast) return null
  return (
    <>
      <Button onClick={() => dialog.open("generate-billing")}>Generate Billing</Button>
      {dialog.name === "generate-billing" && <GenerateBillingDialog onClose={dialog.close} onGenerated={(id) => void navigate(`${to}&open=${id}`)} />}
    </>
  )
}
