/** Secret URLs: they give access without a password, so neither the request log nor traces may contain them. */
const secretPath = /^(\/api\/acknowledgements\/|\/acknowledge\/|\/api\/calendars\/feed\/).+/

export const isSecret = (path: string): boolean => secretPath.test(path)
/** A path that is safe to log. */
export const withoutSecret = (path: string): string => path.replace(secretPath, "$1…")
