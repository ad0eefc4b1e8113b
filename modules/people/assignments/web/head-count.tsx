/** People expected at a site, planned and fed: for each day, with the gap. */
import { addDays } from "@ops/platform/calendar.ts"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { href } from "@ops/platform/ui/data/api.ts"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { pathOf, useApi } from "../../web/client.ts"

const signed = (gap: number) => (gap > 0 ? `+${gap}` : String(gap))

export const HeadCounts = () => {
  const { siteId } = useWorkingSite()
  const query = { from: addDays(today(), -6), to: today(), ...(siteId !== undefined && { siteId }) }
  const counts = useApi("GET /api/hr/head-count", { query })
  return (
    <Panel
      title="Head-count of the last week"
      actions={
        <a className="link" href={href(pathOf("GET /api/hr/head-count"), { ...query, from: addDays(today(), -59), format: "xlsx" })} download>
          Export 60 days
        </a>
      }
    >
      <Answer of={counts} rows={6} loading="Loading head-counts..." empty={{ title: "No head-counts found" }}>
        {(rows) => (
          <div className="table-frame" role="region" aria-label="Head-counts, day by day" tabIndex={0}>
            <SmallTable
              label="Head-count of the last week"
              rows={rows}
              rowKey={({ date, siteId: site }) => `${date} ${site}`}
              columns={[
                { header: "Day", cell: ({ date }) => formatDay(date) },
                { header: "Site", cell: ({ siteName, siteCode }) => <SiteCode code={siteCode} name={siteName} /> },
                { header: "Own staff", className: "num wide", cell: ({ ownStaff }) => ownStaff },
                { header: "At work", className: "num wide", cell: ({ ownPresent }) => ownPresent ?? <span className="muted">–</span> },
                { header: "Planned", className: "num wide", cell: ({ planned }) => planned },
                { header: "Should be there", className: "num", cell: ({ expected }) => expected },
                { header: "Ate", className: "num", cell: ({ fed }) => fed ?? <span className="muted">–</span> },
                {
                  header: "Gap",
                  className: "num",
                  cell: ({ gap }) =>
                    gap === null ? <span className="muted">–</span> : <span className={gap < 0 ? "negative" : undefined}>{signed(gap)}</span>,
                },
              ]}
            />
          </div>
        )}
      </Answer>
    </Panel>
  )
}
