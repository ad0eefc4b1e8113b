/** The exchange rates with the day from which each applies, and who entered them. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { HistoryPart } from "@ops/platform/ui/record/history-part.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { pathOf, useApi } from "../../web/client.ts"
import { RateChanges } from "./rate-changes.tsx"
import { type Rate, rateTypeOptions } from "../../web/labels.ts"

const RateChangeDialog = lazyPart(() => import("./rate-change-dialog.tsx"))
const ExchangeRateDialog = lazyPart(() => import("./exchange-rate-dialog.tsx"))

const person = ({ enteredByUser }: Rate) => (enteredByUser ? `${enteredByUser.firstName} ${enteredByUser.lastName}` : "The system")

/** The dialog that changes the rate of a type and day. */
const Changing = ({ asked, onClose }: { readonly asked: string; readonly onClose: () => void }) => {
  const [type = "", from = ""] = asked.split(" ")
  const rates = useApi("GET /api/exchange-rates", { query: { type, from, to: from } })
  const rate = rates.data?.[0]
  return rate ? <RateChangeDialog rate={rate} onClose={onClose} /> : null
}

export const ExchangeRates = ({ withHistory = false }: { readonly withHistory?: boolean }) => {
  const { can } = useSession()
  const dialog = useDialog()
  const enters = can("currency.manage")
  const enter = () => dialog.open("new-rate")
  useKeys("Exchange rates", enters ? { n: ["New exchange rate", enter] } : {})
  return (
    <>
      <ListPage
        path={pathOf("GET /api/exchange-rates")}
        noun={["rate", "rates"]}
        loading="Loading exchange rates..."
        rowId={({ type, from }) => `${type} ${from}`}
        above={
          <>
            <p className="muted">The books use the official rate. Each document keeps the rate of its date. Changing an existing rate requires two people.</p>
            <RateChanges />
          </>
        }
        filters={[
          { field: "type", label: "Type", options: rateTypeOptions },
          { field: "from", label: "From", date: true },
          { field: "to", label: "To", date: true },
        ]}
        columns={[
          { id: "from", header: "From", cell: ({ from }) => <Day date={from} />, sort: true },
          { id: "type", header: "Type", cell: ({ type }) => statusWord(type), sort: true },
          { id: "rate", header: "SSP per USD", figure: ({ rate }) => formatFigure(rate), sort: true },
          { id: "source", header: "Source", cell: ({ source }) => source, grows: true },
          { id: "enteredBy", header: "Entered by", cell: person },
          ...(enters
            ? [
                {
                  id: "change",
                  header: "",
                  cell: (rate: Rate) => (
                    <button
                      type="button"
                      className="act"
                      aria-label={`Change the ${rate.type} rate from ${rate.from}`}
                      onClick={() => dialog.open("change-rate", `${rate.type} ${rate.from}`)}
                    >
                      Change
                    </button>
                  ),
                },
              ]
            : []),
        ]}
        card={(rate) => ({
          title: <Day date={rate.from} />,
          mark: statusWord(rate.type),
          text: rate.source || person(rate),
          figure: <span className="num">{formatFigure(rate.rate)}</span>,
        })}
        empty={{ title: "There are no exchange rates" }}
        actions={
          enters && (
            <Button kind="primary" onClick={enter}>
              New Exchange Rate
            </Button>
          )
        }
      />
      {withHistory && <HistoryPart path={pathOf("GET /api/exchange-rates/history")} />}
      {dialog.name === "change-rate" && enters && <Changing asked={dialog.value ?? ""} onClose={dialog.close} />}
      {dialog.name === "new-rate" && enters && <ExchangeRateDialog onClose={dialog.close} />}
    </>
  )
}
