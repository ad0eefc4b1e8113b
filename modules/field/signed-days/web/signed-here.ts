/** The sheet of a day with what was signed on this device, until the office has recorded that: it is not offered to be signed twice. */
import { readSheet, writeSheet } from "@ops/platform/access/day-sheet.ts"
import type { KeptAct } from "@ops/platform/ui/device/device-store.ts"
import type { DayAnswer } from "../resource.ts"
import type { Signing } from "../signed-day.ts"

type Day = typeof DayAnswer.Type
const open: ReadonlySet<KeptAct["state"]> = new Set(["waiting", "received", "held"])

export const signedHere = (day: Day, acts: ReadonlyArray<Pick<KeptAct, "act" | "state" | "input">>): Day =>
  acts.reduce((of, { act, state, input }) => {
    if (act !== "signed_day.sign" || !open.has(state)) return of
    const { text, signedBy, disputes } = input as Signing
    const [sheet, now] = [readSheet(text), readSheet(of.text)]
    if (!sheet || !now || sheet.siteId !== of.siteId || sheet.clientId !== of.clientId || sheet.date !== of.date) return of
    const isDisputed = (id: number) => disputes.some(({ sessionId }) => sessionId === id)
    const has = (id: number) => sheet.meals.some(({ sessionId }) => sessionId === id)
    const hasService = (id: number) => sheet.services?.some(({ orderId }) => orderId === id) ?? false
    const services = now.services?.filter(({ orderId }) => !hasService(orderId)) ?? []
    return {
      ...of,
      text: writeSheet({ ...now, meals: now.meals.filter(({ sessionId }) => !has(sessionId) || isDisputed(sessionId)), services }),
      services: of.services.filter(({ orderId }) => !hasService(orderId)),
      meals: of.meals.map((meal) =>
        !has(meal.sessionId) || meal.signature === "signed"
          ? meal
          : { ...meal, ...(isDisputed(meal.sessionId) ? { signature: "disputed" as const } : { signature: "signed" as const, signedBy, signedSheet: null }) },
      ),
    }
  }, day)
