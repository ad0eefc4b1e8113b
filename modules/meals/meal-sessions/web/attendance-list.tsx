/** The people served, and the exceptions that await a supervisor's decision. */
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { useApiMutation } from "@ops/platform/ui/data/data.ts"
import { dateOf } from "@ops/platform/calendar.ts"
import { Day, formatTime, Recorded } from "@ops/platform/ui/date.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useState } from "react"
import type { MealAttendanceAnswer } from "../../contract.ts"
import { pathOf, useCommand } from "../../web/client.ts"
import { fullName } from "../../web/people.ts"
import { useMeals } from "./session-commands.tsx"
import { sessionLists } from "./session-lists.ts"
import { useSessionsOfToday } from "./sessions-of-today.ts"
import { exceptionWord, mealWord, sessionName } from "../../web/labels.ts"

type Attendance = typeof MealAttendanceAnswer.Type
type Verb = "allow" | "refuse" | "correct"

const verdict = ({ exception, allowed }: Attendance) =>
  exception === null ? "" : `${exceptionWord(exception)}${allowed === null ? "" : allowed ? ": allowed" : ": refused"}`

const Exception = ({ of }: { readonly of: Attendance }) =>
  of.exception === null ? <span className="muted">–</span> : <span className={of.allowed === null ? "meals-warn" : undefined}>{verdict(of)}</span>

/** The actions for one attendance: decide an exception, or reverse the record. */
const Acts = ({ of, act }: { readonly of: Attendance; readonly act: (verb: Verb) => void }) => {
  const { serves, supervises } = useMeals()
  const name = fullName(of.staffMember)
  const waits = of.exception !== null && of.attended
  return (
    <span className="line-tight">
      {supervises && waits && of.allowed !== true && (
        <button type="button" className="act" data-solid={of.allowed === null || undefined} aria-label={`Allow ${name}`} onClick={() => act("allow")}>
          Allow
        </button>
      )}
      {supervises && waits && of.allowed !== false && (
        <button type="button" className="act" aria-label={`Refuse ${name}`} onClick={() => act("refuse")}>
          Refuse
        </button>
      )}
      {serves && (of.mealSession.status === "active" || supervises) && of.mealSession.status !== "cancelled" && (
        <button type="button" className="act" aria-label={`Correct ${name}`} onClick={() => act("correct")}>
          Correct
        </button>
      )}
    </span>
  )
}

export const AttendanceList = () => {
  const { siteId } = useWorkingSite()
  const sessions = useSessionsOfToday(siteId).data ?? []
  const [asked, ask] = useState<{ readonly of: Attendance; readonly verb: Verb }>()
  const decide = useApiMutation<{ of: Attendance; verb: "allow" | "refuse"; reason?: string }>({
    method: "PATCH",
    path: ({ of, verb }) => `/api/meal-attendance/${of.id}/${verb}`,
    body: ({ reason }) => ({ reason: reason || null }),
    lists: sessionLists,
    done: (_, { verb }) => (verb === "allow" ? "Exception allowed" : "Exception refused"),
    failed: "Failed to decide on the exception",
  })
  const correct = useCommand("PATCH /api/meal-attendance/:id/correct", {
    params: ({ of }: { of: Attendance; reason: string }) => ({ id: of.id }),
    body: ({ of, reason }) => ({ attended: !of.attended, reason: reason || null }),
    lists: sessionLists,
    done: "Attendance corrected",
    failed: "Failed to correct attendance",
  })
  // allowing needs no comment; a refusal and a correction can have a reason
  const act = (of: Attendance, verb: Verb) => (verb === "allow" ? void decide.run({ of, verb }) : ask({ of, verb }))
  const done = () => ask(undefined)
  return (
    <>
      <ListPage
        path={pathOf("GET /api/meal-attendance")}
        noun={["attendance", "attendances"]}
        loading="Loading attendance..."
        rowId={({ id }) => String(id)}
        siteFilter
        sort="-attendanceTime"
        views={[
          { id: "all", label: "Last 31 days" },
          { id: "exceptions", label: "Exceptions", query: { exception: "not_on_plan,no_contract" } },
        ]}
        filters={[
          {
            field: "exception",
            label: "Exception",
            options: [
              { value: "not_on_plan", label: "Not on the meal plan" },
              { value: "no_contract", label: "No contract in force" },
            ],
          },
          {
            field: "mealSessionId",
            label: "Session",
            options: sessions.map((session) => ({ value: String(session.id), label: sessionName(session) })),
          },
          { field: "from", label: "From", date: true },
          { field: "to", label: "To", date: true },
        ]}
        columns={[
          {
            id: "person",
            header: "Person",
            cell: ({ staffMember }) => (
              <>
                {fullName(staffMember)} <span className="muted num">{staffMember.staffNumber}</span>
              </>
            ),
            sort: "lastName",
          },
          { id: "meal", header: "Meal", cell: ({ mealType }) => mealWord(mealType) },
          { id: "date", header: "Date", cell: ({ mealSession }) => <Day date={dateOf(mealSession.sessionDate)} /> },
          {
            id: "time",
            header: "Time",
            cell: ({ attendanceTime, recordedAt }) => (
              <>
                {formatTime(attendanceTime)}
                <Recorded at={recordedAt} />
              </>
            ),
            sort: "attendanceTime",
          },
          { id: "attended", header: "Served", cell: ({ attended, late }) => `${attended ? "Yes" : "No"}${late ? ", late" : ""}` },
          { id: "exception", header: "Exception", cell: (each) => <Exception of={each} /> },
          { id: "notes", header: "Notes", cell: ({ notes }) => notes, grows: true },
          { id: "acts", header: "Act", cell: (each) => <Acts of={each} act={(verb) => act(each, verb)} /> },
        ]}
        card={(each) => ({
          title: fullName(each.staffMember),
          mark: (
            <span className="muted">
              {mealWord(each.mealType)} <Day date={dateOf(each.mealSession.sessionDate)} />
            </span>
          ),
          text: [each.attended ? "Served" : "Not served", each.late && "late", verdict(each)].filter(Boolean).join(" · "),
          figure: <Acts of={each} act={(verb) => act(each, verb)} />,
        })}
        empty={{ title: "No attendance found" }}
      />
      {asked?.verb === "refuse" && (
        <ConfirmDialog
          title={`Refuse ${fullName(asked.of.staffMember)}`}
          text={`${exceptionWord(asked.of.exception ?? "")}. The meal stays in the counts and is not billed.`}
          confirm="Refuse"
          pending="Refusing..."
          danger
          reason={{ label: "Reason" }}
          onConfirm={(reason) => decide.send({ of: asked.of, verb: "refuse", reason })}
          onClose={done}
        />
      )}
      {asked?.verb === "correct" && (
        <ConfirmDialog
          title={`Correct ${fullName(asked.of.staffMember)}`}
          text={asked.of.attended ? "Attendance removed." : "Attendance restored."}
          confirm={asked.of.attended ? "Not served" : "Served"}
          pending="Recording..."
          reason={{ label: "Reason", required: asked.of.mealSession.status === "completed" }}
          onConfirm={(reason) => correct.send({ of: asked.of, reason })}
          onClose={done}
        />
      )}
    </>
  )
}
