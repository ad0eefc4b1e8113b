/** JSON with the keys of every object sorted by code unit and without whitespace (RFC 8785 for our values: text, whole numbers, booleans, null, arrays, objects). */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(",")}]`
  if (value !== null && typeof value === "object") {
    let members = ""
    for (const name of Object.keys(value).sort()) {
      const member = (value as Record<string, unknown>)[name]
      if (member !== undefined) members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${canonical(member)}`
    }
    return `{${members}}`
  }
  return JSON.stringify(value) ?? "null"
}
