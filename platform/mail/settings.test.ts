import { describe, expect, test } from "vitest"
import { permissionsOf } from "../access/levels.ts"
import { type By, system } from "../records/command.ts"
import { given, givenAt } from "../testing/given.ts"
import { mails } from "./mail.ts"
import { mailDefaults, mailSettings, MailSettingsSet, senderOf, sendTestMail, setMailSettings } from "./settings.ts"

const person = (level: number): By => ({
  ...system("test", givenAt),
  actor: "person:1",
  person: 1,
  name: "Achol Deng",
  level,
  permissions: permissionsOf(level),
})
const settled = (facts: Partial<typeof mailDefaults>) => given(mailSettings.at(1, MailSettingsSet({ ...mailDefaults, ...facts })))

describe("mail settings", () => {
  test("keep fields that are not named, and are changed only by people who manage the settings", () => {
    given()
      .when(setMailSettings, { senderName: "Nile Services" }, person(10))
      .holds(mailSettings, 1, { senderName: "Nile Services", senderAddress: null, replyTo: null, isOn: true })
      .when(setMailSettings, { isOn: false }, person(10))
      .holds(mailSettings, 1, { senderName: "Nile Services", isOn: false })
    given().when(setMailSettings, { isOn: false }, person(8)).refuses("Only people who manage the settings can change this", 403)
  })

  test("name the sender, or use the one the process was started with", () => {
    const from = "Field Office <office@example.org>"
    expect(senderOf(mailDefaults, from)).toEqual({ name: "Field Office", address: "office@example.org" })
    expect(senderOf(mailDefaults, "office@example.org")).toEqual({ name: "", address: "office@example.org" })
    expect(senderOf({ ...mailDefaults, senderName: "Nile" }, from)).toEqual({ name: "Nile", address: "office@example.org" })
    expect(senderOf({ ...mailDefaults, senderAddress: "a@nile.example" }, from)).toEqual({ name: "Field Office", address: "a@nile.example" })
  })

  test("allow a test mail while sending is on, and refuse it while it is off", () => {
    const asked = settled({}).when(sendTestMail, { to: "me@example.org" }, person(10))
    asked.gives(["mail/1", "MailQueued"]).holds(mails, 1, { to: "me@example.org", status: "queued" })
    settled({ isOn: false }).when(sendTestMail, { to: "me@example.org" }, person(10)).refuses("Mail is off. Turn it on first", 409)
    settled({}).when(sendTestMail, { to: "me@example.org" }, person(7)).refuses("Only people who manage the settings can change this", 403)
  })
})
