/**
 * The sheet of a day, which the client's representative signs. What is signed is this text, to the byte; UTF-8, each line ended by LF:
 *
 *     field-office/day/1
 *     client <id> <name>
 *     site <id> <name>
 *     day <date>
 *     meal <session> <meal> served <n> late <n> undecided <n> visitors <n> contractors <n> own <n>     one a session that is closed and not signed
 *     service <id> <number> <what>     one a work order for the client that was completed on the day and is on no signed sheet
 *     after <sheet>     one a sheet that was signed for the day before this one: a meal that was disputed and is right after all is signed on a new sheet
 *     device <key> <number> <digest>     the newest act of each device that was received: what is withheld before the signature shows after it
 *
 * For browsers and the server.
 */
const kind = "field-office/day/1"

export const sheetMeals = ["breakfast", "lunch", "dinner"] as const

/** What a sheet says of a meal. */
export interface SheetMeal {
  readonly sessionId: number
  readonly mealType: (typeof sheetMeals)[number]
  readonly served: number
  /** of the served: added after the close, and without a supervisor's decision */
  readonly late: number
  readonly undecided: number
  readonly visitors: number
  readonly contractors: number
  readonly own: number
}

/** A service other than a meal: a completed work order. */
export interface SheetService {
  readonly orderId: number
  readonly number: string
  /** in one line */
  readonly what: string
}

export interface Sheet {
  readonly clientId: number
  readonly clientName: string
  readonly siteId: number
  readonly siteName: string
  readonly date: string
  readonly meals: ReadonlyArray<SheetMeal>
  readonly services?: ReadonlyArray<SheetService>
  /** the numbers of earlier sheets of the day */
  readonly after?: ReadonlyArray<string>
  readonly devices: ReadonlyArray<{ readonly key: string; readonly number: number; readonly digest: string }>
}

const figures = ["served", "late", "undecided", "visitors", "contractors", "own"] as const

export const writeSheet = ({ clientId, clientName, siteId, siteName, date, meals, services = [], after = [], devices }: Sheet): string => {
  const meal = (of: SheetMeal) => `meal ${of.sessionId} ${of.mealType} ${figures.map((name) => `${name} ${of[name]}`).join(" ")}`
  const head = [kind, `client ${clientId} ${clientName}`, `site ${siteId} ${siteName}`, `day ${date}`]
  const service = ({ orderId, number, what }: SheetService) => `service ${orderId} ${number} ${what.replace(/\s+/g, " ").trim().slice(0, 120) || "–"}`
  const device = ({ key, number, digest }: Sheet["devices"][number]) => `device ${key} ${number} ${digest}`
  return `${[...head, ...meals.map(meal), ...services.map(service), ...after.map((sheet) => `after ${sheet}`), ...devices.map(device)].join("\n")}\n`
}

const headLines = new RegExp(`^${kind}\\nclient ([1-9]\\d{0,8}) (.{1,200})\\nsite ([1-9]\\d{0,8}) (.{1,200})\\nday (\\d{4}-\\d\\d-\\d\\d)\\n`)
const mealLine = new RegExp(`^meal ([1-9]\\d{0,14}) (${sheetMeals.join("|")}) ${figures.map((name) => `${name} (\\d{1,6})`).join(" ")}$`)
const serviceLine = /^service ([1-9]\d{0,14}) (WO-[\d-]{1,20}) (\S.{0,119})$/
const afterLine = /^after ([\dA-F]{6})$/
const deviceLine = /^device ([\w-]{22}) (\d{1,9}) ([\w-]{43})$/

/** Undefined where it is no such text. */
export const readSheet = (text: string): Sheet | undefined => {
  const [head, clientId, clientName, siteId, siteName, date] = headLines.exec(text) ?? []
  if (head === undefined || !text.endsWith("\n")) return undefined
  const meals: Array<SheetMeal> = []
  const services: Array<SheetService> = []
  const after: Array<string> = []
  const devices: Array<Sheet["devices"][number]> = []
  for (const line of text.slice(head.length).split("\n").slice(0, -1)) {
    const [meal, sessionId, mealType, ...counts] = mealLine.exec(line) ?? []
    const [service, orderId, order, what] = serviceLine.exec(line) ?? []
    const [, before] = afterLine.exec(line) ?? []
    const [device, key, number, digest] = deviceLine.exec(line) ?? []
    if (meal !== undefined) {
      if (meals.some((other) => other.sessionId === Number(sessionId))) return undefined
      const [served, late, undecided, visitors, contractors, own] = counts.map(Number) as [number, number, number, number, number, number]
      meals.push({ sessionId: Number(sessionId), mealType: mealType as SheetMeal["mealType"], served, late, undecided, visitors, contractors, own })
    } else if (service !== undefined && !services.some((other) => other.orderId === Number(orderId))) {
      services.push({ orderId: Number(orderId), number: order!, what: what! })
    } else if (before !== undefined) after.push(before)
    else if (device !== undefined) devices.push({ key: key!, number: Number(number), digest: digest! })
    else return undefined
  }
  return {
    clientId: Number(clientId),
    clientName: clientName!,
    siteId: Number(siteId),
    siteName: siteName!,
    date: date!,
    meals,
    ...(services.length > 0 && { services }),
    ...(after.length > 0 && { after }),
    devices,
  }
}

/** In which figures two accounts of a meal differ, in words; "" where they are the same. */
export const differences = (one: SheetMeal, other: SheetMeal): string =>
  figures
    .filter((name) => one[name] !== other[name])
    .map((name) => `${name} ${one[name]} on the sheet, ${other[name]} recorded`)
    .join(", ")

/**
 * A signature drawn by hand, as text: strokes on a field of 600 × 200, each a run of points "x,y x,y", with ";" between the strokes; "typed", where the signer
 * cannot draw and lets the typed name stand; or "passkey", where that of their phone has signed.
 */
export const drawn = /^typed$|^passkey$|^(\d{1,3},\d{1,3}( \d{1,3},\d{1,3})*)(;\d{1,3},\d{1,3}( \d{1,3},\d{1,3})*)*$/
export const mostDrawn = 6000
