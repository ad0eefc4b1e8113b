/** `ops vendors`: who sells to the company. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import type { vendors } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds `vendors` to the program. */
export const addVendorCommands = (program: Command, call: Call): void => {
  addResourceCommands<typeof vendors>(program, call, {
    screen,
    api: async () => (await import("./resource.ts")).VendorsApi,
    description: "who sells to the company",
    commands: {
      add: {
        flags: { contactPerson: "contact", email: "email", paymentTerms: "terms" },
        meanings: {
          vendorNumber: "your own number; sent again with the same content it is the same vendor",
          email: "where orders are mailed to",
          paymentTerms: "when their bills are due",
          currency: "of their bills",
        },
        question: ({ name }) => `Add the vendor ${name}?`,
        examples: [
          { line: 'ops vendors add --name "Nile Ropes" --email orders@ropes.example --terms net_15', does: "asks, then adds it" },
          { line: 'ops vendors add --name "Nile Ropes" --yes', does: "without asking" },
        ],
      },
    },
  })
}
