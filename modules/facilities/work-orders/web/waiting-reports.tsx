/** Reports stored in this browser until the connection is back. */
import { Button } from "@ops/platform/ui/button.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { useEffect } from "react"
import { discard, sendWaiting, useWaiting, watch } from "./outbox.ts"
import { serviceName } from "../../web/labels.ts"

export const WaitingReports = () => {
  const user = String(useUser().id)
  const waiting = useWaiting().filter((each) => each.user === user)
  const isWaiting = waiting.length > 0
  useEffect(() => {
    if (isWaiting) watch(user)
  }, [user, isWaiting])
  if (!isWaiting) return null
  return (
    <Panel
      title="Waiting to be sent"
      count={waiting.length}
      actions={
        <button type="button" className="link" onClick={() => void sendWaiting(user)}>
          Send now
        </button>
      }
    >
      <Rows>
        {waiting.map(({ key, at, report, refused }) => (
          <Row
            key={key}
            priority={report.origin === "emergency" ? "critical" : "medium"}
            act={refused && <Button onClick={() => void discard(key)}>Discard</Button>}
          >
            <b>{report.origin === "emergency" ? "Emergency" : "Issue"}</b>: {serviceName(report.serviceType).toLowerCase()}
            {report.description && `, ${report.description}`}
            <div className={refused ? "negative" : "muted"}>
              {refused ?? (
                <>
                  Taken down <When at={at} exact />
                </>
              )}
            </div>
          </Row>
        ))}
      </Rows>
    </Panel>
  )
}
