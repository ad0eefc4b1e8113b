/** `ops alerts`: alerts and actions on them. `ops notifications`: how people are notified. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { alerts as resource } from "./resource.ts"
import { screen } from "./screen.ts"

/** The columns of the bell. */
const bellColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Alert", kind: "integer", priority: 0 },
  { key: "priority", title: "Priority", kind: "text", priority: 0 },
  { key: "title", title: "What", kind: "text", priority: 0 },
  { key: "type", title: "Kind", kind: "text", priority: 1 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "createdAt", title: "Raised", kind: "instant", priority: 1 },
]
const choiceColumns: ReadonlyArray<TableColumn> = [
  { key: "kind", title: "Kind", kind: "text", priority: 0 },
  { key: "label", title: "About", kind: "text", priority: 1 },
  { key: "told", title: "How", kind: "text", priority: 0 },
]

const api = async () => (await import("./resource.ts")).AlertsApi
const output = () => import("@ops/platform/terminal/output.ts")

const idOf = (name: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(name)) throw new Exit("usage", `"${name.slice(0, 40)}" is not the number of an alert.`, { next: "ops alerts list shows them." })
  return Number(name)
}

const words = { app: "app", mail: "mail", digest: "digest" } as const
const toldOf = (choice: { readonly app: boolean; readonly mail: boolean; readonly digest: boolean }) =>
  Object.keys(words)
    .filter((way) => choice[way as keyof typeof words])
    .join(", ") || "not at all"

const addAlerts = (program: Command, call: Call): void => {
  const {
    parent: alerts,
    columns,
    ask,
  } = addResourceCommands<typeof resource>(program, call, {
    screen,
    api,
    siteNamed,
    description: "alerts: low stock, late work, overdue invoices and more",
    byHand: ["read", "acknowledge", "assign"],
    columns: { priority: { priority: 0 }, title: { title: "What" }, type: { priority: 1 }, createdAt: { priority: 1 } },
    list: {
      description: "list the alerts you can see, most severe and newest first",
      flags: { type: "kind" },
      switches: { mine: { meaning: "only those assigned to you", gives: { assignedTo: "me" } } },
      next: ({ id }) => `ops alerts show ${id}`,
      examples: [
        { line: "ops alerts list", does: "what is open" },
        { line: "ops alerts list --kind stock --priority critical", does: "critical stock alerts" },
        { line: "ops alerts list --mine -o json", does: "your alerts, for a program" },
      ],
    },
    commands: {
      resolve: {
        immediate: true,
        meanings: { note: "how" },
        examples: [{ line: 'ops alerts resolve 12 --note "Diesel arrived this morning"', does: "with how" }],
      },
    },
  })
  alerts
    .command("acknowledge <alerts...>")
    .description("acknowledge alerts: others see that you are handling them")
    .examples({ line: "ops alerts acknowledge 12 13 14", does: "three together, all or none" })
    .action(async (names: ReadonlyArray<string>, _: object, command: Command) => {
      const [ids, contract] = [names.map(idOf), await api()]
      const { acknowledged } = await call(command, contract, (client) => client.alerts.acknowledgeMany({ payload: { ids } }))
      await (await output()).print({ acknowledged, alreadyTaken: ids.length - acknowledged }, commonOptions(command))
    })
  alerts
    .command("assign <alert>")
    .description("assign an alert to a person who handles its kind")
    .requiredOption("--to <person>", "the person's name, or number")
    .examples({ line: 'ops alerts assign 12 --to "Gatluak"', does: "by part of the name" })
    .action(async (name: string, { to }: { to: string }, command: Command) => {
      const [id, contract] = [idOf(name), await api()]
      const people = await call(command, contract, (client) => client.alerts.assignees({ params: { id } }))
      const wanted = to.trim().toLowerCase()
      const found = people.filter((person) => String(person.id) === wanted || person.name.toLowerCase().includes(wanted))
      const [one, another] = found
      if (!one)
        throw new Exit("usage", `There is no person named "${to.slice(0, 60)}" to whom this alert can be assigned.`, {
          next: `Name one of: ${people.map(({ name }) => name).join(", ")}`,
        })
      if (another)
        throw new Exit("usage", `"${to}" means ${found.length} people.`, { next: `Say which: ${found.map(({ id, name }) => `${name} (${id})`).join(", ")}` })
      const alert = await ask(command, (calls) => calls.assign({ params: { id }, payload: { to: one.id } }))
      await (await output()).print(alert, { ...commonOptions(command), columns })
    })
}

const addNotifications = (program: Command, call: Call): void => {
  const notifications = program.command("notifications").description("how you are notified of alerts: in the app, by e-mail immediately, in the daily digest")
  notifications
    .command("list")
    .description("your notifications, most severe and newest first")
    .option("--unread", "only unread ones")
    .examples({ line: "ops notifications list --unread", does: "what is new" })
    .action(async ({ unread }: { unread?: boolean }, command: Command) => {
      const told = await call(command, await api(), (client) => client.alerts.notifications({ query: {} }))
      const rows = told.alerts.filter(({ isRead }) => !unread || !isRead)
      await (await output()).print(rows, { ...commonOptions(command), columns: bellColumns })
      process.stderr.write(`${told.unread} unread\n`)
    })
  notifications
    .command("choices")
    .description("how you are notified of each kind of alert")
    .examples({ line: "ops notifications choices", does: "the kinds of alert you receive" })
    .action(async (_: object, command: Command) => {
      const choices = await call(command, await api(), (client) => client.alerts.choices({}))
      await (await output()).print(
        choices.map((choice) => ({ ...choice, told: toldOf(choice) })),
        { ...commonOptions(command), columns: choiceColumns },
      )
    })
  notifications
    .command("set <kind> <how>")
    .description("choose how you are notified of a kind: app, mail, digest, several separated by commas, or none; critical alerts always appear in the app")
    .examples(
      { line: "ops notifications set stock app,mail", does: "in the app and by e-mail immediately, not in the digest" },
      { line: "ops notifications set meals none", does: "none, except critical ones" },
    )
    .action(async (kind: string, how: string, _: object, command: Command) => {
      const ways = how === "none" ? [] : how.split(",").map((way) => way.trim())
      const strange = ways.find((way) => !(way in words))
      if (strange !== undefined)
        throw new Exit("usage", `"${strange.slice(0, 40)}" is not a way of being notified.`, {
          next: "Give app, mail, digest, several separated by commas, or none.",
        })
      const contract = await api()
      const known = await call(command, contract, (client) => client.alerts.choices({}))
      const kinds = kind === "all" ? known : known.filter((each) => each.kind === kind)
      if (kinds.length === 0)
        throw new Exit("usage", `You get no alerts of the kind "${kind.slice(0, 40)}".`, {
          next: `Name one of: ${known.map(({ kind }) => kind).join(", ")}, or all.`,
        })
      const chosen = { app: ways.includes("app"), mail: ways.includes("mail"), digest: ways.includes("digest") }
      const choices = Object.fromEntries(kinds.map((each) => [each.kind, kind === "all" ? { ...chosen, mail: chosen.mail && each.canMail } : chosen]))
      const after = await call(command, contract, (client) => client.alerts.choose({ payload: { choices } }))
      await (await output()).print(
        after.filter((choice) => choice.kind in choices).map((choice) => ({ ...choice, told: toldOf(choice) })),
        { ...commonOptions(command), columns: choiceColumns },
      )
    })
  notifications
    .command("digest")
    .description("send today's unsent digests, or show this morning's with --dry-run")
    .addOption(new Option("--dry-run", "only show it"))
    .option("--for <employee-id>", "with --dry-run: of another person, if you manage users")
    .examples(
      { line: "ops notifications digest --dry-run", does: "your digest, as it would be sent now" },
      { line: "ops notifications digest --dry-run --for FO-FIN-001", does: "another person's digest" },
    )
    .action(async ({ dryRun, for: employee }: { dryRun?: boolean; for?: string }, command: Command) => {
      const contract = await api()
      const { print, printNext } = await output()
      if (!dryRun) {
        if (employee !== undefined)
          throw new Exit("usage", "--for works only with --dry-run: digests are always sent to everyone.", { next: "Add --dry-run, or remove --for." })
        return print(await call(command, contract, (client) => client.alerts.sendDigests({})), commonOptions(command))
      }
      const digest = await call(command, contract, (client) => client.alerts.digest({ query: employee === undefined ? {} : { for: employee } }))
      const options = commonOptions(command)
      if (options.format === "json" || options.format === "ndjson") return print(digest, options)
      if (digest.text === null) return void process.stderr.write(`There is no news for ${digest.name}: no mail is sent.\n`)
      process.stderr.write(`To: ${digest.to ?? "no one (no address)"}\nSubject: ${digest.subject}\n\n`)
      process.stdout.write(`${digest.text}\n`)
      printNext("ops notifications choices")
    })
}

/** Adds the `alerts` and `notifications` commands to the program. */
export const addAlertCommands = (program: Command, call: Call): void => {
  addAlerts(program, call)
  addNotifications(program, call)
}
