/** Bank and cash accounts, each with how far it is imported and reconciled; all their lines; and the imported statements. */
import { Button } from "@ops/platform/ui/button.tsx"
import { inThePast, keepInstant } from "@ops/platform/ui/instant.ts"
import { HeadActs } from "@ops/platform/ui/layers/head.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Page } from "@ops/platform/ui/page.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { Tabs } from "@ops/platform/ui/tabs.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Link } from "react-router-dom"
import "./bank.css"
import { screen as accounts } from "../accounts/screen.ts"
import { screen as lines } from "../lines/screen.ts"
import { screen as statements } from "../statements/screen.ts"

const ImportStatementDialog = lazyPart(() => import("./import-statement-dialog.tsx"))

export const Component = () => {
  const dialog = useDialog()
  return (
    <Page>
      {!inThePast && (
        <HeadActs>
          <Button onClick={() => dialog.open("import-statement")}>Import Statement</Button>
        </HeadActs>
      )}
      <div className="bank-tabs">
        <Tabs
          label="Bank"
          tabs={[
            { id: "accounts", label: "Accounts" },
            { id: "lines", label: "Lines" },
            { id: "statements", label: "Statements" },
          ]}
        >
          {(tab) =>
            tab === "lines" ? (
              <ResourcePage
                screen={lines}
                columns={{ status: { cell: ({ status, made }) => (status === "open" && made.length > 0 ? "Recorded" : undefined) ?? status } }}
              />
            ) : tab === "statements" ? (
              <ResourcePage screen={statements} />
            ) : (
              <ResourcePage
                screen={accounts}
                more={[
                  {
                    id: "reconcile",
                    header: "Reconcile",
                    cell: ({ id, name, kind, openLines }) =>
                      kind === "bank" && (
                        <Link className="act" to={keepInstant(`/bank/${id}`)} aria-label={`Reconcile ${name}`}>
                          {openLines > 0 ? `Match ${openLines}` : "Open"}
                        </Link>
                      ),
                  },
                ]}
              />
            )
          }
        </Tabs>
      </div>
      {dialog.name === "import-statement" && !inThePast && <ImportStatementDialog onClose={dialog.close} />}
    </Page>
  )
}
