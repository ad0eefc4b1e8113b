/** People expected at a site, planned and fed: for each day, with the gap. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { href } from "@ops/platform/ui/data/api.ts"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { pathOf, useApi } from "../../web/client.ts"
import { addDays } from "../../leave/web/labels.ts"

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
            <table className="table" aria-label="Head-count of the last week">
              <thead>
                <tr>
                  <th>Day</th>
                  <th>Site</th>
                  <th className="num wide">Own staff</th>
                  <th className="num wide">At work</th>
                  <th className="num wide">Planned</th>
                  <th className="num">Should be there</th>
                  <th className="num">Ate</th>
                  <th className="num">Gap</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ date, siteId: site, siteName, siteCode, ownStaff, ownPresent, planned, expected, fed, gap }) => (
                  <tr key={`${date} ${site}`}>
                    <td>{formatDay(date)}</td>
                    <td>
                      <SiteCode code={siteCode} name={siteName} />
                    </td>
                    <td className="num wide">{ownStaff}</td>
                    <td className="num wide">{ownPresent ?? <span className="muted">–</span>}</td>
                    <td className="num wide">{planned}</td>
                    <td className="num">{expected}</td>
                    <td className="num">{fed ?? <span className="muted">–</span>}</td>
                    <td className="num">
                      {gap === null ? <span className="muted">–</span> : <span className={gap < 0 ? "negative" : undefined}>{signed(gap)}</span>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Answer>
    </Panel>
  )
}
