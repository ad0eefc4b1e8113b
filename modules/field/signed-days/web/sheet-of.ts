/** The query of a client's sheet of a day. An enrolled device reads those of today ahead. */
export const sheetOf = (siteId: number, clientId: number, date: string) => ({ siteId: String(siteId), clientId: String(clientId), date })
