/** Items at the sites: quantity on hand, value, and days remaining. */
import { Button } from "@ops/platform/ui/button.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { pathOf } from "../../web/client.ts"
import { Expiry } from "@ops/platform/ui/record/expiry.tsx"
import { LevelDrawer } from "./level-drawer.tsx"
import { categoryOptions, type Level, plain } from "../../web/labels.ts"

const isLow = ({ currentQuantity, minimumLevel }: Level) => Number(minimumLevel) > 0 && Number(currentQuantity) <= Number(minimumLevel)
/** The colour of a row: an item that lasts two days or less is critical. */
const priorityOf = (level: Level) => (!isLow(level) ? null : (level.daysRemaining ?? 9) <= 2 ? "critical" : "high")

const Days = ({ level }: { readonly level: Level }) => {
  if (level.daysRemaining === null) return null
  const days = `${level.daysRemaining} ${level.daysRemaining === 1 ? "day" : "days"}`
  return isLow(level) ? <StatusMark status={priorityOf(level) === "critical" ? "rejected" : "pending"} label={days} /> : <span className="num">{days}</span>
}

/** A purchase request for the selected items, which must belong to one site. */
const Asking = ({ rows }: { readonly rows: readonly Level[] }) => {
  const dialog = useDialog()
  const siteId = rows[0]?.siteId
  if (!rows.every((row) => row.siteId === siteId)) return <span className="muted">A request is for one site: choose items of one site</span>
  return (
    <Button kind="primary" onClick={() => dialog.open("request", [siteId, ...rows.map(({ stockItemId }) => stockItemId)].join("."))}>
      Create Purchase Request
    </Button>
  )
}

export const Levels = ({ raises, keeps }: { readonly raises: boolean; readonly keeps: boolean }) => {
  const [view] = useAddress("view")
  return (
    <ListPage
      path={pathOf("GET /api/stock/levels")}
      noun={["level", "levels"]}
      loading="Loading stock levels..."
      rowId={({ id }) => String(id)}
      number={({ itemName }) => itemName}
      priority={priorityOf}
      siteFilter
      views={[
        { id: "all", label: "Stock levels" },
        { id: "alerts", label: "Stock alerts", query: { alert: "true" }, sort: "daysRemaining" },
        { id: "low", label: "At or below minimum", query: { status: "low" }, sort: "daysRemaining" },
        { id: "worth", label: "Most valuable", sort: "-value" },
      ]}
      filters={[
        { field: "category", label: "Category", options: categoryOptions },
        {
          field: "status",
          label: "On hand",
          options: [
            { value: "low", label: "At or below minimum" },
            { value: "enough", label: "Enough" },
            { value: "none", label: "Nothing" },
          ],
        },
        { field: "alert", label: "In the alerts", options: [{ value: "true", label: "Yes" }], one: true },
      ]}
      columns={[
        { id: "item", header: "Item", cell: ({ itemName }) => itemName, sort: true, grows: true },
        { id: "site", header: "Site", cell: ({ site }) => <SiteCode code={site.code} name={site.name} />, sort: true },
        { id: "category", header: "Category", cell: ({ stockItem }) => statusWord(stockItem.category), hidden: true },
        {
          id: "currentQuantity",
          header: "On hand",
          figure: ({ currentQuantity, stockItem }) => `${plain(currentQuantity)} ${stockItem.unit}`,
          explain: ({ id }) => ({ name: "stock.quantity", parameters: { id } }),
          sort: true,
        },
        { id: "limits", header: "Min – max", figure: ({ minimumLevel, maximumLevel }) => `${plain(minimumLevel)} – ${plain(maximumLevel)}` },
        { id: "daysRemaining", header: "Days remaining", cell: (level) => <Days level={level} />, sort: true },
        { id: "nextExpiry", header: "Next expiry", cell: ({ nextExpiry }) => nextExpiry && <Expiry within={7} date={nextExpiry} />, sort: true },
        { id: "lastMovedAt", header: "Last movement", cell: ({ lastMovedAt }) => lastMovedAt && <When at={lastMovedAt} />, sort: true },
        {
          id: "averageCost",
          header: "Average cost",
          money: ({ averageCost }) => ({ amount: averageCost, currency: "USD" }),
          noTotal: true,
          hidden: true,
        },
        {
          id: "value",
          header: "Value",
          money: ({ value }) => ({ amount: value, currency: "USD" }),
          explain: ({ id }) => ({ name: "stock.value", parameters: { id } }),
          sort: true,
        },
      ]}
      card={(level) => ({
        title: level.itemName,
        mark: <Days level={level} />,
        text: `${level.site.name} · ${plain(level.currentQuantity)} of at least ${plain(level.minimumLevel)} ${level.stockItem.unit}`,
        figure: <Money amount={level.value} currency="USD" />,
      })}
      empty={view === "alerts" ? { title: "No stock alerts at this time" } : { title: "No stock levels found" }}
      {...(raises && { selection: (rows: readonly Level[]) => <Asking rows={rows} /> })}
      drawer={(id, row, close) => <LevelDrawer key={id} id={id} row={row} keeps={keeps} onClose={close} />}
    />
  )
}
