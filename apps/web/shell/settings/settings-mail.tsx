/** Outgoing mail: its sender and its destination. The mail server is configured where the process is started. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { HistoryPart } from "@ops/platform/ui/record/history-part.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Link } from "react-router-dom"
import { pathOf, useApi } from "../client.ts"

const MailSettingsDialog = lazyPart(() => import("./settings-mail-dialog.tsx"))
const TestMailDialog = lazyPart(async () => ({ default: (await import("./settings-mail-dialog.tsx")).TestMailDialog }))

export const MailPart = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const settings = useApi("GET /api/settings/mail")
  return (
    <>
      <Panel
        title="E-mail"
        padded
        actions={
          <>
            <Link className="link" to="/mails">
              Mails
            </Link>
            {can("settings.system") && (
              <>
                <Button onClick={() => dialog.open("test-mail")}>Send a test mail</Button>
                <Button kind="primary" onClick={() => dialog.open("mail")}>
                  Change
                </Button>
              </>
            )}
          </>
        }
      >
        <Answer of={settings} rows={5}>
          {(of) => (
            <KeyValues
              of={[
                ["Outgoing mail", <StatusMark key="on" status={of.isOn ? "active" : "closed"} label={of.isOn ? "Goes out" : "Is off"} />],
                ["From", of.from],
                ["Sender name", of.senderName ?? "Value of the server"],
                ["Sender address", of.senderAddress ?? "Value of the server"],
                ["Reply-to", of.replyTo ?? "The sender"],
                ["Mail server", of.server ?? "None: mails are kept as files on this machine"],
                of.mode === "demo" && ["Mode", "Demo: no mail leaves this machine"],
              ]}
            />
          )}
        </Answer>
      </Panel>
      <HistoryPart path={pathOf("GET /api/settings/mail/history")} />
      {dialog.name === "mail" && settings.data && <MailSettingsDialog settings={settings.data} onClose={dialog.close} />}
      {dialog.name === "test-mail" && <TestMailDialog onClose={dialog.close} />}
    </>
  )
}
