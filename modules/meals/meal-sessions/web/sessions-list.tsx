/** All meal sessions; each opens in a drawer. */
import { Day, formatTime } from "@ops/platform/ui/date.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { countsOf, type MealSession, mealWord } from "../../web/labels.ts"
import { screen } from "../screen.ts"
import { SessionDrawer } from "./session-drawer.tsx"

const figure =
  (name: string) =>
  ({ id }: MealSession) => ({ name: `mealSession.${name}`, parameters: { id } })

export const SessionsList = () => (
  <ResourcePage
    screen={screen}
    views={[
      { id: "all", label: "All sessions" },
      { id: "open", label: "Still open", query: { status: "active" } },
    ]}
    columns={{
      mealType: { id: "meal", cell: ({ mealType, sessionStartTime }) => `${mealWord(mealType)} ${formatTime(sessionStartTime)}`, sort: "mealType" },
      date: { sort: "sessionDate" },
      companyName: { id: "client" },
      project: { cell: ({ project }) => project?.projectName ?? <span className="muted">–</span> },
      totalAttendees: { explain: figure("attendees") },
      missed: { explain: figure("missed") },
      exceptions: {
        figure: ({ exceptions }) => (exceptions > 0 ? <span className="meals-warn">{exceptions}</span> : 0),
        explain: figure("exceptions"),
      },
      mealCost: { header: "Meal cost", noTotal: true },
    }}
    card={(session) => ({
      title: `${mealWord(session.mealType)}, ${session.companyName}`,
      mark: <StatusMark status={session.status} />,
      text: countsOf(session),
      figure: <Day date={session.date} />,
    })}
    drawer={(id, close) => <SessionDrawer id={id} onClose={close} />}
  />
)
