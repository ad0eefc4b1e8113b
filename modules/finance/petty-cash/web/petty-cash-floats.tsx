import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { pathOf } from "../../web/client.ts"
import { FloatDrawer } from "./petty-cash-float-drawer.tsx"
import { currencyOptions, nameOf } from "../../shared/web/labels.ts"

const OpenFloatDialog = lazyWithRetry(() => import("./petty-cash-open-float-dialog.tsx"))

/** The floats that the person keeps, counts or tops up. */
export const Floats = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const mayOpen = can("finance.full")
  const open = () => dialog.open("open-float")
  useKeys("Floats", mayOpen ? { n: ["Open a float", open] } : {})
  const button = mayOpen && (
    <Button kind="primary" onClick={open}>
      Open Float
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/petty-cash-floats")}
        noun={["float", "floats"]}
        loading="Loading floats..."
        rowId={({ id }) => String(id)}
        number={({ name }) => name}
        siteFilter
        actions={button}
        filters={[{ field: "currency", label: "Currency", options: currencyOptions }]}
        columns={[
          { id: "name", header: "Float", cell: ({ name }) => name, sort: true },
          { id: "site", header: "Site", cell: ({ siteCode, siteName }) => <SiteCode code={siteCode} name={siteName} />, sort: true },
          { id: "custodian", header: "Custodian", cell: ({ custodian }) => nameOf(custodian), sort: true },
          {
            id: "lastCountedOn",
            header: "Counted",
            cell: ({ lastCountedOn }) => (lastCountedOn ? <Day date={lastCountedOn} /> : <span className="muted">Never</span>),
            sort: true,
          },
          { id: "limit", header: "Limit", money: ({ limit, currency }) => ({ amount: limit, currency }), sort: true, noTotal: true },
          {
            id: "out",
            header: "Out",
            money: ({ out, currency }) => ({ amount: out, currency }),
            explain: ({ id }) => ({ name: "pettyCashFloat.out", parameters: { id } }),
          },
          {
            id: "balance",
            header: "Balance",
            money: ({ balance, currency }) => ({ amount: balance, currency }),
            explain: ({ id }) => ({ name: "pettyCashFloat.balance", parameters: { id } }),
            sort: true,
          },
        ]}
        card={({ name, siteCode, custodian, balance, currency }) => ({
          title: name,
          text: `${siteCode} · ${nameOf(custodian)}`,
          figure: <Money amount={balance} currency={currency} />,
        })}
        empty={{ title: "No floats yet", text: "A float is cash that a custodian keeps at a site, up to a limit.", ...(button && { action: button }) }}
        drawer={(id, _, close) => <FloatDrawer key={id} id={id} onClose={close} />}
      />
      {dialog.name === "open-float" && mayOpen && (
        <Suspense>
          <OpenFloatDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
