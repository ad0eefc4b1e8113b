import { Day, formatTime } from "@ops/platform/ui/date.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { pathOf } from "../../web/client.ts"
import { SessionDrawer } from "./session-drawer.tsx"
import { countsOf, mealOptions, type MealSession, mealWord } from "../../web/labels.ts"

const figure =
  (name: string) =>
  ({ id }: MealSession) => ({ name: `mealSession.${name}`, parameters: { id } })

/** All meal sessions; each opens in the drawer. */
export const SessionsList = () => (
  <ListPage
    path={pathOf("GET /api/meal-sessions")}
    noun={["session", "sessions"]}
    loading="Loading meal sessions..."
    rowId={({ id }) => String(id)}
    siteFilter
    views={[
      { id: "all", label: "All sessions" },
      { id: "open", label: "Still open", query: { status: "active" } },
    ]}
    filters={[
      {
        field: "status",
        label: "Status",
        options: [
          { value: "active", label: "Active" },
          { value: "completed", label: "Completed" },
          { value: "cancelled", label: "Cancelled" },
        ],
      },
      { field: "mealType", label: "Meal type", options: mealOptions },
      { field: "from", label: "From", date: true },
      { field: "to", label: "To", date: true },
    ]}
    columns={[
      {
        id: "meal",
        header: "Meal",
        cell: ({ mealType, sessionStartTime }) => `${mealWord(mealType)} ${formatTime(sessionStartTime)}`,
        sort: "mealType",
      },
      { id: "date", header: "Date", cell: ({ date }) => <Day date={date} />, sort: "sessionDate" },
      { id: "site", header: "Site", cell: ({ site }) => <SiteCode code={site.code} name={site.name} />, sort: true },
      { id: "client", header: "Client", cell: ({ client }) => client.companyName },
      { id: "project", header: "Project", cell: ({ project }) => project?.projectName ?? <span className="muted">–</span>, hidden: true },
      { id: "status", header: "Status", cell: ({ status }) => <StatusMark status={status} />, sort: true },
      { id: "totalAttendees", header: "At table", figure: ({ totalAttendees }) => totalAttendees, explain: figure("attendees"), sort: true },
      { id: "missed", header: "Missed", figure: ({ missed }) => missed, explain: figure("missed") },
      {
        id: "exceptions",
        header: "Exceptions",
        figure: ({ exceptions }) => (exceptions > 0 ? <span className="meals-warn">{exceptions}</span> : 0),
        explain: figure("exceptions"),
      },
      { id: "mealCost", header: "Meal cost", money: ({ mealCost, currency }) => ({ amount: mealCost, currency }), noTotal: true },
    ]}
    card={(session) => ({
      title: `${mealWord(session.mealType)}, ${session.client.companyName}`,
      mark: <StatusMark status={session.status} />,
      text: countsOf(session),
      figure: <Day date={session.date} />,
    })}
    empty={{ title: "No meal sessions found" }}
    drawer={(id, _, close) => <SessionDrawer id={id} onClose={close} />}
  />
)
