import { expect, test } from "vitest"
import { ApiError } from "./api.ts"
import { type Kept, makeOutbox } from "./outbox.ts"

interface DoorTap extends Kept {
  readonly staffNumber: string
  readonly attendanceDate: string
  readonly time: string
}

const tap = (key: string): DoorTap => ({ key, staffNumber: `FO-${key}`, attendanceDate: "2026-11-21", time: "06:00" })
/** A browser's storage, a server that answers as told, and the reported results. */
const place = (answers: ReadonlyArray<unknown>) => {
  const held = new Map<string, string>()
  const storage = { getItem: (name: string) => held.get(name) ?? null, setItem: (name: string, text: string) => void held.set(name, text) }
  const sent: Array<string> = []
  const heard: Array<string> = []
  const left = [...answers]
  const open = () => {
    const box = makeOutbox<string, DoorTap>({
      place: "door",
      storage,
      most: 1,
      keepsRefused: false,
      send: async ({ key }) => {
        sent.push(key)
        const answer = left.shift()
        if (answer instanceof Error) throw answer
        return String(answer)
      },
    })
    box.hear(({ key }, { state }) => void (state !== "sending" && heard.push(`${key} ${state}`)))
    return box
  }
  return { held, open, sent, heard }
}
const offline = new TypeError("Failed to fetch")

test("a confirmed tap is removed; an unanswered one waits, together with those behind it", async () => {
  const { open, sent, heard } = place(["ok", offline, offline, "ok", "ok"])
  const door = open()
  await door.add(tap("1"))
  await door.add(tap("2"))
  await door.add(tap("3"))
  expect(heard).toEqual(["1 recorded", "2 waiting", "2 waiting"])
  expect(door.kept().map(({ key }) => key)).toEqual(["2", "3"])
  await door.drain()
  expect(sent, "in their turn, under the same key").toEqual(["1", "2", "2", "2", "3"])
  expect(heard.slice(3)).toEqual(["2 recorded", "3 recorded"])
  expect(door.kept()).toEqual([])
})

test("waiting taps survive a page reload", async () => {
  const { open, heard } = place([offline, "ok"])
  await open().add(tap("1"))
  await open().drain()
  expect(heard).toEqual(["1 waiting", "1 recorded"])
})

test("a refused tap is reported once and not sent again; a tap from an ended session waits", async () => {
  const { open, heard, sent } = place([
    new ApiError(422, "There is no staff member with the number FO-1"),
    new ApiError(401, "Ended"),
    new ApiError(503, "Away"),
    "ok",
  ])
  const door = open()
  await door.add(tap("1"))
  expect(door.kept()).toEqual([])
  await door.add(tap("2"))
  await door.drain()
  await door.drain()
  expect(heard).toEqual(["1 refused", "2 waiting", "2 waiting", "2 recorded"])
  expect(sent).toEqual(["1", "2", "2", "2"])
})

test("taps made while another is being sent are sent once, after it", async () => {
  const { open, sent } = place(["ok", "ok", "ok"])
  const door = open()
  await Promise.all(["1", "2", "3"].map((key) => door.add(tap(key))))
  expect(sent).toEqual(["1", "2", "3"])
})

test("a truncated entry in storage is ignored", () => {
  const { held, open } = place([])
  held.set("door", '[{"key":')
  expect(open().kept()).toEqual([])
})
