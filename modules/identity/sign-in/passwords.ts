/** Passwords: hashing, comparison, and rules for acceptable ones. */
import { randomBytes } from "node:crypto"
import { hash as argon2, verify as compare } from "@node-rs/argon2"
import { Context, Effect, Layer, Redacted, Semaphore } from "effect"
import { Config, defaultDemoPassword } from "@ops/platform/config.ts"
import { Rejection } from "@ops/platform/records/command.ts"

/** argon2id (the library's default kind), 19 MiB, two passes; the pepper is not in the database. */
const options = (pepper: Redacted.Redacted) => ({
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  secret: Buffer.from(Redacted.value(pepper)),
})

/** The hash of a password, with its own salt. Composed and decomposed letters are equal. */
export const hashPassword = (pepper: Redacted.Redacted, password: string) => Effect.promise(() => argon2(password.normalize("NFC"), options(pepper)))

export const matches = (pepper: Redacted.Redacted, hash: string, password: string) =>
  Effect.promise(() => compare(hash, password.normalize("NFC"), options(pepper)))

/** At most two at a time, since each needs 19 MiB and a processor; and a limited number may wait. */
const atOnce = 2
const waitingAtMost = 20

export class Passwords extends Context.Service<
  Passwords,
  {
    /** Queues hashing and comparing; 503 if too many are waiting. */
    readonly inTurn: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Rejection, R>
    readonly hash: (password: string) => Effect.Effect<string>
    /** Whether the password is correct. Without a hash a made-up one is compared, so that it takes the same time. */
    readonly matches: (hash: string | null, password: string) => Effect.Effect<boolean>
  }
>()("@ops/identity/Passwords") {
  static readonly layer = Layer.effect(
    Passwords,
    Effect.gen(function* () {
      const { pepper } = yield* Config
      const nobodys = yield* hashPassword(pepper, randomBytes(32).toString("base64url"))
      const turns = yield* Semaphore.make(atOnce)
      let inside = 0
      return {
        inTurn: <A, E, R>(work: Effect.Effect<A, E, R>) =>
          Effect.suspend((): Effect.Effect<A, E | Rejection, R> => {
            if (inside >= atOnce + waitingAtMost) {
              return Effect.fail(new Rejection(503, "Too many people are signing in right now. Try again in a few seconds."))
            }
            inside++
            return Effect.ensuring(
              Semaphore.withPermits(turns, 1)(work),
              Effect.sync(() => inside--),
            )
          }),
        hash: (password) => hashPassword(pepper, password),
        matches: (hash, password) => Effect.map(matches(pepper, hash ?? nobodys, password), (right) => right && hash !== null),
      }
    }),
  )
}

export const shortest = 15
export const longest = 128

/** Parts of common passwords. A password that consists of these and of digits is common too, whatever its length. */
const common = new Set(
  `password passwort passwd pass word qwerty qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qwertyuiop qazwsx wsx edc
  letmein welcome admin administrator root user login guest test testing demo secret changeme default master system
  iloveyou love lovely loveme you me my i a the is and baby angel princess sunshine sunflower flower shadow dragon monkey
  football soccer baseball basketball hockey superman batman spiderman pokemon starwars jordan michael jessica jennifer
  daniel charlie thomas robert andrew joshua matthew ashley nicole hannah samantha william george david james john peter
  mary maria alexander trustno freedom whatever hello hi hey internet computer samsung google facebook whatsapp apple
  android windows microsoft access server mustang ferrari porsche mercedes toyota chelsea arsenal liverpool barcelona
  manchester united real madrid killer hunter ranger buster cookie cheese chocolate banana orange summer winter spring
  autumn january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday jesus christ god lord blessed heaven money dollar pounds business company office field
  fieldoffice operations catering facilities construction services finance meals kitchen camp site unity state paloj adar
  juba sudan south africa african nile star country one two three four five six seven eight nine ten zero first last
  new old big super ultra mega pro plus good best forever family friend friends home house work worker abc abcd abcdef
  aaa xxx xyz zzz qqq`.split(/\s+/),
)

const letters: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "i" }
const onlyLetters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "")
const unmasked = (text: string) => onlyLetters(text.replace(/[013457@$!]/g, (mark) => letters[mark]!))

/** Whether a text consists of common words only. */
const madeOfCommonWords = (text: string): boolean => {
  const reached = [true]
  for (let end = 1; end <= text.length; end++) {
    reached[end] = false
    for (let start = Math.max(0, end - 20); start < end && !reached[end]; start++) {
      reached[end] = reached[start]! && common.has(text.slice(start, end))
    }
  }
  return reached[text.length]!
}

const rows = ["abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiopasdfghjklzxcvbnm", "qazwsxedcrfvtgbyhnujmikolp"]
/** How many steps of a text follow the alphabet, the digits or the keyboard in either direction, or repeat a key. */
const steps = (text: string) => {
  const small = text.toLowerCase()
  let along = 0
  for (let at = 1; at < small.length; at++) {
    const pair = small.slice(at - 1, at + 1)
    const back = pair.split("").reverse().join("")
    if (pair[0] === pair[1] || rows.some((row) => row.includes(pair) || row.includes(back))) along++
  }
  return along
}

/** Why a password is not acceptable for a person, as a sentence; undefined if it is. */
export const passwordFault = (
  given: string,
  person: { readonly employeeId: string; readonly firstName: string; readonly lastName: string },
): string | undefined => {
  const password = given.normalize("NFC")
  const { length } = [...password]
  if (length < shortest) return `Password must have at least ${shortest} characters. Four or five words are easy to remember.`
  if (length > longest) return `Password can have ${longest} characters at most`
  const small = password.toLowerCase()
  const own = [person.employeeId, person.firstName, person.lastName].map((word) => word.toLowerCase())
  if (own.some((word) => word.length >= 3 && small.includes(word))) return "Password must not contain your name or your employee ID"
  const usual =
    small === defaultDemoPassword ||
    new Set(small).size < 6 ||
    steps(password) > length * 0.6 ||
    /^(.{1,7})\1+.{0,7}$/u.test(small) ||
    [onlyLetters(password), unmasked(password)].some(madeOfCommonWords)
  return usual ? "This password is too common. Choose words that are hard to guess." : undefined
}

/** A password for one sign-in, within 72 hours of the given instant. */
export const firstPassword = (at: string) => ({
  password: randomBytes(15).toString("base64url"),
  expiresAt: new Date(Date.parse(at) + 72 * 3_600_000).toISOString(),
})
