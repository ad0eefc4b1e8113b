/** `ops assets`: the register of equipment, its meters and its downtime. */
import { type Command, Option } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { paged, type Paging, printList, printWith } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { AssetAnswer } from "./contract.ts"
import { assetKinds, assetStatuses, meterUnits } from "./labels.ts"

export type Asset = typeof AssetAnswer.Type
const api = async () => (await import("./contract.ts")).AssetsApi

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "assetNumber", title: "Asset", kind: "text", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 0 },
  { key: "kind", title: "Kind", kind: "text", priority: 2 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "location", title: "Location", kind: "text", priority: 2 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "meterReading", title: "Meter", kind: "text", priority: 1 },
  { key: "meterUnit", title: "Unit", kind: "text", priority: 1 },
  { key: "downMinutes", title: "Down (min, 30 days)", kind: "integer", priority: 1 },
  { key: "nextDue", title: "Next maintenance", kind: "date", priority: 1 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns,
  { key: "statusSince", title: "Since", kind: "instant" },
  { key: "manufacturer", title: "Manufacturer", kind: "text" },
  { key: "model", title: "Model", kind: "text" },
  { key: "serialNumber", title: "Serial number", kind: "text" },
  { key: "inServiceSince", title: "In service since", kind: "date" },
  { key: "meterReadOn", title: "Meter read on", kind: "date" },
  { key: "inspectionMinutes", title: "Planned maintenance (min, 30 days)", kind: "integer" },
  { key: "openOrders", title: "Open orders", kind: "integer" },
  { key: "plans", title: "Plans", kind: "integer" },
  { key: "retiredReason", title: "Retired", kind: "text" },
]
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
const flat = (asset: Asset) => ({ ...asset, siteCode: asset.site.code })

/** The asset named by number or id. */
export const assetNamed = async (call: Call, command: Command, name: string): Promise<Asset> => {
  const contract = await api()
  if (/^[1-9]\d*$/.test(name)) return call(command, contract, (client) => client.assets.one({ params: { id: Number(name) } }))
  const number = name.toUpperCase()
  const found = await call(command, contract, (client) => client.assets.list({ query: { q: number, active: "true,false", limit: "1000" } }))
  const one = found.find(({ assetNumber }) => assetNumber === number)
  if (one) return one
  throw new Exit("refused", `There is no asset ${name} that you may see.`, { next: "Give a number like AST-0001, or an id. ops assets list shows them." })
}

interface Registering {
  readonly site: string
  readonly kind: (typeof assetKinds)[number]
  readonly location?: string
  readonly make?: string
  readonly model?: string
  readonly serial?: string
  readonly meter?: (typeof meterUnits)[number]
  readonly reading?: string
  readonly standby?: boolean
}

/** Adds `assets` to the program. */
export const addAssetCommands = (program: Command, call: Call): void => {
  const assets = program.command("assets").description("equipment: how it is, what its meters say, how long it was out of use")
  const print = async (command: Command, asset: Asset) =>
    (await import("@ops/platform/terminal/output.ts")).print(flat(asset), { ...commonOptions(command), columns: fieldColumns })

  addExamples(
    paged(
      assets
        .command("list")
        .description("list the assets you may see")
        .option("--status <words>", `${assetStatuses.join(", ")}; several with commas`)
        .addOption(new Option("--kind <word>", "of one kind").choices(assetKinds))
        .option("--site <code>", "of one site: its code, name or id")
        .option("--q <text>", "with this text")
        .option("--sort <order>", "by a field; a minus sign before it reverses the order")
        .option("--retired", "those that were taken out of the register"),
    ).action(
      async (
        { site, limit, all, retired, ...query }: Paging & { site?: string; status?: string; kind?: string; q?: string; sort?: string; retired?: boolean },
        command: Command,
      ) => {
        const contract = await api()
        const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
        const asked = { ...query, siteId, ...(retired && { active: "false" }) }
        await printList(
          command,
          { limit, all },
          listColumns,
          (page) => call(command, contract, (client) => client.assets.list({ query: { ...asked, ...page }, responseMode: "decoded-and-response" })),
          flat,
        )
      },
    ),
    [
      { line: "ops assets list", does: "the worst first: down, then under inspection" },
      { line: "ops assets list --site US --kind generator --sort -downMinutes", does: "by how long they were down" },
    ],
  )
  addExamples(
    assets
      .command("show <asset>")
      .description("one asset, with its downtime and readings")
      .action(async (name: string, _: object, command: Command) => {
        const asset = await assetNamed(call, command, name)
        await printWith(command, flat(asset), fieldColumns, { downtime: [asset.downtime, downtimeColumns], readings: [asset.readings, readingColumns] })
      }),
    [{ line: "ops assets show AST-0001 -o json", does: "by number, for a program" }],
  )
  addExamples(
    assets
      .command("register <name>")
      .description("register an asset")
      .requiredOption("--site <code>", "where it stands")
      .addOption(new Option("--kind <word>", "what it is").choices(assetKinds).makeOptionMandatory())
      .option("--location <text>", "where at the site")
      .option("--make <text>", "who made it")
      .option("--model <text>", "its model")
      .option("--serial <number>", "its serial number")
      .addOption(new Option("--meter <unit>", "what its meter counts").choices(meterUnits))
      .option("--reading <number>", "what the meter shows now")
      .option("--standby", "it works, and is not in use")
      .action(async (name: string, { site, kind, location, make, model, serial, meter, reading, standby }: Registering, command: Command) => {
        const contract = await api()
        const siteId = await siteNamed(call, command, site)
        const payload = {
          name,
          kind,
          siteId,
          location: location ?? "",
          manufacturer: make ?? "",
          model: model ?? "",
          serialNumber: serial ?? null,
          meterUnit: meter ?? null,
          meterReading: reading === undefined ? null : await thousandthsOf("--reading", reading),
          status: standby ? ("standby" as const) : ("operational" as const),
        }
        await print(command, await call(command, contract, (client) => client.assets.register({ payload })))
      }),
    [{ line: 'ops assets register "Generator 3" --site US --kind generator --meter hours --reading 1250', does: "gives it the next number" }],
  )
  addExamples(
    assets
      .command("status <asset> <status>")
      .description(`set the status of an asset: ${assetStatuses.join(", ")}`)
      .option("--reason <text>", "why; needed where it is down or under inspection")
      .action(async (name: string, status: string, { reason }: { reason?: string }, command: Command) => {
        const known = assetStatuses.find((each) => each === status)
        if (!known) throw new Exit("usage", `The status cannot be "${status}".`, { next: `It is one of: ${assetStatuses.join(", ")}` })
        const contract = await api()
        const { id } = await assetNamed(call, command, name)
        const payload = { status: known, reason: reason ?? "" }
        await print(command, await call(command, contract, (client) => client.assets.status({ params: { id }, payload })))
      }),
    [{ line: 'ops assets status AST-0002 down --reason "No fuel pressure"', does: "takes it out of use" }],
  )
  addExamples(
    assets
      .command("read <asset> <reading>")
      .description("record a meter reading")
      .option("--date <date>", "when it was read; today if not given")
      .option("--replaced", "a new meter was put in, which begins here")
      .action(async (name: string, reading: string, { date, replaced }: { date?: string; replaced?: boolean }, command: Command) => {
        const contract = await api()
        const { id } = await assetNamed(call, command, name)
        const payload = { reading: await thousandthsOf("The reading", reading), replaced: replaced ?? false, ...(date !== undefined && { date }) }
        await print(command, await call(command, contract, (client) => client.assets.read({ params: { id }, payload })))
      }),
    [{ line: "ops assets read AST-0001 12520.5", does: "plans by the meter make their orders from it" }],
  )
  addExamples(
    assets
      .command("retire <asset>")
      .description("retire an asset from the register; its history stays")
      .requiredOption("--reason <text>", "why")
      .option("--yes", "do not ask")
      .addOption(new Option("--dry-run", "only show whether it could be done").conflicts("yes"))
      .action(async (name: string, given: Deciding & { reason: string }, command: Command) => {
        const contract = await api()
        const asset = await assetNamed(call, command, name)
        const about = { question: `Retire ${asset.assetNumber} ${asset.name}?`, possible: asset.canRetire, name: asset.assetNumber, columns: fieldColumns }
        await decide(command, given, about, async () =>
          flat(await call(command, contract, (client) => client.assets.retire({ params: { id: asset.id }, payload: { reason: given.reason } }))),
        )
      }),
    [{ line: 'ops assets retire AST-0009 --reason "Sold"', does: "asks, then retires it" }],
  )
}

/** Thousandths of a number on the command line. */
export const thousandthsOf = async (option: string, text: string): Promise<number> => {
  const { parseQuantity } = await import("@ops/platform/quantity.ts")
  const found = parseQuantity(text)
  if (found === undefined) throw new Exit("usage", `${option} cannot be "${text}".`, { next: "Give a number with at most three decimals, such as 1250.5." })
  return found
}
