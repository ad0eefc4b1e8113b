/** `ops assets`: the register of equipment, its meters and its downtime. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addResourceCommands, finderOf } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { assets } from "./resource.ts"
import { screen } from "./screen.ts"

const api = async () => (await import("./resource.ts")).AssetsApi

const downtimeColumns: ReadonlyArray<TableColumn> = [
  { key: "from", title: "From", kind: "instant", priority: 0 },
  { key: "to", title: "To", kind: "instant", priority: 0 },
  { key: "orderNumber", title: "Order", kind: "text", priority: 0 },
  { key: "planned", title: "Planned", kind: "text", priority: 1 },
  { key: "reason", title: "Reason", kind: "text", priority: 1 },
]
const readingColumns: ReadonlyArray<TableColumn> = [
  { key: "date", title: "Read on", kind: "date", priority: 0 },
  { key: "reading", title: "Reading", kind: "text", priority: 0 },
  { key: "replaced", title: "New meter", kind: "text", priority: 1 },
]

const flags = { manufacturer: "make", serialNumber: "serial", meterReading: "reading" } as const

/** Finds an asset by number or id. */
export const findAsset = (call: Call) => finderOf<typeof assets>(call, { screen, api })

/** Adds the `assets` commands to the program. */
export const addAssetCommands = (program: Command, call: Call): void => {
  addResourceCommands<typeof assets>(program, call, {
    screen,
    api,
    description: "equipment: condition, meter readings and downtime",
    siteNamed,
    columns: { inspectionMinutes: { title: "Planned maintenance in 30 days (minutes)" } },
    list: {
      description: "list assets",
      switches: { retired: { meaning: "retired assets", gives: { active: "false" } } },
      examples: [
        { line: "ops assets list", does: "most severe first: down, then under inspection" },
        { line: "ops assets list --site US --kind generator --sort -downMinutes", does: "by downtime" },
      ],
    },
    show: {
      description: "one asset, with its downtime, readings and history",
      tables: ({ downtime, readings }) => ({ downtime: [downtime, downtimeColumns], readings: [readings, readingColumns] }),
      examples: [{ line: "ops assets show AST-0001 -o json", does: "by number, for a program" }],
    },
    commands: {
      register: {
        arguments: ["name"],
        flags,
        meanings: {
          name: "name",
          kind: "what it is",
          status: "status",
          meterReading: "current meter reading",
          location: "location at the site",
          manufacturer: "manufacturer",
          meterUnit: "unit of its meter",
          notes: "anything else",
        },
        switches: { standby: { meaning: "working, but not in use", gives: { status: "standby" } } },
        immediate: true,
        examples: [{ line: 'ops assets register "Generator 3" --site US --kind generator --meter hours --reading 1250', does: "gives it the next number" }],
      },
      setStatus: {
        verb: "status",
        arguments: ["status"],
        meanings: { status: "new status", reason: "why; needed where it is down or under inspection" },
        immediate: true,
        examples: [{ line: 'ops assets status AST-0002 down --reason "No fuel pressure"', does: "takes it out of use" }],
      },
      readMeter: {
        verb: "read",
        arguments: ["reading"],
        meanings: {
          reading: "meter reading",
          date: "when it was read; today if not given",
          replaced: "a new meter was installed, which starts at this reading",
        },
        immediate: true,
        examples: [{ line: "ops assets read AST-0001 12520.5", does: "meter-based plans create orders from it" }],
      },
      change: {
        flags,
        question: ({ assetNumber, name }) => `Change ${assetNumber} ${name}?`,
        examples: [{ line: 'ops assets change AST-0001 --location "Power house 2"', does: "asks, then changes only this" }],
      },
      retire: {
        question: ({ assetNumber, name }) => `Retire ${assetNumber} ${name}?`,
        examples: [{ line: 'ops assets retire AST-0009 --reason "Sold"', does: "asks, then retires it" }],
      },
    },
  })
}
