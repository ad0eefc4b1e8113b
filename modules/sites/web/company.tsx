/** The company's description for the landing page, invoices and mails. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { HistoryPart } from "@ops/platform/ui/record/history-part.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { pathOf, useApi } from "./client.ts"

const CompanyDialog = lazyPart(() => import("./company-dialog.tsx"))

export const CompanyPart = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const company = useApi("GET /api/settings/company")
  return (
    <>
      <Panel
        title="Company"
        padded
        actions={
          can("settings.system") && (
            <Button kind="primary" onClick={() => dialog.open("company")}>
              Change
            </Button>
          )
        }
      >
        <Answer of={company} rows={8}>
          {(of) => (
            <KeyValues
              of={[
                ["Name", of.name],
                ["Tagline", of.tagline],
                ["E-mail", of.email ?? "Not given"],
                ["Phone", of.phone ?? "Not given"],
                ["Address", of.address ?? "Not given"],
                ["Tax number", of.taxNumber ?? "Not given"],
                ["Bank", of.bank ?? "Not given"],
                ["Vision", of.vision],
                ["Mission", of.mission],
                ["Services", of.services.map(({ title }) => title).join(", ")],
              ]}
            />
          )}
        </Answer>
      </Panel>
      <HistoryPart path={pathOf("GET /api/settings/company/history")} />
      {dialog.name === "company" && company.data && <CompanyDialog company={company.data} onClose={dialog.close} />}
    </>
  )
}
