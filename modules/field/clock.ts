/** A device may never connect again: its received and held acts are decided without it. */
import { Clock, Effect } from "effect"
import { clock } from "@ops/platform/clocks/clock.ts"
import { settleOpen } from "./acts/receiving.ts"

/** How long a packet in progress may decide its own acts, in ms. */
const own = 20_000

/** Decides acts still received or held: after a crash, and once a period was billed or released. */
export const settleLeft = Effect.flatMap(Clock.currentTimeMillis, (now) => settleOpen(null, new Date(now - own).toISOString()))

export const fieldClocks = [clock("field-acts", "* * * * *", { work: settleLeft, failed: "Records of devices could not be processed" })] as const
