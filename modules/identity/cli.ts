/** `ops login`, `logout`, `whoami`, and `ops users`: who works with the program, and the first account of an installation. */
import { hostname } from "node:os"
import type { Command } from "commander"
import type { Call, InProcess } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { type CommonOptions, commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"

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
const newColumns: ReadonlyArray<TableColumn> = [
  { key: "employeeId", title: "Employee ID", kind: "text" },
  { key: "password", title: "Password", kind: "text" },
  { key: "expiresAt", title: "Good until", kind: "instant" },
]

const api = async () => (await import("./contract.ts")).IdentityApi
const isLocal = (command: Command) => command.optsWithGlobals()["local"] === true

/** The token of this machine and profile: a new sign-in takes the place of the one before. */
const tokenName = (profile: string) => `ops on ${hostname().slice(0, 30)}, ${profile.slice(0, 20)}`

const settings = async ({ profile, url }: CommonOptions) => (await import("@ops/platform/terminal/profile.ts")).effective({ profile, url }, process.env)

/** A password goes over plain http only within this machine. */
const checkPrivate = (url: string) => {
  const { protocol, hostname } = new URL(url)
  if (protocol === "https:" || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return
  throw new Exit("usage", `A password does not go to ${url} over plain http.`, { next: "Use the https address of the server." })
}

const askEmployeeId = async (last: string | undefined) => {
  const { canAsk, terminal } = await import("@ops/platform/terminal/terminal.ts")
  if (!canAsk(terminal)) throw new Exit("usage", "This needs an answer: Employee ID", { next: "Repeat the command with --employee-id." })
  const { isCancel, text } = await import("@clack/prompts")
  const answer = await text({
    message: "Employee ID",
    output: process.stderr,
    ...(last !== undefined && { initialValue: last }),
    validate: (typed) => (typed ? undefined : "Type it, or press Esc to cancel."),
  })
  if (isCancel(answer)) throw new Exit("cancelled", "Cancelled; nobody was signed in.")
  return answer
}

const signIn = async (
  call: Call,
  given: { readonly employeeId?: string; readonly tokenFile?: string; readonly newPasswordFile?: string },
  command: Command,
) => {
  if (isLocal(command)) throw new Exit("usage", "With --local there is no signing in.", { next: "Say who acts: --local --as EMPLOYEE_ID" })
  const [{ effective, saveProfile, saveToken }, { readSecret }, Redacted] = await Promise.all([
    import("@ops/platform/terminal/profile.ts"),
    import("@ops/platform/terminal/confirm.ts"),
    import("effect/Redacted"),
  ])
  const options = commonOptions(command)
  // a profile that does not exist yet is made now, for the usual address if none is given
  const known = await effective(options, process.env)
  const url = new URL(known.url.value).origin
  checkPrivate(url)
  const employeeId = given.employeeId ?? (await askEmployeeId(known.employeeId.value))
  const password = await readSecret(`Password of ${employeeId} at ${url}`, { file: given.tokenFile })
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
  // a password that somebody else chose opens the door once: whoever is inside must not leave without one of his own
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
  const before = await call(command, contract, (client) => client.auth.tokens(), session)
  const made = await call(command, contract, (client) => client.auth.makeToken({ payload: { name } }), session)
  await saveProfile(known.profile.value, { url, employeeId }, process.env)
  await saveToken(known.profile.value, Redacted.make(made.token), process.env)
  for (const { id } of before.filter((token) => token.name === name)) {
    await call(command, contract, (client) => client.auth.endToken({ params: { id } }), session)
  }
  // the token does from here on what the session was for
  await call(command, contract, (client) => client.auth.logout(), session)
  process.stderr.write(`Signed in at ${url} as ${user.firstName} ${user.lastName} (${employeeId}), until ${made.endsAt.slice(0, 10)}.\n`)
}

/** Ends the token at the server and forgets it here; here also when the server does not answer. */
const signOut = async (call: Call, command: Command) => {
  if (isLocal(command)) throw new Exit("usage", "With --local nobody is signed in.")
  const { removeToken } = await import("@ops/platform/terminal/profile.ts")
  const { profile, token, url } = await settings(commonOptions(command))
  if (token.from === "OPS_TOKEN") throw new Exit("usage", "The token is in OPS_TOKEN, which is not ours to forget.", { next: "unset OPS_TOKEN" })
  if (!token.value) {
    process.stderr.write(`Nobody is signed in at ${url.value}.\n`)
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
    if ((error as { status?: number }).status === 401) process.stderr.write(`The token at ${url.value} had ended already.\n`)
    else process.stderr.write(`${url.value} did not answer. The token is forgotten here; there it lives on for 30 days at most.\n`)
  } finally {
    await removeToken(profile.value, process.env)
  }
}

/** Adds `login`, `logout`, `whoami` and `users` to the program. */
export const addIdentityCommands = (program: Command, call: Call, inProcess: InProcess): void => {
  addExamples(
    program
      .command("login")
      .description("sign in with employee ID and password; the token for it is kept on this machine")
      .option("--employee-id <id>", "instead of typing it")
      .option("--token-file <path>", "read the password from a file; - is standard input")
      .option("--new-password-file <path>", "the password to choose, where the first was given to you")
      .action((given, command: Command) => signIn(call, given, command)),
    [
      { line: "ops login", does: "asks for employee ID and password" },
      { line: "ops login --profile juba --url https://ops.example.com", does: "makes a profile for another server" },
      { line: "ops login --employee-id FO-CEO-001 --token-file - < password.txt", does: "for scripts: the password comes from a file" },
    ],
  )
  addExamples(
    program
      .command("logout")
      .description("end the token of this machine and forget it")
      .action((_, command: Command) => signOut(call, command)),
    [
      { line: "ops logout", does: "of the profile in use" },
      { line: "ops logout --profile juba", does: "of another one" },
    ],
  )
  addExamples(
    program
      .command("whoami")
      .description("who is signed in, where, and what they may do")
      .action(async (_, command: Command) => {
        const user = await call(command, await api(), (client) => client.auth.user())
        const options = commonOptions(command)
        const { print } = await import("@ops/platform/terminal/output.ts")
        const server = isLocal(command) ? "this machine" : (await settings(options)).url.value
        await print(
          { ...user, name: `${user.firstName} ${user.lastName}`, siteName: user.site?.name ?? "all sites", server },
          { ...options, columns: meColumns },
        )
      }),
    [
      { line: "ops whoami", does: "in a few lines" },
      { line: "ops whoami --json --fields permissions", does: "the permissions, for a program" },
    ],
  )

  const users = program.command("users").description("the people who can sign in")
  addExamples(
    users
      .command("list")
      .description("list the people you may see")
      .option("--department <name>", "of one department")
      .option("--q <text>", "with this text in ID, name, position or department")
      .action(async ({ department, q }, command: Command) => {
        const people = await call(command, await api(), (client) => client.users.list({ query: { department, q } }))
        const { print } = await import("@ops/platform/terminal/output.ts")
        const { levelName } = await import("@ops/platform/access/levels.ts")
        const rows = (people as ReadonlyArray<{ readonly accessLevel?: number }>).map((person) => ({
          ...person,
          ...(person.accessLevel !== undefined && { levelName: levelName(person.accessLevel) }),
        }))
        await print(rows, { ...commonOptions(command), columns: userColumns })
      }),
    [
      { line: "ops users list", does: "everybody you may see" },
      { line: "ops users list --q catering -o csv", does: "those of catering, as CSV" },
    ],
  )
  addExamples(
    users
      .command("add <employee-id>")
      .description("add the first account of an installation (level 10), on the machine of its database")
      .requiredOption("--first-name <name>", "first name")
      .requiredOption("--last-name <name>", "last name")
      .option("--email <address>", "e-mail address")
      .option("--yes", "do not ask")
      .action(async (employeeId: string, { firstName, lastName, email, yes }, command: Command) => {
        const { confirm } = await import("@ops/platform/terminal/confirm.ts")
        await confirm(`Add ${firstName} ${lastName} as ${employeeId}, with full access?`, { yes })
        const { addFirstPerson } = await import("./setup.ts")
        const added = await inProcess(addFirstPerson({ employeeId, firstName, lastName, email: email ?? null }))
        const { print, printNext } = await import("@ops/platform/terminal/output.ts")
        await print(added, { ...commonOptions(command), columns: newColumns })
        process.stderr.write("The password is shown this once, and is good for one sign-in, at which another is chosen.\n")
        printNext(`ops login --employee-id ${employeeId}`)
      }),
    [
      { line: "ops users add CEO-1 --first-name Achol --last-name Deng", does: "asks, then prints a password for one sign-in" },
      { line: "ops users add CEO-1 --first-name Achol --last-name Deng --email a@example.com --yes -o json", does: "without asking, for a program" },
    ],
  )
}
