/**
 * The parts of a contract that read calls need: its paths, and the shapes of its answers, as data. Commands prepared by `npm install` use it
 * (tools/plain-apis.ts generates it); for everything else the contract itself is loaded.
 */
import { type Shape, shaped } from "@ops/platform/shape.ts"

/** A read call whose parameters are sent unchanged, and whose answer needs no decoding. */
export interface PlainCall {
  readonly path: string
  /** the path parameters and their types */
  readonly params: Readonly<Record<string, "string" | "integer">>
  /** the query parameters: any text, or one of these values */
  readonly query: Readonly<Record<string, true | ReadonlyArray<string>>>
  readonly answer: Shape
}

export class PlainApi {
  /** Its plain calls, each as JSON, by group and name. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Loads the contract. */
  readonly whole: () => Promise<unknown>
  constructor(calls: PlainApi["calls"], whole: PlainApi["whole"]) {
    this.calls = calls
    this.whole = whole
  }
}

interface Request {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly responseMode?: string
}

/** A call that was named but not made yet. */
class Named {
  readonly group: string
  readonly call: string
  readonly request: Request
  constructor(group: string, call: string, request: Request = {}) {
    this.group = group
    this.call = call
    this.request = request
  }
}

/** A client that makes no calls, and only returns which one was meant. */
const naming: unknown = new Proxy(
  {},
  {
    get: (_, group) => new Proxy({}, { get: (_, call) => (request?: Request) => new Named(String(group), String(call), request) }),
  },
)

/** The path of a call with its parameters filled in; undefined if one cannot be written plainly. */
const pathOf = ({ path, params }: PlainCall, given: Readonly<Record<string, unknown>> = {}) => {
  const values = Object.entries(params).map(([name, kind]) => {
    const value = given[name]
    const isPlain = kind === "integer" ? Number.isSafeInteger(value) && (value as number) > 0 : typeof value === "string" && /[^.]/.test(value)
    return [name, isPlain ? encodeURIComponent(String(value)) : undefined] as const
  })
  if (values.some(([, value]) => value === undefined)) return undefined
  const byName = Object.fromEntries(values)
  return path.replace(/:(\w+)/g, (_, name: string) => byName[name]!)
}

const queryOf = ({ query }: PlainCall, given: Readonly<Record<string, unknown>> = {}) => {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const known = Object.hasOwn(query, name) ? query[name] : undefined
    if (typeof value !== "string" || known === undefined || (known !== true && !known.includes(value))) return undefined
    words.append(name, value)
  }
  return words
}

export interface PlainAsk {
  readonly path: string
  readonly query: URLSearchParams
  /** Returns the part of the answer for the command; throws if it does not have the expected shape. */
  readonly read: (body: unknown, headers: Readonly<Record<string, string>>) => unknown
}

/** The request, if `asking` makes exactly one plain call and nothing more. */
export const plainly = <Client>({ calls }: PlainApi, asking: (client: Client) => unknown): PlainAsk | undefined => {
  const named = asking(naming as Client)
  if (!(named instanceof Named)) return undefined
  const { request } = named
  const json = calls[named.group]?.[named.call]
  const isWhole = request.responseMode === "decoded-and-response"
  if (json === undefined || (request.responseMode !== undefined && !isWhole)) return undefined
  const call = JSON.parse(json) as PlainCall
  const path = pathOf(call, request.params)
  const query = queryOf(call, request.query)
  if (path === undefined || query === undefined) return undefined
  return {
    path,
    query,
    read: (body, headers) => {
      const value = shaped(call.answer, body)
      return isWhole ? [value, { headers }] : value
    },
  }
}
