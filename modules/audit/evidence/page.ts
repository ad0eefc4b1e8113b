/** The page of an evidence pack, in plain words: what it is, what happened, what was sent, and how to check it. */
import { wallClock } from "@ops/platform/lists/column.ts"
import type { Manifest } from "./pack.ts"

export interface PackedMail {
  readonly to: string
  readonly cc: string | null
  readonly subject: string
  readonly queuedAt: string
  /** queued, sent, failed */
  readonly status: string
  readonly sentAt: string | null
  readonly messageId: string | null
  readonly attempts: number
  readonly error: string | null
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
const at = (instant: string) => wallClock(instant)
const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  `<table><thead><tr>${head.map((each) => `<th>${each}</th>`).join("")}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`)
    .join("\n")}</tbody></table>`
const link = (file: string, text: string) => `<a href="${escaped(file)}">${escaped(text)}</a>`

const mailResult = ({ status, sentAt, messageId, error }: PackedMail) =>
  status === "sent"
    ? `Accepted by the mail server ${sentAt ? at(sentAt) : ""}${messageId ? `, ${messageId}` : ""}${error ? `. ${error}` : ""}`
    : status === "failed"
      ? `Could not be sent${error ? `: ${error}` : ""}`
      : "Not sent yet"

export interface PageFacts extends Pick<Manifest, "title" | "madeAt" | "madeBy" | "events" | "documents"> {
  readonly mails: ReadonlyArray<PackedMail>
  /** the seal that the proofs refer to; undefined if nothing is sealed */
  readonly seal: { readonly id: number; readonly time: string; readonly size: number; readonly keyId: string } | undefined
  /** what the pack does not contain, one sentence each */
  readonly remarks: ReadonlyArray<string>
}

export const evidencePage = ({ title, madeAt, madeBy, events, documents, mails, seal, remarks }: PageFacts): string => {
  const unsealed = events.filter(({ sealed }) => !sealed).length
  const said = [
    `Made ${at(madeAt)} (Juba) by ${madeBy} for ${title}. All times are Juba time.`,
    seal
      ? `${events.length - unsealed} of the ${events.length} events below are proven to be in the log, unchanged, among the ${seal.size} events sealed ${at(seal.time)} with key ${seal.keyId} (seal ${seal.id}).`
      : `None of the ${events.length} events below was sealed yet when this was created.`,
    ...(unsealed > 0 && seal ? [`${unsealed} came after that seal: a later pack will prove them as well.`] : []),
    ...remarks,
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Evidence: ${escaped(title)}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1c2024;background:#fff}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}th,td{text-align:left;vertical-align:top;padding:.35rem .7rem .35rem 0;border-bottom:1px solid #d9d9e0}
code,pre{font:13px/1.5 ui-monospace,monospace}td:first-child{white-space:nowrap}</style></head><body>
<h1>${escaped(title)}</h1>
${said.map((text) => `<p>${escaped(text)}</p>`).join("\n")}
<h2>Documents</h2>
${
  documents.length === 0
    ? "<p>No files.</p>"
    : table(
        ["File", "SHA-256", "Named by event"],
        documents.map(({ file, sha256, position }) => [link(file, file.replace("documents/", "")), `<code>${sha256}</code>`, String(position)]),
      )
}
<h2>What was done, and by whom</h2>
${table(
  ["When", "Who", "Record", "What", "Proof"],
  events.map(({ occurredAt, by, record, text, file, position, sealed }) => [
    escaped(at(occurredAt)),
    escaped(by),
    escaped(record),
    escaped(text),
    link(file, sealed ? `event ${position}` : `event ${position}, not sealed yet`),
  ]),
)}
<h2>E-mails</h2>
${
  mails.length === 0
    ? "<p>No mails.</p>"
    : table(
        ["Asked for", "To", "Subject", "Result"],
        mails.map((mail) => [
          escaped(at(mail.queuedAt)),
          escaped(mail.cc ? `${mail.to}, copy to ${mail.cc}` : mail.to),
          escaped(mail.subject),
          escaped(mailResult(mail)),
        ]),
      )
}
<h2>How to check it</h2>
<p>With the program, on any computer, without our server: <code>ops audit check-evidence FILE.zip --key seal.pub</code>. It names what does not
hold. <code>seal.pub</code> is the public key that you were given; the one in this file, <a href="public-key.pem">public-key.pem</a>, is
worth as much as this file.</p>
<p>By hand: <a href="manifest.json">manifest.json</a> has the SHA-256 of every file and is signed in <a href="manifest.sig">manifest.sig</a>
(Ed25519, over the line <code>field-office-evidence</code> and the SHA-256 of the manifest, each ended by a line feed). Each file in
<code>proofs</code> has an event with its commit, the hash before it, and the path (RFC 6962) to the root that the signed note
<a href="seal.txt">seal.txt</a> states. Compare it with your own copies of the notes.</p>
<p>The words above are for reading. What is proven is the event in its proof: its data, its time, who did it, and that it was not
changed after it was sealed. Only a later pack or the log itself can show that no later event is missing.</p>
</body></html>
`
}
