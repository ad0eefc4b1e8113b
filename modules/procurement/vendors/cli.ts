/** `ops vendors`: the suppliers of the company. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import type { vendors } from "./resource.ts"
import { screen } from "./screen.ts"

/** Finds a vendor by number, name or id. */
export const vendorNamed = async (call: Call, command: Command, name: string) => {
  const { VendorsApi } = await import("./resource.ts")
  const vendors = await call(command, VendorsApi, (client) => client.vendors.list({ query: {} }))
  const small = name.toLowerCase()
  const vendor = vendors.find((vendor) => [String(vendor.id), vendor.vendorNumber, vendor.name].some((word) => word.toLowerCase() === small))
  if (vendor) return vendor
  throw new Exit("usage", `There is no supplier "${name}".`, { next: `Name one of: ${vendors.map(({ vendorNumber }) => vendorNumber).join(", ")}` })
}

/** Adds `vendors` to the program. */
export const addVendorCommands = (program: Command, call: Call): void => {
  addResourceCommands<typeof vendors>(program, call, {
    screen,
    api: async () => (await import("./resource.ts")).VendorsApi,
    description: "suppliers",
    commands: {
      add: {
        flags: { contactPerson: "contact", email: "email", paymentTerms: "terms" },
        meanings: {
          vendorNumber: "your own number; sent again with the same content it is the same vendor",
          email: "e-mail address for orders",
          paymentTerms: "payment terms",
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
