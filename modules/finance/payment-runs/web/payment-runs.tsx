/** Runs that pay suppliers' bills. */
import { count } from "@ops/platform/text.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { cardOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import "../../web/finance.css"
import { nameOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"
import { RunMark } from "./labels.tsx"
import { PaymentProposal } from "./payment-proposal.tsx"
import { PaymentRunDrawer } from "./payment-run-drawer.tsx"

export const PaymentRuns = () => {
  const { can } = useSession()
  const [proposing, setProposing] = useAddress("propose")
  const [, setOpen] = useAddress("open", "push")
  const mayMake = can("finance.full")
  const propose = () => void setProposing("1")
  useKeys("Payment runs", mayMake ? { n: ["New payment run", propose] } : {})
  const isOpen = mayMake && proposing !== null
  return (
    <>
      {isOpen && (
        <PaymentProposal
          onClose={() => void setProposing(null)}
          onMade={(id) => {
            void setProposing(null)
            void setOpen(String(id))
          }}
        />
      )}
      <ResourcePage
        screen={screen}
        create={null}
        actions={
          mayMake &&
          !isOpen && (
            <Button kind="primary" onClick={propose}>
              New Payment Run
            </Button>
          )
        }
        filters={{ from: "Paid from", to: "Paid to" }}
        columns={{
          account: { cell: ({ account, accountName }) => `${account} ${accountName ?? ""}` },
          maker: { cell: ({ maker }) => nameOf(maker) },
          checker: { cell: ({ approvedDate, checker }) => approvedDate && nameOf(checker) },
          status: { cell: (of) => <RunMark of={of} /> },
        }}
        more={[{ id: "vendors", header: "Vendors", cell: ({ vendors }) => vendors.map(({ vendorName }) => vendorName).join(", "), grows: true }]}
        card={(of) => ({
          ...cardOf(screen, of),
          mark: <RunMark of={of} />,
          text: `${count(of.bills, "bill")} · ${of.vendors.map(({ vendorName }) => vendorName).join(", ")}`,
        })}
        drawer={(id, close) => <PaymentRunDrawer key={id} id={id} onClose={close} />}
      />
    </>
  )
}
