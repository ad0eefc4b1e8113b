/** The progress of a project: the bar by the calendar, and next to it what was delivered. */
import { Figure } from "@ops/platform/ui/figure.tsx"
import type { construction } from "../resource.ts"

type Project = Pick<(typeof construction)["Row"], "id" | "name" | "progress" | "measuredProgress" | "measuredBy" | "gapSince">

const measuredOf = { certificates: "certified", milestones: "by its milestones" }

export const ProgressBar = ({ of, small }: { readonly of: Project; readonly small?: boolean }) => (
  <div className="construction-progress" data-small={small || undefined}>
    <div className="construction-bar">
      <progress max={100} value={of.progress} aria-label={`Progress of ${of.name}`} />
      {of.measuredProgress !== null && <i style={{ left: `${of.measuredProgress}%` }} aria-hidden />}
    </div>
    <span className="num">{of.progress}%</span>
    {of.measuredProgress !== null && of.measuredBy !== null && (
      <span className="muted construction-measured" data-apart={of.gapSince !== null || undefined}>
        Measured <Figure value={`${of.measuredProgress}%`} of={{ name: "constructionProject.measured", parameters: { id: of.id } }} label="Measured" />
        {!small && ` ${measuredOf[of.measuredBy]}`}
        {of.gapSince !== null && !small && ", far from the elapsed time"}
      </span>
    )}
  </div>
)
