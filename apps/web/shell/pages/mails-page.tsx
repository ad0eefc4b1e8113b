/** Outgoing mail: what was sent to whom, its content, and resending what failed. */
import { Button } from "@ops/platform/ui/button.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useCallback } from "react"
import { pathOf, useApi, useCommand } from "../client.ts"
import { useCompany } from "../company.ts"
import "./mails.css"

const path = pathOf("GET /api/mails")
const ourAddress = new RegExp(`(${location.origin}/\\S+)`)

/** The text as written, with addresses of this server as links. */
const Letter = ({ text }: { readonly text: string }) => (
  <p className="letter">
    {text.split(ourAddress).map((part, place) =>
      place % 2 === 1 ? (
        <a key={part} className="link" href={part} target="_blank" rel="noreferrer">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </p>
)

interface Policy {
  readonly createHTML: (html: string) => string
}
const asIs: Policy = { createHTML: (html) => html }
// the content security policy requires a named policy for markup; this one is used only for the sandbox below
const policy = (window as { trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy } }).trustedTypes?.createPolicy("mail", asIs) ?? asIs

/** HTML in a frame without scripts, forms, links out of the frame, or an origin of its own. */
const HtmlLetter = ({ html }: { readonly html: string }) => {
  const fill = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (frame) frame.srcdoc = policy.createHTML(html)
    },
    [html],
  )
  return <iframe className="letter-page" sandbox="" title="The mail as its recipient sees it" ref={fill} />
}

const MailDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const mail = useApi("GET /api/mails/:id", { id })
  const resend = useCommand("POST /api/mails/:id/resend", {
    id,
    lists: [path],
    done: "Mail queued again",
    failed: "Failed to send mail",
  })
  const of = mail.data
  if (!of) {
    return (
      <Drawer title="Mail" onClose={onClose}>
        {mail.isError ? <ErrorPanel error={mail.error} retry={() => void mail.refetch()} /> : <Loading rows={6} label="Loading mail..." />}
      </Drawer>
    )
  }
  return (
    <Drawer
      title={of.subject}
      subject={of.to}
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={
        of.status === "failed" &&
        !inThePast && (
          <Button kind="primary" disabled={resend.pending} onClick={() => void resend.run()}>
            Resend
          </Button>
        )
      }
    >
      <section className="part">
        <KeyValues
          of={[
            ["To", of.to],
            of.cc !== null && ["Copy to", of.cc],
            ["Asked for", <When key="asked" at={of.createdAt} exact />],
            of.sentAt !== null && ["Sent", <When key="sent" at={of.sentAt} exact />],
            ["Attempts", of.attempts],
            of.lastError !== null && ["Error", of.lastError],
          ]}
        />
      </section>
      <section className="part">
        <h3>Text</h3>
        {of.html === null ? <Letter text={of.text} /> : <HtmlLetter html={of.html} />}
      </section>
    </Drawer>
  )
}

export const Component = () => {
  const demo = useCompany()?.mode === "demo"
  return (
    <ListPage
      path={path}
      noun={["mail", "mails"]}
      rowId={({ id }) => String(id)}
      number={({ subject }) => subject}
      above={demo && <p className="muted">In demo mode no mail leaves this machine. Mails are kept here instead of being sent.</p>}
      views={[
        { id: "all", label: "All mails" },
        { id: "failed", label: "Failed", query: { status: "failed" } },
      ]}
      filters={[
        {
          field: "status",
          label: "State",
          options: [
            { value: "sent", label: "Sent" },
            { value: "queued", label: "Queued" },
            { value: "failed", label: "Failed" },
          ],
        },
        { field: "from", label: "From", date: true },
        { field: "to", label: "To", date: true },
      ]}
      columns={[
        { id: "subject", header: "Subject", cell: (mail) => mail.subject, sort: true, grows: true },
        { id: "to", header: "To", cell: (mail) => mail.to, sort: true },
        { id: "createdAt", header: "When", cell: (mail) => <When at={mail.createdAt} />, sort: true },
        { id: "status", header: "State", cell: (mail) => <StatusMark status={mail.status} />, sort: true },
        { id: "attempts", header: "Attempts", figure: (mail) => mail.attempts },
      ]}
      card={(mail) => ({ title: mail.subject, mark: <StatusMark status={mail.status} />, text: mail.to, figure: <When at={mail.createdAt} /> })}
      empty={{ title: "No mails yet", text: "An approved order is sent to its supplier and then listed here." }}
      drawer={(id, _mail, close) => <MailDrawer key={id} id={id} onClose={close} />}
    />
  )
}
