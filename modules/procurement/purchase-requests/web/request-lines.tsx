/** The lines of a new request: an item is found by a few letters, Enter moves from cell to cell and on to the next line. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { amountInput } from "@ops/platform/ui/forms/amount-input.ts"
import { Marked, TypeAhead } from "@ops/platform/ui/forms/type-ahead.tsx"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { formatFigure, formatMoney, sumMoney, timesMoney } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { count, withUnit } from "@ops/platform/text.ts"
import type { UseQueryResult } from "@tanstack/react-query"
import { X } from "lucide-react"
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from "react"
import { useFieldArray, useFormContext, useWatch } from "react-hook-form"
import type { RequestOutlook } from "../../budgets/contract.ts"
import { ask } from "../../web/client.ts"

export type Outlook = typeof RequestOutlook.Type
export type Item = Outlook["items"][number]
/** A stock item, or something that is not kept in stock, with its name and unit. */
export interface RequestLine {
  readonly stockItemId: number | null
  readonly name: string
  readonly unit: string
  readonly quantity: string
  readonly price: string
}
export interface Request {
  readonly siteId: number | undefined
  readonly priority: "low" | "medium" | "high" | "urgent"
  readonly neededBy: string
  readonly justification: string
  readonly items: RequestLine[]
}
export const emptyRequest: Request = { siteId: undefined, priority: "medium", neededBy: "", justification: "", items: [] }

/** The total of the lines; incomplete lines count as zero. */
export const totalOf = (lines: readonly Partial<RequestLine>[]) =>
  sumMoney(
    lines.map(({ quantity = "", price = "" }) => (/^\d+$/.test(quantity) && /^\d+(\.\d{1,2})?$/.test(price) ? timesMoney(price, Number(quantity)) : "0")),
  )

const none = <span className="muted">–</span>
const onHand = ({ onHand: held, unit }: Item) => (held === null ? none : withUnit(held, unit))
const Lasts = ({ of: { daysRemaining: days } }: { readonly of: Item }) =>
  days === null ? none : <span className={days <= 2 ? "negative" : days <= 5 ? "waits" : undefined}>{count(days, "day")}</span>

/** The quantity that fills the store up to its maximum; otherwise one. */
const missing = ({ onHand: held, maximum }: Item) => String(Math.max(1, Math.floor(Number(maximum ?? 0) - Number(held ?? 0))))
const lineOf = (item: Item, quantity: string = missing(item), price = item.lastPrice ?? item.usualPrice ?? ""): RequestLine => ({
  stockItemId: item.id,
  name: item.name,
  unit: item.unit,
  quantity,
  price,
})
const otherLine = (name: string, quantity = "1", price = "", unit = "piece"): RequestLine => ({ stockItemId: null, name, unit, quantity, price })

export const Lines = ({ outlook }: { readonly outlook: UseQueryResult<Outlook> }) => {
  const lines = (useWatch({ name: "items" }) ?? []) as readonly RequestLine[]
  const { getValues } = useFormContext<Request>()
  const { replace } = useFieldArray<Request, "items">({ name: "items" })
  const copy = async () => {
    const [last] = await ask("GET /api/purchase-requests", { query: { siteId: String(getValues("siteId")), limit: "1" } })
    const known = new Map(outlook.data?.items.map((item) => [item.id, item]))
    const copied = (last?.items ?? []).flatMap(({ stockItemId, stockItem, quantity, unitCost }) => {
      const price = Number(unitCost ?? 0).toFixed(2)
      if (stockItemId === null) return [otherLine(stockItem.name, String(quantity), price, stockItem.unit)]
      const item = known.get(stockItemId)
      return item ? [lineOf(item, String(quantity), item.lastPrice ?? price)] : []
    })
    if (copied.length > 0) replace(copied)
    else notify.error("This site has no request to copy")
  }
  return (
    <div className="request-lines">
      <Panel
        title="Items"
        besides={count(lines.length, "line")}
        actions={
          outlook.data && (
            <button type="button" className="link" onClick={() => void copy()}>
              Copy the last request
            </button>
          )
        }
      >
        {getValues("siteId") ? (
          <Answer of={outlook}>{(of) => <Grid of={of} />}</Answer>
        ) : (
          <p className="muted panel-body">Choose a site first. Its stock and prices appear here.</p>
        )}
      </Panel>
    </div>
  )
}

const Grid = ({ of }: { readonly of: Outlook }) => {
  const { register, setFocus, formState } = useFormContext<Request>()
  const { fields, append, remove } = useFieldArray<Request, "items">({ name: "items" })
  const lines = (useWatch({ name: "items" }) ?? []) as readonly RequestLine[]
  const next = useRef<HTMLInputElement>(null)
  // with a keyboard the first item can be typed at once, unless another field is being filled in; on a phone the keyboard would cover the form
  useEffect(() => {
    if (!matchMedia("(pointer: coarse)").matches && !document.activeElement?.matches("input, select, textarea, [role=dialog] *")) next.current?.focus()
  }, [])
  const known = new Map(of.items.map((item) => [item.id, item]))
  const options = of.items.map((item) => ({ ...item, words: item.category.replaceAll("_", " ") }))
  const drop = (n: number) => {
    remove(n)
    next.current?.focus()
  }
  const addOther = (name: string, quantity?: number) =>
    append(otherLine(name, quantity === undefined ? undefined : String(quantity)), { focusName: `items.${lines.length}.unit` })
  const add = (item: Item, quantity?: number) => append(lineOf(item, quantity === undefined ? undefined : String(quantity)), { shouldFocus: false })
  const keys = (n: number, cell: "unit" | "quantity" | "price") => (event: KeyboardEvent) => {
    if (event.key === "Backspace" && (event.ctrlKey || event.metaKey)) drop(n)
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) next.current?.focus()
    else if (event.key === "ArrowDown" && n + 1 < lines.length) setFocus(`items.${n + 1}.${cell}`, { shouldSelect: true })
    else if (event.key === "ArrowUp" && n > 0) setFocus(`items.${n - 1}.${cell}`, { shouldSelect: true })
    else return
    event.preventDefault()
  }
  /** Pastes lines from a spreadsheet: name, quantity and price, separated by tabs. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData("text").trimEnd()
    if (!/[\t\n]/.test(pasted)) return
    event.preventDefault()
    const rows = pasted.split(/\r?\n/).map((row) => row.split("\t").map((cell) => cell.trim()))
    const made = rows.flatMap(([name = "", quantity = "", price = ""]) => {
      const given = [quantity.replaceAll(",", "") || undefined, price.replace(/[^\d.]/g, "") || undefined] as const
      const item = of.items.find((each) => each.name.toLowerCase() === name.toLowerCase())
      return item ? [lineOf(item, ...given)] : name === "" ? [] : [otherLine(name, ...given)]
    })
    append(made, { shouldFocus: false })
  }
  return (
    <table className="line-grid">
      <thead>
        <tr>
          <th className="request-n">
            <span className="sr">Line</span>
          </th>
          <th>Item</th>
          <th className="num">On hand</th>
          <th className="num">Lasts</th>
          <th className="num">Last price</th>
          <th className="num">Quantity</th>
          <th className="num">Price</th>
          <th className="num">USD</th>
          <th>
            <span className="sr">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field, n) => {
          const item = field.stockItemId === null ? undefined : known.get(field.stockItemId)
          const line = lines[n] ?? field
          const isOther = field.stockItemId === null
          const { name } = item ?? field
          const { unit } = item ?? line
          const isHigh = typeof item?.lastPrice === "string" && Number(line.price) > Number(item.lastPrice) * 1.1
          const faults = formState.errors.items?.[n]
          return (
            <tr key={field.id}>
              <td className="muted request-n">{n + 1}</td>
              <td className="request-item">
                {name} {isOther && <span className="badge">free text</span>}
              </td>
              {isOther ? (
                <td colSpan={3} className="request-unit">
                  <span className="muted">Unit</span>
                  <input
                    className="input"
                    autoComplete="off"
                    maxLength={20}
                    aria-label={`Unit of ${name}, line ${n + 1}`}
                    aria-invalid={faults?.unit ? true : undefined}
                    onKeyDown={keys(n, "unit")}
                    onFocus={({ target }) => target.select()}
                    {...register(`items.${n}.unit`)}
                  />
                </td>
              ) : (
                <>
                  <td className="num request-held" data-label="On hand">
                    {item ? onHand(item) : none}
                  </td>
                  <td className="num request-held" data-label="Lasts">
                    {item ? <Lasts of={item} /> : none}
                  </td>
                  <td className="num request-held" data-label="Last price">
                    {item?.lastPrice ? formatFigure(item.lastPrice) : none}
                  </td>
                </>
              )}
              <td className="num">
                <span className="affix">
                  <input
                    className="input num"
                    inputMode="numeric"
                    style={{ paddingInlineEnd: `${unit.length * 7 + 16}px` }}
                    autoComplete="off"
                    aria-label={`Quantity of ${name}, line ${n + 1}`}
                    aria-invalid={faults?.quantity ? true : undefined}
                    onKeyDown={keys(n, "quantity")}
                    onFocus={({ target }) => target.select()}
                    {...register(`items.${n}.quantity`)}
                  />
                  <span>{unit}</span>
                </span>
              </td>
              <td className="num">
                <input
                  className="input num"
                  {...amountInput}
                  aria-label={`Price of ${name}, line ${n + 1}`}
                  aria-invalid={faults?.price ? true : undefined}
                  data-high={isHigh || undefined}
                  title={isHigh ? `More than 10% above the last price, ${formatMoney(item?.lastPrice ?? "0", "USD")}` : undefined}
                  onKeyDown={keys(n, "price")}
                  onFocus={({ target }) => target.select()}
                  {...register(`items.${n}.price`)}
                />
              </td>
              <td className="num">{formatFigure(totalOf([line]))}</td>
              <td>
                <button type="button" className="plain-icon" aria-label={`Remove ${name}, line ${n + 1}`} onClick={() => drop(n)}>
                  <X size={16} strokeWidth={1.75} aria-hidden />
                </button>
              </td>
            </tr>
          )
        })}
        <tr>
          <td className="muted request-n">{lines.length + 1}</td>
          <td colSpan={5} className="request-next">
            <TypeAhead
              label="Item"
              inputRef={next}
              options={options}
              placeholder="Type an item, or an item and a quantity: rice 40"
              head={(part) => (
                <>
                  <span className="spread">Items with “{part}”</span>
                  <span className="request-option-held">On hand here</span>
                  <span className="request-option-price">Last price</span>
                </>
              )}
              none={(part) => `No item is called “${part}”`}
              free={{ words: (part) => `Add “${part}” as free text`, take: addOther, onlyChosen: true }}
              line={(item, part) => (
                <>
                  <span>
                    <Marked text={item.name} part={part} /> <span className="muted">· {item.unit}</span>
                  </span>
                  <span className="num request-option-held">
                    {onHand(item)}
                    {item.daysRemaining !== null && " · "}
                    {item.daysRemaining !== null && <Lasts of={item} />}
                  </span>
                  <span className="num request-option-price">
                    {item.lastPrice ? `${formatMoney(item.lastPrice, "USD")}${item.lastBought ? ` · ${formatDay(item.lastBought).slice(0, -5)}` : ""}` : none}
                  </span>
                </>
              )}
              onChoose={add}
              onKeyDown={(event, typed) => {
                if (event.key !== "Backspace" || !(event.ctrlKey || event.metaKey) || typed !== "" || lines.length === 0) return
                event.preventDefault()
                drop(lines.length - 1)
              }}
              onPaste={paste}
            />
          </td>
          <td className="wide" />
          <td className="num muted wide">0.00</td>
          <td className="wide" />
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={7}>Total, {count(lines.length, "line")}</td>
          <td className="num">{formatFigure(totalOf(lines))}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  )
}
