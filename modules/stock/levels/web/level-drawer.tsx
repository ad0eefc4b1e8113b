/** One item at a site: stock on hand, lots, movements, and the available actions. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { Recorded, When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useApi } from "../../web/client.ts"
import { Expiry } from "@ops/platform/ui/record/expiry.tsx"
import { kindName, type Level, plain, signed } from "../../web/labels.ts"

interface Props {
  readonly id: string
  readonly row: Level | undefined
  readonly keeps: boolean
  readonly onClose: () => void
}

export const LevelDrawer = ({ id, row, keeps, onClose }: Props) => {
  const { can } = useSession()
  const dialog = useDialog()
  const found = useApi("GET /api/stock/levels", { query: { levelId: id, limit: 1 } })
  const level = found.data?.[0] ?? row
  if (!level) {
    return (
      <Drawer title="Stock level" onClose={onClose}>
        {found.isError ? (
          <ErrorPanel error={found.error} retry={found.refetch} />
        ) : found.data ? (
          <p className="muted">This level does not exist.</p>
        ) : (
          <Loading rows={6} />
        )}
      </Drawer>
    )
  }
  const { unit } = level.stockItem
  const hasSome = Number(level.currentQuantity) > 0
  const issues = keeps || can("operations.basic")
  return (
    <Drawer
      title={level.itemName}
      subject={level.site.name}
      onClose={onClose}
      actions={
        <>
          {issues && hasSome && (
            <Button kind="primary" onClick={() => dialog.open("issue", level.id)}>
              Issue
            </Button>
          )}
          {keeps && (
            <>
              <Button onClick={() => dialog.open("receive", level.id)}>Receive</Button>
              {hasSome && <Button onClick={() => dialog.open("waste", level.id)}>Waste</Button>}
              {hasSome && <Button onClick={() => dialog.open("transfer", level.id)}>Transfer</Button>}
              <Button onClick={() => dialog.open("limits", level.id)}>Limits</Button>
            </>
          )}
        </>
      }
    >
      <section className="part">
        <h3>In the store</h3>
        <KeyValues
          of={[
            [
              "On hand",
              <Figure
                key="q"
                value={`${plain(level.currentQuantity)} ${unit}`}
                of={{ name: "stock.quantity", parameters: { id: level.id } }}
                label="On hand"
              />,
            ],
            ["Kept between", `${plain(level.minimumLevel)} and ${plain(level.maximumLevel)} ${unit}`],
            level.daysRemaining !== null && [
              "Lasts",
              <Figure
                key="d"
                value={`${level.daysRemaining} ${level.daysRemaining === 1 ? "day" : "days"}`}
                of={{ name: "stock.daysRemaining", parameters: { id: level.id } }}
                label="Days remaining"
              />,
            ],
            ["Value", <Figure key="v" value={formatMoney(level.value, "USD")} of={{ name: "stock.value", parameters: { id: level.id } }} label="Value" />],
            level.averageCost !== null && ["Average cost", `${formatMoney(level.averageCost, "USD")} per ${unit}`],
          ]}
        />
      </section>
      {level.lots.length > 0 && (
        <section className="part">
          <h3>Lots</h3>
          <table className="table stock-moved" aria-label="Lots">
            <tbody>
              {level.lots.map(({ lotNumber, expiryDate, quantity }) => (
                <tr key={`${lotNumber} ${expiryDate}`}>
                  <td>
                    {lotNumber ?? "No number"}
                    {expiryDate && (
                      <div className="muted">
                        Use until <Expiry within={7} date={expiryDate} />
                      </div>
                    )}
                  </td>
                  <td className="num">{`${plain(quantity)} ${unit}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <section className="part">
        <h3>Movements</h3>
        <Moved id={id} />
      </section>
    </Drawer>
  )
}

const Moved = ({ id }: { readonly id: string }) => {
  const movements = useApi("GET /api/stock/movements", { query: { levelId: id, limit: 50 } })
  return (
    <Answer of={movements} rows={4} empty={{ title: "Nothing has moved yet" }}>
      {(rows) => (
        <table className="table stock-moved" aria-label="Movements">
          <tbody>
            {rows.map(({ id, kind, quantity, stockItem, value, note, otherSite, movedBy, createdAt, recordedAt }) => (
              <tr key={id}>
                <td>
                  {[kindName(kind), otherSite && `${kind === "transfer_out" ? "to" : "from"} ${otherSite.name}`].filter(Boolean).join(" ")}
                  {note !== "" && <span className="muted"> · {note}</span>}
                  <div className="muted">
                    <When at={createdAt} />
                    {movedBy && `, ${movedBy.firstName} ${movedBy.lastName}`}
                    <Recorded at={recordedAt} />
                  </div>
                </td>
                <td className="num">
                  {signed(quantity, stockItem.unit)}
                  <div className="muted">{formatMoney(value, "USD")}</div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Answer>
  )
}
