/** `ops rates changes`: changing the rate of a day that already has one takes two people. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import type { rateChanges } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds `changes` to `rates`. */
export const addRateChanges = (rates: Command, call: Call): void => {
  addResourceCommands<typeof rateChanges>(rates, call, {
    screen,
    api: async () => (await import("./resource.ts")).RateChangesApi,
    name: "rates changes",
    description: "changes of rates: one person proposes, another confirms",
    columns: { was: { title: "Was (SSP per USD)", currency: null }, rate: { title: "New (SSP per USD)", priority: 0, currency: null } },
    list: { examples: [{ line: "ops rates changes list --status proposed", does: "changes awaiting a second person" }] },
    commands: {
      propose: {
        arguments: ["rate"],
        meanings: { rate: "SSP for one dollar", from: "the first day it applies", source: "source" },
        question: (_, { rate, type, from }) => `Propose ${rate} SSP per USD as the ${type} rate from ${from}? Another person confirms it.`,
        examples: [{ line: 'ops rates changes propose 1355.50 --from 2026-11-02 --reason "Mistyped"', does: "asks, then proposes it" }],
      },
      confirm: {
        question: ({ changeNumber, type, from, was, rate }) => `Confirm ${changeNumber}: the ${type} rate from ${from} is ${rate} instead of ${was}?`,
      },
    },
  })
}
