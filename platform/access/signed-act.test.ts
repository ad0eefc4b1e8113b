import { expect, test } from "vitest"
import { readAct, type SignedAct, writeAct } from "./signed-act.ts"

const act: SignedAct = {
  device: "raA57apgqHSyrtAdqDAwjw",
  number: 2,
  previous: "9ubmVKT0NpIQ92_zIx5aURgAPXscvOL24w-QlQW7ANk",
  wall: 1_795_387_399_144,
  start: "start_01",
  since: 2,
  anchor: "1795387399139.m5.nFCB9n8DjmT34So2SAHQ7_",
  person: 1,
  proof: "pin",
  act: "meal_attendance.record",
  input: { mealSessionId: 880, staffMemberId: 212, notes: "Achol\nsaid é" },
}
const text = writeAct(act)

test("an act is nine lines of text, each ended, with its input on one line", () => {
  expect(text).toBe(`field-office/act/1
raA57apgqHSyrtAdqDAwjw
2
9ubmVKT0NpIQ92_zIx5aURgAPXscvOL24w-QlQW7ANk
1795387399144 start_01 2
1795387399139.m5.nFCB9n8DjmT34So2SAHQ7_
1 pin
meal_attendance.record
{"mealSessionId":880,"staffMemberId":212,"notes":"Achol\\nsaid é"}
`)
  expect(readAct(text)).toEqual(act)
})
test.each([
  ["of another version", text.replace("act/1", "act/2")],
  ["without its last line end", text.slice(0, -1)],
  ["with a line more", `${text}\n`],
  ["with Windows line ends", text.replaceAll("\n", "\r\n")],
  ["with number 0", text.replace("\n2\n", "\n0\n")],
  ["whose input is a list", text.replace(/\{.*\}/, "[1]")],
  ["whose input is cut off", text.replace('é"}', "é}")],
  ["by an unknown proof", text.replace("1 pin", "1 word")],
  ["that is too long", text.replace("said", "said".repeat(5000))],
])("a text %s is no act", (_, other) => {
  expect(other).not.toBe(text)
  expect(readAct(other)).toBeUndefined()
})
