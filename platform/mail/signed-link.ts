/**
 * Links in mails that grant a permission: whoever holds one may do the one thing it names, until it expires, without an account. They are signed with
 * a key derived from the pepper, one per purpose, so that none can be guessed or reused for another purpose.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"
import type { Row } from "../records/record.ts"
import type { Mail } from "./mail.ts"

/** The claims of a link: the page it leads to, which is its purpose; the ids of the records it is about; the time of its expiry. */
export interface Claims {
  readonly page: string
  readonly about: ReadonlyArray<number>
  readonly until: string
}

/** Length of an HMAC-SHA256 in base64url. */
const macLength = 43

const macOf = (secret: Redacted.Redacted, page: string, said: string) => {
  const key = hkdfSync("sha256", Redacted.value(secret), "", `signed link: ${page}`, 32)
  return createHmac("sha256", Buffer.from(key)).update(said).digest("base64url")
}

/** The token at the end of the link's address. The same claims always give the same token. */
export const tokenOf = (secret: Redacted.Redacted, { page, about, until }: Claims): string => {
  const said = Buffer.from([...about, Date.parse(until)].join(".")).toString("base64url")
  return said + macOf(secret, page, said)
}

/** The ids that a token of this page is about; undefined if it is invalid, for another page, or expired at `now` (milliseconds). */
export const aboutOf = (secret: Redacted.Redacted, page: string, token: string, now: number): ReadonlyArray<number> | undefined => {
  const said = token.slice(0, -macLength)
  const given = Buffer.from(token.slice(-macLength))
  const right = Buffer.from(macOf(secret, page, said))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const numbers = Buffer.from(said, "base64url").toString().split(".").map(Number)
  return numbers.at(-1)! > now ? numbers.slice(0, -1) : undefined
}

/** The text of a mail as sent, with its link at the end. */
export const textOf = ({ text, link }: Pick<Row<typeof Mail>, "text" | "link">, address: (link: Claims) => string): string =>
  link === null ? text : `${text}\n\n${link.says}\n${address(link)}`

/** The address of a link on the server at `origin`. */
export const addressOf =
  ({ origin, pepper }: { readonly origin: string; readonly pepper: Redacted.Redacted }) =>
  (link: Claims) =>
    `${origin}/${link.page}/${tokenOf(pepper, link)}`
