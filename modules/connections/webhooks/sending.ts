/**
 * One request to an address that a user entered. It cannot reach internal addresses, unless the operator lists their
 * network: names are resolved when the connection is made, and the resolved address is checked. Redirects are not
 * followed, and the whole request has a time limit.
 */
import { lookup as lookUp } from "node:dns"
import * as http from "node:http"
import * as https from "node:https"
import { BlockList, isIP, type LookupFunction } from "node:net"

const networks = (those: ReadonlyArray<string>) => {
  const list = new BlockList()
  for (const one of those) {
    const [address = "", bits] = one.split("/")
    const family = isIP(address) === 6 ? "ipv6" : "ipv4"
    list.addSubnet(address, bits === undefined ? (family === "ipv6" ? 128 : 32) : Number(bits), family)
  }
  return list
}

/** IPv4 addresses that are not assigned to a single host on the internet. */
const inner4 = networks(
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/),
)
/** For IPv6 only global unicast is external, except embedded IPv4 addresses and those for documentation. */
const outer6 = networks(["2000::/3"])
const inner6 = networks(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"])

const isIn = (address: string, list: BlockList) => list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")
/** Where a request may go: internal networks listed by the operator, and the internet unless it is a demo. */
export interface Reach {
  readonly listed: ReadonlyArray<string>
  readonly outside: boolean
}
/** Whether an address may be reached. Plain http is allowed to listed networks only. */
export const mayReach = (address: string, protocol: string, { listed, outside }: Reach): boolean => {
  if (isIP(address) === 0) return false
  if (isIn(address, networks(listed))) return true
  const isOutside = isIP(address) === 6 ? isIn(address, outer6) && !isIn(address, inner6) : !isIn(address, inner4)
  return protocol === "https:" && outside && isOutside
}

const refusal = (host: string, protocol: string, { outside }: Reach) =>
  !outside
    ? "In demo mode nothing leaves this machine: an operator can allow the receiver's network in OPS_WEBHOOK_NETWORKS"
    : protocol === "https:"
      ? `${host} leads to an internal address: an operator can allow its network in OPS_WEBHOOK_NETWORKS`
      : "Address must start with https://, unless an operator allows its network in OPS_WEBHOOK_NETWORKS"

/** The error in an address that can be found without resolving it. */
export const reachFault = (address: string, reach: Reach): string | undefined => {
  const { protocol, hostname } = new URL(address)
  const host = hostname.replace(/^\[(.*)\]$/, "$1")
  const isInner = reach.listed.length === 0 && (protocol === "http:" || !reach.outside || /(^|\.)localhost\.?$/.test(host))
  return (isIP(host) > 0 ? !mayReach(host, protocol, reach) : isInner) ? refusal(host, protocol, reach) : undefined
}

const guarded =
  (protocol: string, reach: Reach): LookupFunction =>
  (host, options, done) =>
    lookUp(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      if (!found.every(({ address }) => mayReach(address, protocol, reach))) return done(new Error(refusal(host, protocol, reach)), [])
      if (options.all) return done(null, found)
      return done(null, found[0]!.address, found[0]!.family)
    })

export interface Sending {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly reach: Reach
  /** time limit of the whole request in ms */
  readonly within: number
}

/** What the codes of the network mean. */
const faults: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The receiver refused the connection",
  ECONNRESET: "The receiver closed the connection without an answer",
  ENOTFOUND: "The name in the address does not exist",
  EAI_AGAIN: "The name in the address cannot be resolved at present",
  EHOSTUNREACH: "The receiver cannot be reached",
  ENETUNREACH: "The receiver cannot be reached",
  ETIMEDOUT: "The receiver did not answer in time",
  CERT_HAS_EXPIRED: "The certificate of the receiver has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate of the receiver is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate of the receiver is not trusted",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate of the receiver is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate of the receiver is not trusted",
}
const inWords = (error: NodeJS.ErrnoException) => {
  const words = faults[error.code ?? ""]
  return words === undefined ? error : new Error(words, { cause: error })
}

/** Posts a body and returns the status. Rejects with a sentence if there is none. */
export const post = ({ url, headers, body, reach, within }: Sending): Promise<number> => {
  const { protocol } = new URL(url)
  const fault = reachFault(url, reach)
  if (fault !== undefined) return Promise.reject(new Error(fault))
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(within)
    const length = { "content-length": String(Buffer.byteLength(body)) }
    const options = { method: "POST", agent: false, lookup: guarded(protocol, reach), signal, headers: { ...headers, ...length } }
    const asked = (protocol === "https:" ? https : http).request(url, options, (answer) => {
      resolve(answer.statusCode ?? 0)
      // the body of the response is not needed
      answer.destroy()
    })
    asked.on("error", (error) => reject(signal.aborted ? new Error(`No answer within ${within / 1000} s`) : inWords(error)))
    asked.end(body)
  })
}
