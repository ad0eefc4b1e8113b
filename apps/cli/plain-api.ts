/**
 * A contract as far as a reading call needs it: its paths, and the shapes of its answers, as data. What `npm install` prepares of the
 * commands asks by it (tools/plain-apis.ts makes it); the contract itself is loaded for everything else.
 */
import { type Shape, shaped } from "@ops/platform/shape.ts"

/** A reading call whose words are sent as they are, and whose answer is read as it stands. */
export interface PlainCall {
  readonly path: string
  /** the path parameters and their types */
  readonly params: Readonly<Record<string, "string" | "integer">>
  /** what can be asked for: any text, or one of these */
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

/** A call that was named and not made yet. */
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

/** A client that makes no call, and only says which one was meant. */
const naming: unknown = new Proxy(
  {},
  {
    get: (_, group) => new Proxy({}, { get: (_, call) => (request?: Request) => new Named(String(group), String(call), request) }),
  },
)

/** The path of a call with its values in it; undefined where one cannot be written plainly. */
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
  /** What the command gets of the answer; throws where it has not the shape that was expected. */
  readonly read: (body: unknown, headers: Readonly<Record<string, string>>) => unknown
}

/** What is asked by this, if that is one plain call and nothing more. */
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
