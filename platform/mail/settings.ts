/** The company's mail settings: the sender, the address for replies, and whether mail is sent at all. */
import { holds } from "../access/levels.ts"
import { command, conflict, forbidden, findById, newId, type By } from "../records/command.ts"
import { Flag, Line, Optional } from "../records/field.ts"
import { record, type Row } from "../records/record.ts"
import { event, stream } from "../records/stream.ts"
import { mails, queueMail } from "./mail.ts"

/** The settings that can be changed. */
export const mailFacts = {
  /** overrides the name in `MAIL_FROM`, as `senderAddress` overrides the address; each applies only if set */
  senderName: Optional(Line(100)),
  senderAddress: Optional(Line(200)),
  replyTo: Optional(Line(200)),
  /** false: queued mails fail with a message, and can be resent once mail is on */
  isOn: Flag,
}
/** One record, id 1; it does not exist until a setting is first changed. */
export const MailSettings = record("mail_settings", mailFacts, { label: "Mail settings", title: "'E-mail'" })
export const MailSettingsSet = event("MailSettingsSet", 1, mailFacts, ({ isOn, senderName, senderAddress, replyTo }) =>
  [
    isOn ? "Mail goes out" : "Mail is off",
    senderName || senderAddress ? `from ${[senderName, senderAddress].filter(Boolean).join(", ")}` : "",
    replyTo ? `answers to ${replyTo}` : "",
  ]
    .filter(Boolean)
    .join(", "),
)
export const mailSettings = stream(MailSettings, MailSettingsSet).fold({ MailSettingsSet: (_, set) => set })

export type MailFacts = Pick<Row<typeof MailSettings>, keyof typeof mailFacts>
export const mailDefaults: MailFacts = { senderName: null, senderAddress: null, replyTo: null, isOn: true }

/** The "From" line of a mail: the settings, completed by the process's configuration ("Name <address>"). */
export const senderOf = ({ senderName, senderAddress }: MailFacts, mailFrom: string): { readonly name: string; readonly address: string } => {
  const [, name = "", address = mailFrom] = /^\s*"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(mailFrom) ?? []
  return { name: senderName ?? name, address: senderAddress ?? address }
}

const requireSettingsManager = (by: By) => {
  if (by.person !== null && !holds(by, "settings.system")) throw forbidden("Only people who manage the settings can change this")
}

/** Changes the company's mail settings; omitted ones stay unchanged. */
export const setMailSettings = command("mail_settings.set", function* (given: Partial<MailFacts>, by) {
  requireSettingsManager(by)
  const { senderName, senderAddress, replyTo, isOn } = (yield* findById(mailSettings, 1)) ?? mailDefaults
  return [mailSettings.at(1, MailSettingsSet({ senderName, senderAddress, replyTo, isOn, ...given }))]
})

/** Queues a test mail that shows how our mails arrive. 409 while mail is off. */
export const sendTestMail = command("mail_settings.test", function* ({ to }: { readonly to: string }, by) {
  requireSettingsManager(by)
  const settings = (yield* findById(mailSettings, 1)) ?? mailDefaults
  if (!settings.isOn) throw conflict("Mail is off. Turn it on first")
  const text = `This is a test. ${by.name} requested it to check that mail reaches you, and from which sender.`
  return [queueMail(yield* newId(mails), { to, subject: "Test of outgoing mail", text })]
})
