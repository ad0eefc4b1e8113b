/** The lots on hand, earliest expiry first. */
import { Button } from "@ops/platform/ui/button.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { pathOf } from "../../web/client.ts"
import { Expiry } from "@ops/platform/ui/record/expiry.tsx"
import { type Lot, plain } from "../../web/labels.ts"

const isExpired = ({ daysLeft }: Lot) => daysLeft !== null && daysLeft < 0

export const Lots = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const keeps = can("inventory.manage", "department.manage")
  return (
    <ListPage
      path={pathOf("GET /api/stock/lots")}
      noun={["lot", "lots"]}
      loading="Loading lots..."
      rowId={({ levelId, lotNumber, expiryDate }) => `${levelId} ${lotNumber} ${expiryDate}`}
      priority={(lot) => (isExpired(lot) ? "critical" : (lot.daysLeft ?? 99) <= 7 ? "high" : null)}
      siteFilter
      views={[
        { id: "lots", label: "All lots" },
        { id: "soon", label: "Expiring", query: { status: "expired,soon" } },
      ]}
      filters={[
        {
          field: "status",
          label: "Expiry",
          options: [
            { value: "expired", label: "Expired" },
            { value: "soon", label: "Within 7 days" },
            { value: "good", label: "Later" },
          ],
        },
      ]}
      columns={[
        { id: "item", header: "Item", cell: ({ itemName }) => itemName, sort: true, grows: true },
        { id: "site", header: "Site", cell: ({ site }) => <SiteCode code={site.code} name={site.name} />, sort: true },
        { id: "lot", header: "Lot", cell: ({ lotNumber }) => lotNumber },
        { id: "expiryDate", header: "Use until", cell: ({ expiryDate }) => expiryDate && <Expiry within={7} date={expiryDate} />, sort: true },
        { id: "quantity", header: "Quantity", figure: ({ quantity, stockItem }) => `${plain(quantity)} ${stockItem.unit}` },
        ...(keeps
          ? [
              {
                id: "act",
                header: "",
                acts: (lot: Lot) =>
                  isExpired(lot) && (
                    <button className="act" type="button" onClick={() => dialog.open("waste", `${lot.levelId}.${lot.lotNumber ?? ""}`)}>
                      Write off
                    </button>
                  ),
              },
            ]
          : []),
      ]}
      card={(lot) => ({
        title: lot.itemName,
        mark: lot.expiryDate && <Expiry within={7} date={lot.expiryDate} />,
        text: [lot.site.name, lot.lotNumber && `lot ${lot.lotNumber}`].filter(Boolean).join(" · "),
        figure: (
          <span className="line-tight">
            {`${plain(lot.quantity)} ${lot.stockItem.unit}`}
            {keeps && isExpired(lot) && <Button onClick={() => dialog.open("waste", `${lot.levelId}.${lot.lotNumber ?? ""}`)}>Write off</Button>}
          </span>
        ),
      })}
      empty={{ title: "No lots on hand" }}
    />
  )
}
