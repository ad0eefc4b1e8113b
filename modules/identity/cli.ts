/** `ops login`, `logout`, `whoami`, and `ops users`: accounts, and the first account of an installation. */
import { hostname } from "node:os"
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { levelName, roles } from "@ops/platform/access/levels.ts"
import { needsSite } from "@ops/platform/access/site-scope.ts"
import type { Call, InProcess } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, printList, printRows } from "@ops/platform/terminal/lists.ts"
import { type CommonOptions, commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"

const meColumns: ReadonlyArray<TableColumn> = [
  { key: "employeeId", title: "Employee ID", kind: "text" },
  { key: "name", title: "Name", kind: "text" },
  { key: "levelName", title: "Level", kind: "text" },
  { key: "accessLevel", title: "Level number", kind: "integer" },
  { key: "position", title: "Position", kind: "text" },
  { key: "department", title: "Department", kind: "text" },
  { key: "siteName", title: "Site", kind: "text" },
  { key: "server", title: "Server", kind: "text" },
]
const userColumns: ReadonlyArray<TableColumn> = [
  { key: "employeeId", title: "Employee ID", kind: "text", priority: 0 },
  { key: "firstName", title: "First name", kind: "text", priority: 1 },
  { key: "lastName", title: "Last name", kind: "text", priority: 0 },
  { key: "levelName", title: "Level", kind: "text", priority: 2 },
  { key: "department", title: "Department", kind: "text", priority: 2 },
  { key: "position", title: "Position", kind: "text", priority: 3 },
  { key: "isActive", title: "Active", kind: "text", priority: 2 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...userColumns,
  { key: "role", title: "Role", kind: "text" },
  { key: "siteName", title: "Site", kind: "text" },
  { key: "email", title: "E-mail", kind: "text" },
  { key: "phoneNumber", title: "Phone number", kind: "text" },
  { key: "hireDate", title: "Here since", kind: "date" },
  { key: "lastLogin", title: "Last sign-in", kind: "instant" },
]
const newColumns: ReadonlyArray<TableColumn> = [
  { key: "employeeId", title: "Employee ID", kind: "text" },
  { key: "password", title: "Password", kind: "text" },
  { key: "expiresAt", title: "Good until", kind: "instant" },
]

const api = async () => (await import("./contract.ts")).IdentityApi
const isLocal = (command: Command) => command.optsWithGlobals()["local"] === true

/** The name of the token for this machine and profile: a new sign-in replaces the previous token. */
const tokenName = (profile: string) => `ops on ${hostname().slice(0, 30)}, ${profile.slice(0, 20)}`

const settings = async ({ profile, url }: CommonOptions) => (await import("@ops/platform/terminal/profile/profile.ts")).effective({ profile, url }, process.env)

/** Passwords are sent over plain http only within this machine. */
const checkPrivate = (url: string) => {
  const { protocol, hostname } = new URL(url)
  if (protocol === "https:" || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return
  throw new Exit("usage", `Passwords are not sent to ${url} over plain http.`, { next: "Use the https address of the server." })
}

const askEmployeeId = async (last: string | undefined) => {
  const { canAsk, terminal } = await import("@ops/platform/terminal/terminal.ts")
  if (!canAsk(terminal)) throw new Exit("usage", "Input required: Employee ID", { next: "Repeat the command with --employee-id." })
  const { isCancel, text } = await import("@clack/prompts")
  const answer = await text({
    message: "Employee ID",
    output: process.stderr,
    ...(last !== undefined && { initialValue: last }),
    validate: (typed) => (typed ? undefined : "Type it, or press Esc to cancel."),
  })
  if (isCancel(answer)) throw new Exit("cancelled", "Sign-in cancelled.")
  return answer
}

const signIn = async (
  call: Call,
  given: {
    readonly employeeId?: string
    readonly passwordFile?: string
    readonly tokenFile?: string
    readonly newPasswordFile?: string
    readonly scope?: string
  },
  command: Command,
) => {
  if (isLocal(command)) throw new Exit("usage", "Sign-in is not used with --local.", { next: "Name the acting person: --local --as EMPLOYEE_ID" })
  const [{ effective, saveProfile, saveToken }, { readSecret }, Redacted] = await Promise.all([
    import("@ops/platform/terminal/profile/profile.ts"),
    import("@ops/platform/terminal/confirm.ts"),
    import("effect/Redacted"),
  ])
  const options = commonOptions(command)
  // a new profile is created now, with the default address if none is given
  const known = await effective(options, process.env)
  const url = new URL(known.url.value).origin
  checkPrivate(url)
  const employeeId = given.employeeId ?? (await askEmployeeId(known.employeeId.value))
  const password = await readSecret(`Password of ${employeeId} at ${url}`, { file: given.passwordFile ?? given.tokenFile })
  const contract = await api()

  const cookieOf = (cookies: { readonly cookies: Readonly<Record<string, { readonly valueEncoded: string }>> }) => {
    const [session] = Object.entries(cookies.cookies)
    return { cookie: session && `${session[0]}=${session[1].valueEncoded}` }
  }
  const [user, begun] = await call(
    command,
    contract,
    (client) => client.signIn.login({ payload: { employeeId, password: Redacted.value(password) }, responseMode: "decoded-and-response" }),
    { cookie: undefined },
  )
  let session = cookieOf(begun.cookies)
  // a password set by another person is valid for one sign-in: a new one must be chosen before the command ends
  while (user.mustChangePassword) {
    process.stderr.write("This password was good for one sign-in. Choose one of your own; four or five words are easy to remember.\n")
    const chosen = await readSecret("New password", { file: given.newPasswordFile })
    const payload = { currentPassword: Redacted.value(password), newPassword: Redacted.value(chosen) }
    try {
      const [, changed] = await call(command, contract, (client) => client.auth.password({ payload, responseMode: "decoded-and-response" }), session)
      session = cookieOf(changed.cookies)
      break
    } catch (refusal) {
      if ((refusal as { status?: number }).status !== 422 || given.newPasswordFile !== undefined) throw refusal
      process.stderr.write(`${(refusal as Error).message}\n`)
    }
  }
  const name = tokenName(known.profile.value)
  const scopes = given.scope?.split(",").map((scope) => scope.trim())
  const before = await call(command, contract, (client) => client.auth.tokens(), session)
  const made = await call(command, contract, (client) => client.auth.makeToken({ payload: { name, ...(scopes && { scopes }) } }), session)
  await saveProfile(known.profile.value, { url, employeeId, ...(given.scope !== undefined && given.scope !== "all" && { scope: given.scope }) }, process.env)
  await saveToken(known.profile.value, () => made.token, process.env)
  for (const { id } of before.filter((token) => token.name === name)) {
    await call(command, contract, (client) => client.auth.endToken({ params: { id } }), session)
  }
  // from here on the token replaces the session
  await call(command, contract, (client) => client.auth.logout({ query: {} }), session)
  process.stderr.write(`Signed in at ${url} as ${user.firstName} ${user.lastName} (${employeeId}), until ${made.endsAt.slice(0, 10)}.\n`)
  if (known.profile.from !== "config.json" && known.profile.from !== "default") {
    process.stderr.write(`Commands use the profile ${known.profile.value} from now on. To change it: ops profile use NAME\n`)
  }
}

/** Revokes the token at the server and removes it here, even if the server does not answer. */
const signOut = async (call: Call, command: Command) => {
  if (isLocal(command)) throw new Exit("usage", "Sign-out is not used with --local.")
  const { removeToken } = await import("@ops/platform/terminal/profile/profile.ts")
  const { profile, token, url } = await settings(commonOptions(command))
  if (token.from === "OPS_TOKEN")
    throw new Exit("usage", "The token comes from the variable OPS_TOKEN, which this command cannot remove.", { next: "unset OPS_TOKEN" })
  if (!token.value) {
    process.stderr.write(`You are not signed in at ${url.value}.\n`)
    return
  }
  const contract = await api()
  const name = tokenName(profile.value)
  try {
    const tokens = await call(command, contract, (client) => client.auth.tokens())
    for (const { id } of tokens.filter((token) => token.name === name)) {
      await call(command, contract, (client) => client.auth.endToken({ params: { id } })).catch((refusal) => {
        if (refusal?.status !== 404 && refusal?.status !== 401) throw refusal
      })
    }
    process.stderr.write(`Signed out at ${url.value}.\n`)
  } catch (error) {
    if ((error as { status?: number }).status === 401) process.stderr.write(`The token at ${url.value} had already expired.\n`)
    else process.stderr.write(`${url.value} did not answer. The token was removed from this machine; on the server it stays valid for up to 30 days.\n`)
  } finally {
    await removeToken(profile.value, process.env)
  }
}

/** A person in the directory: users who only pick a person get fewer fields. */
interface User {
  readonly id: string
  readonly employeeId: string
  readonly firstName: string
  readonly lastName: string
  readonly accessLevel?: number
  readonly allSites?: boolean
  readonly site?: { readonly name: string } | null
}

/** The text shown as the site of a person without one. */
const sitesWithoutOne = ({ accessLevel = 0, allSites = false }: Pick<User, "accessLevel" | "allSites">) =>
  allSites || !needsSite(accessLevel) ? "all sites" : "none"

/** The person with additional fields for tables. */
const shown = (user: User) => ({
  ...user,
  ...(user.accessLevel !== undefined && { levelName: levelName(user.accessLevel) }),
  ...(user.site !== undefined && { siteName: user.site?.name ?? sitesWithoutOne(user) }),
})

const printUser = async (user: unknown, command: Command) => {
  await printRows(command, shown(user as User), fieldColumns)
}

/** The person with exactly this employee ID. */
const userNamed = async (call: Call, command: Command, employeeId: string): Promise<User> => {
  const found = await call(command, await api(), (client) => client.users.list({ query: { q: employeeId, limit: "1000" } }))
  const user = (found as ReadonlyArray<User>).find((user) => user.employeeId === employeeId)
  if (user) return user
  throw new Exit("refused", `There is no employee ${employeeId} that you may see.`, { next: `ops users list --q ${employeeId}` })
}

/** The path parameters of the person, once the user has confirmed the question. */
const agreed = async (call: Call, command: Command, employeeId: string, given: { readonly yes?: boolean }, question: (user: string) => string) => {
  const { id, firstName, lastName } = await userNamed(call, command, employeeId)
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(question(`${firstName} ${lastName} (${employeeId})`), given)
  return { params: { id: Number(id) } }
}

/** The options of `users add` and `users change`. */
interface Given {
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  readonly phone?: string
  readonly role?: (typeof roles)[number]
  readonly level?: string
  readonly department?: string
  readonly position?: string
  readonly site?: string
  readonly allSites?: boolean
  readonly supervisor?: string
  readonly hireDate?: string
  readonly yes?: boolean
}

/** The given options as the contract's payload. An empty text clears the field. */
const factsOf = async (call: Call, command: Command, given: Given) => {
  const { firstName, lastName, email, phone, role, level, department, position, site, allSites, supervisor, hireDate } = given
  if (level !== undefined && !/^([1-9]|10)$/.test(level))
    throw new Exit("usage", `--level cannot be "${level}".`, { next: "Give a whole number from 1 to 10." })
  return {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phoneNumber: phone }),
    ...(role !== undefined && { role }),
    ...(department !== undefined && { department }),
    ...(position !== undefined && { position }),
    ...(level !== undefined && { accessLevel: Number(level) }),
    ...(site !== undefined && { siteId: site === "" ? null : await siteNamed(call, command, site) }),
    ...(allSites !== undefined && { allSites }),
    ...(supervisor !== undefined && { supervisor: supervisor === "" ? null : Number((await userNamed(call, command, supervisor)).id) }),
    ...(hireDate !== undefined && { hireDate: hireDate || null }),
  }
}

/** Adds the `login`, `logout`, `whoami` and `users` commands to the program. */
export const addIdentityCommands = (program: Command, call: Call, inProcess: InProcess): void => {
  program
    .command("login")
    .description("sign in with employee ID and password; the token is stored on this machine")
    .option("--employee-id <id>", "instead of typing it")
    .option("--password-file <path>", "read the password from a file; - is standard input")
    .addOption(new Option("--token-file <path>", "former name of this option").hideHelp())
    .option("--new-password-file <path>", "the password to choose, where the first was given to you")
    .option("--scope <scopes>", "what the token may be used for: all, read, or areas: audit:read, stock:write …", "all")
    .examples(
      { line: "ops login", does: "asks for employee ID and password" },
      { line: "ops login --profile juba --url https://ops.example.com", does: "makes a profile for another server" },
      { line: "ops login --employee-id FO-CEO-001 --password-file - < password.txt", does: "for scripts: the password comes from a file" },
      { line: "ops login --profile audit --scope audit:read", does: "for auditors: a token that reads the log and the past, and nothing else" },
    )
    .action((given, command: Command) => signIn(call, given, command))
  program
    .command("logout")
    .description("end the token of this machine and remove it")
    .examples({ line: "ops logout", does: "of the profile in use" }, { line: "ops logout --profile juba", does: "of another one" })
    .action((_, command: Command) => signOut(call, command))
  program
    .command("whoami")
    .description("who is signed in, where, and with which permissions")
    .examples({ line: "ops whoami", does: "in a few lines" }, { line: "ops whoami --json --fields permissions", does: "the permissions, for a program" })
    .action(async (_, command: Command) => {
      const user = await call(command, await api(), (client) => client.auth.user())
      const options = commonOptions(command)
      const { print } = await import("@ops/platform/terminal/output.ts")
      const server = isLocal(command) ? "this machine" : (await settings(options)).url.value
      await print(
        { ...user, name: `${user.firstName} ${user.lastName}`, siteName: user.site?.name ?? sitesWithoutOne(user), server },
        { ...options, columns: meColumns },
      )
    })

  const users = program.command("users").description("people with an account")
  paged(
    users
      .command("list")
      .description("list people")
      .option("--department <name>", "of one department")
      .option("--q <text>", "with this text in ID, name, position or department"),
  )
    .examples({ line: "ops users list", does: "everyone you can see" }, { line: "ops users list --q catering -o csv", does: "people of catering, as CSV" })
    .action(async ({ department, q, limit, all }, command: Command) => {
      const contract = await api()
      await printList(
        command,
        { limit, all },
        userColumns,
        (page) => call(command, contract, (client) => client.users.list({ query: { department, q, ...page }, responseMode: "decoded-and-response" })),
        (person) => shown(person as User),
      )
    })
  const facts = (command: Command) =>
    command
      .option("--email <address>", "e-mail address")
      .option("--phone <number>", "phone number")
      .addOption(new Option("--role <role>", "role in the company").choices(roles))
      .option("--level <level>", "access level, 1 to 10; defaults to the role's level for a new person")
      .option("--department <name>", "department")
      .option("--position <name>", "position")
      .option("--site <code>", "the site they belong to: its code, name or id; up to level 6 they see this site only")
      .option("--all-sites", "they see every site; instead of --site")
      .option("--no-all-sites", "they can no longer see all sites")
      .option("--supervisor <employee-id>", "supervisor")
      .option("--hire-date <day>", "hire date: 2026-11-21")
      .option("--yes", "do not ask")

  facts(
    users
      .command("add <employee-id>")
      .description("add a person, who can sign in once they have a password")
      .requiredOption("--first-name <name>", "first name")
      .requiredOption("--last-name <name>", "last name")
      .option("--first", "create the first account (level 10), on the database's machine"),
  )
    .examples(
      { line: "ops users add CEO-1 --first --first-name Achol --last-name Deng", does: "the first account: prints a password for one sign-in" },
      { line: "ops users add FO-OPS-009 --first-name Nyibol --last-name Kuol --department catering --site US", does: "asks, then adds a field operative" },
      {
        line: "ops users add FO-SUP-002 --first-name Deng --last-name Garang --role supervisor --site PA --yes -o json",
        does: "without asking, for a program",
      },
    )
    .action(
      async (employeeId: string, given: Given & { readonly firstName: string; readonly lastName: string; readonly first?: boolean }, command: Command) => {
        const { firstName, lastName, email, first } = given
        const [{ confirm }, { print, printNext }] = await Promise.all([import("@ops/platform/terminal/confirm.ts"), import("@ops/platform/terminal/output.ts")])
        if (first) {
          await confirm(`Add ${firstName} ${lastName} as ${employeeId}, with full access?`, given)
          const { addFirstPerson } = await import("./setup.ts")
          const added = await inProcess(addFirstPerson({ employeeId, firstName, lastName, email: email ?? null }))
          await print(added, { ...commonOptions(command), columns: newColumns })
          process.stderr.write("The password is shown only once and is valid for one sign-in, when a new one must be chosen.\n")
          return printNext(`ops login --employee-id ${employeeId}`)
        }
        const payload = { ...(await factsOf(call, command, given)), employeeId, firstName, lastName }
        await confirm(`Add ${firstName} ${lastName} as ${employeeId}?`, given)
        const contract = await api()
        await printUser(await call(command, contract, (client) => client.users.add({ payload })), command)
        printNext(`ops users reset-password ${employeeId}`)
      },
    )
  facts(
    users
      .command("change <person>")
      .description('change the details of a person; "" empties a field')
      .option("--first-name <name>", "first name")
      .option("--last-name <name>", "last name"),
  )
    .examples(
      { line: "ops users change FO-OPS-009 --position Cook --site PA", does: "asks, then changes both" },
      { line: "ops users change FO-OPS-009 --level 6 --yes", does: "the level, without asking" },
      { line: "ops users change FO-MGT-001 --level 10", does: "requests level 10, which another person must confirm" },
    )
    .action(async (name: string, given: Given, command: Command) => {
      const payload = await factsOf(call, command, given)
      if (Object.keys(payload).length === 0) throw new Exit("usage", "There is nothing to change.", { next: "ops users change --help" })
      const { params } = await agreed(call, command, name, given, (user) => `Change ${Object.keys(payload).join(", ")} of ${user}?`)
      const contract = await api()
      await printUser(await call(command, contract, (client) => client.users.change({ params, payload })), command)
    })
  users
    .command("confirm-level <person>")
    .description("confirm level 10, which another person has requested")
    .option("--yes", "do not ask")
    .examples({ line: "ops users confirm-level FO-MGT-001", does: "asks, then grants full access" })
    .action(async (name: string, given: Given, command: Command) => {
      const { params } = await agreed(call, command, name, given, (user) => `Give ${user} level 10, full access?`)
      const contract = await api()
      await printUser(await call(command, contract, (client) => client.users.confirmLevel({ params })), command)
    })
  users
    .command("suspend <person>")
    .description("suspend a person: they are signed out everywhere and cannot sign in")
    .requiredOption("--reason <text>", "the reason, kept in the log")
    .option("--yes", "do not ask")
    .examples(
      { line: 'ops users suspend FO-OPS-009 --reason "Left the company"', does: "asks, then suspends" },
      { line: 'ops users suspend FO-OPS-009 --reason "Left the company" --yes', does: "without asking" },
    )
    .action(async (name: string, given: { readonly reason: string; readonly yes?: boolean }, command: Command) => {
      const { params } = await agreed(call, command, name, given, (user) => `Suspend ${user}?`)
      const contract = await api()
      await printUser(await call(command, contract, (client) => client.users.suspend({ params, payload: { reason: given.reason } })), command)
    })
  users
    .command("reinstate <person>")
    .description("reinstate a suspended person")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops users reinstate FO-OPS-009", does: "asks, then reinstates" },
      { line: "ops users reinstate FO-OPS-009 --yes", does: "without asking" },
    )
    .action(async (name: string, given: { readonly yes?: boolean }, command: Command) => {
      const { params } = await agreed(call, command, name, given, (user) => `Reinstate ${user}?`)
      const contract = await api()
      await printUser(await call(command, contract, (client) => client.users.reinstate({ params })), command)
    })
  users
    .command("reset-password <people...>")
    .description("give people a password for one sign-in each; their open sessions end")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops users reset-password FO-OPS-009", does: "asks, then prints the password" },
      { line: "ops users reset-password FO-OPS-009 FO-OPS-010 -o csv > passwords.csv", does: "asks once, then writes a list to hand out" },
      { line: "ops users reset-password FO-OPS-009 --yes -o json", does: "without asking, for a program" },
    )
    .action(async (names: ReadonlyArray<string>, given: { readonly yes?: boolean }, command: Command) => {
      const [contract, { print }, { confirm }] = await Promise.all([
        api(),
        import("@ops/platform/terminal/output.ts"),
        import("@ops/platform/terminal/confirm.ts"),
      ])
      // all are found before the first gets another password
      const found: Array<User> = []
      for (const name of new Set(names)) found.push(await userNamed(call, command, name))
      const [first] = found
      const nameOf = ({ firstName, lastName, employeeId }: User) => `${firstName} ${lastName} (${employeeId})`
      await confirm(`Give ${found.length === 1 ? nameOf(first!) : `each of ${found.length} people`} another password?`, given)
      const fresh: Array<object> = []
      let failure: unknown
      for (const { id } of found) {
        const made = await call(command, contract, (client) => client.users.resetPassword({ params: { id: Number(id) } })).catch((error: unknown) => {
          failure = error
        })
        if (!made) break
        fresh.push(made)
      }
      // those that were given are shown even if another is refused: they cannot be read again
      if (fresh.length > 0) {
        await print(found.length === 1 ? fresh[0]! : fresh, { ...commonOptions(command), columns: newColumns })
        process.stderr.write("A password is shown only once and is valid for one sign-in within three days, when a new one must be chosen.\n")
      }
      if (failure === undefined) return
      if (found.length > 1)
        process.stderr.write(
          `Without another password: ${found
            .slice(fresh.length)
            .map(({ employeeId }) => employeeId)
            .join(", ")}\n`,
        )
      throw failure
    })
}
