/** Every head-count with the planned heads; corrected by a new count with a reason, never by editing. */
import { capitalised } from "@ops/platform/text.ts"
import type { StaffFeedingAnswer } from "@ops/meals/contract.ts"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useState } from "react"
import { Link } from "react-router-dom"
import { pathOf } from "../../web/client.ts"
import "../../web/catering.css"

type Feeding = typeof StaffFeedingAnswer.Type

const CorrectMealsDialog = lazyPart(() => import("./correct-meals-dialog.tsx"))

const Difference = ({ of }: { readonly of: number | null }) =>
  of === null ? <span className="muted">–</span> : <span className={of < 0 ? "negative" : undefined}>{of > 0 ? `+${of}` : of < 0 ? `−${-of}` : "0"}</span>

/** A head-count without a client has no plan to explain. */
const figure = (name: "count" | "planned" | "difference") => (feeding: Feeding) =>
  name === "count" || feeding.planned !== null ? { name: `staffFeeding.${name}`, parameters: { id: feeding.id } } : undefined

export const Component = () => {
  const { can } = useSession()
  const corrects = can("operations.supervise", "department.manage")
  const [asked, ask] = useState<Feeding | "new">()
  const correction = (feeding: Feeding) =>
    corrects && (
      <button type="button" className="act" aria-label={`Correct ${feeding.mealType} of ${feeding.date} at ${feeding.site.name}`} onClick={() => ask(feeding)}>
        Correct
      </button>
    )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/staff-feeding")}
        noun={["count", "counts"]}
        loading="Loading feeding history..."
        rowId={({ id }) => String(id)}
        siteFilter
        actions={
          <>
            <Button asChild>
              <Link to="/catering">Catering Services</Link>
            </Button>
            {corrects && (
              <Button kind="primary" onClick={() => ask("new")}>
                Record an Earlier Day
              </Button>
            )}
          </>
        }
        filters={[
          {
            field: "mealType",
            label: "Meal type",
            options: [
              { value: "breakfast", label: "Breakfast" },
              { value: "lunch", label: "Lunch" },
              { value: "dinner", label: "Dinner" },
            ],
          },
          { field: "from", label: "From", date: true },
          { field: "to", label: "To", date: true },
        ]}
        columns={[
          { id: "date", header: "Date", cell: ({ date }) => <Day date={date} />, sort: true },
          { id: "site", header: "Site", cell: ({ site }) => <SiteCode code={site.code} name={site.name} />, sort: true },
          { id: "client", header: "Client", cell: ({ client }) => client?.companyName ?? <span className="muted">–</span> },
          { id: "mealType", header: "Meal", cell: ({ mealType }) => capitalised(mealType), sort: true },
          { id: "planned", header: "Planned", figure: ({ planned }) => planned ?? <span className="muted">–</span>, explain: figure("planned") },
          { id: "staffCount", header: "Served", figure: ({ staffCount }) => staffCount, explain: figure("count"), sort: true },
          { id: "difference", header: "Difference", figure: ({ difference }) => <Difference of={difference} />, explain: figure("difference") },
          { id: "recordedBy", header: "Recorded By", cell: ({ recordedByUser: by }) => (by ? `${by.firstName} ${by.lastName}` : "Field Office") },
          { id: "notes", header: "Notes", cell: ({ notes }) => notes, grows: true },
          ...(corrects ? [{ id: "acts", header: "Act", acts: correction }] : []),
        ]}
        card={(feeding) => ({
          title: (
            <>
              {capitalised(feeding.mealType)}, <Day date={feeding.date} />
            </>
          ),
          mark: (
            <span className="num">
              {feeding.staffCount}
              {feeding.planned !== null && ` of ${feeding.planned}`}
            </span>
          ),
          text: [feeding.site.name, feeding.client?.companyName].filter(Boolean).join(", "),
          figure: correction(feeding) || undefined,
        })}
        empty={{ title: "No meals recorded yet" }}
      />
      {asked && <CorrectMealsDialog {...(asked !== "new" && { feeding: asked })} onClose={() => ask(undefined)} />}
    </>
  )
}
