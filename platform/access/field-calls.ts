interface FieldCall {
  readonly call: string
  readonly act: string
  /** in words, for the outbox */
  readonly what: string
  /** besides, what it is about: a field of the payload, or of the record in the path */
  readonly about?: string
  /** fields of files: what is signed has the SHA-256 of a file that follows the act, or the id of one that was uploaded */
  readonly files?: ReadonlyArray<string>
  /** the list in which it will appear, if that is not the one of its path */
  readonly list?: string
}

/**
 * Calls that an enrolled device signs and keeps while it has no connection, instead of failing: what is signed is the payload of the call, with the id of its path,
 * under the name of the command that it gives. One line for each; the server accepts no others. For browsers and the server.
 */
export const fieldCalls: ReadonlyArray<FieldCall> = [
  { call: "POST /api/work-orders", act: "work_order.raise", what: "Work order or issue", about: "description", files: ["photos"] },
  { call: "PATCH /api/work-orders/:id/start", act: "work_order.start", what: "Work begun", about: "orderNumber" },
  { call: "PATCH /api/work-orders/:id/hold", act: "work_order.hold", what: "Work on hold", about: "orderNumber" },
  { call: "PATCH /api/work-orders/:id/resume", act: "work_order.resume", what: "Work resumed", about: "orderNumber" },
  { call: "PATCH /api/work-orders/:id/complete", act: "work_order.complete", what: "Work completed", about: "orderNumber", files: ["photos", "signature"] },
  { call: "POST /api/work-orders/:id/photos", act: "work_order.photograph", what: "Photos of work", about: "orderNumber", files: ["photos"] },
  { call: "POST /api/purchase-requests", act: "purchase_request.raise", what: "Purchase request", about: "justification" },
  { call: "POST /api/purchase-requests/:id/receipts", act: "purchase_request.receive", what: "Goods received", about: "requestNumber" },
  { call: "POST /api/expense-requests", act: "expense.request", what: "Expense", about: "description", files: ["receipts"] },
  { call: "POST /api/stock/counts", act: "stock_level.count_site", what: "Stock count", list: "/api/stock/levels" },
  { call: "POST /api/staff-feeding", act: "staff_feeding.record", what: "Head-count" },
]

/** The acts on a record of a list, such as /api/work-orders. */
export const actsOn = (path: string) => fieldCalls.flatMap(({ call, act }) => (call.includes(` ${path}/:id`) ? [act] : []))

/** The acts that add something to a list, or change several of its rows. A signed sheet is made by its own screen. */
export const actsIn = (path: string) => [
  ...fieldCalls.flatMap(({ call, act, list }) => (list === path || call === `POST ${path}` ? [act] : [])),
  ...(path === "/api/signed-days" ? ["signed_day.sign"] : []),
]

/** The act of a call, its input, and the path of its record; undefined where the call needs a connection. */
export const fieldActOf = (method: string, path: string, body: unknown) => {
  for (const { call, act, what, about, files = [] } of fieldCalls) {
    const [, id] = new RegExp(`^${call.replace(":id", "([1-9]\\d{0,14})")}$`).exec(`${method} ${path}`) ?? []
    if (id === undefined && `${method} ${path}` !== call) continue
    const input: Record<string, unknown> = { ...(body as object | undefined), ...(id !== undefined && { id: Number(id) }) }
    const record = id && path.slice(0, path.indexOf(`/${id}`) + 1 + id.length)
    return { act, what, ...(about && { about }), ...(record && { record }), files, input }
  }
  return undefined
}
