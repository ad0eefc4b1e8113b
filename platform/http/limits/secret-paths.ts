/** Addresses that are secret themselves: who has one needs no password. Neither the log of requests nor traces may hold them. */
const secretPath = /^(\/api\/acknowledgements\/|\/acknowledge\/|\/api\/day-links\/|\/sign-day\/|\/api\/calendars\/feed\/).+/

export const isSecret = (path: string): boolean => secretPath.test(path)
/** A path that is safe to log. */
export const withoutSecret = (path: string): string => path.replace(secretPath, "$1…")
