/** The expected shape of a JSON value, as plain data: for code that should not load the schemas, which takes longer than running a command. */
export type Shape =
  | "string"
  | "boolean"
  | "null"
  | "integer"
  | "finite"
  /** null for a missing value */
  | "absent"
  | "any"
  | { readonly oneOf: ReadonlyArray<string | number | boolean> }
  /** the first one that fits */
  | { readonly either: ReadonlyArray<Shape> }
  | { readonly list: Shape }
  | { readonly record: Shape }
  /** the fields to read, in output order; others are left out */
  | { readonly fields: ReadonlyArray<readonly [name: string, shape: Shape, optional?: 1]> }

/** A value does not have the expected shape. */
export class Misshapen extends Error {
  override readonly name = "Misshapen"
}

const fits = (shape: Shape & string, value: unknown): boolean => {
  switch (shape) {
    case "integer":
      return Number.isSafeInteger(value)
    case "finite":
      return Number.isFinite(value)
    case "null":
    case "absent":
      return value === null
    case "any":
      return true
    default:
      return typeof value === shape
  }
}
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value)

/** The value in its shape; throws `Misshapen` with the path where it differs. */
export const shaped = (shape: Shape, value: unknown, at = ""): unknown => {
  const misshapen = (what: string) => new Misshapen(`${at === "" ? "It" : at} must be ${what}.`)
  if (typeof shape === "string") {
    if (fits(shape, value)) return shape === "absent" ? undefined : value
    throw misshapen(shape === "null" || shape === "absent" ? "null" : `${shape === "integer" ? "an" : "a"} ${shape === "finite" ? "number" : shape}`)
  }
  if ("oneOf" in shape) {
    if (shape.oneOf.some((one) => one === value)) return value
    throw misshapen(`one of ${shape.oneOf.join(", ")}`)
  }
  if ("either" in shape) {
    for (const one of shape.either) {
      try {
        return shaped(one, value, at)
      } catch (error) {
        if (!(error instanceof Misshapen)) throw error
      }
    }
    throw misshapen("of another form")
  }
  if ("list" in shape) {
    if (!Array.isArray(value)) throw misshapen("a list")
    return value.map((one, n) => shaped(shape.list, one, `${at}[${n}]`))
  }
  if (!isObject(value)) throw misshapen("an object")
  const below = (name: string) => (at === "" ? name : `${at}.${name}`)
  if ("record" in shape) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shaped(shape.record, one, below(name))]))
  const read: Record<string, unknown> = {}
  for (const [name, of, optional] of shape.fields) {
    if (Object.hasOwn(value, name)) read[name] = shaped(of, value[name], below(name))
    else if (!optional) throw new Misshapen(`${below(name)} is missing.`)
  }
  return read
}
