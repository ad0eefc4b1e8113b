import { Day, formatTime, When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { SiteName } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Link } from "react-router-dom"
import { useApi } from "../../web/client.ts"
import { SessionActs } from "./session-commands.tsx"
import { type MealSession, mealWord } from "../../web/labels.ts"

/** One session: site, client, counts, and its actions. */
export const SessionDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <RecordDrawer of={useApi("GET /api/meal-sessions/:id", { id })} noun="Meal session" loading="Loading the session..." onClose={onClose}>
    {(of) => <OpenSession of={of} onClose={onClose} />}
  </RecordDrawer>
)

const OpenSession = ({ of, onClose }: { readonly of: MealSession; readonly onClose: () => void }) => {
  const figure = (name: string, label: string, value: number) => (
    <Figure key={name} value={value} of={{ name: `mealSession.${name}`, parameters: { id: of.id } }} label={label} />
  )
  return (
    <Drawer
      title={mealWord(of.mealType)}
      subject={
        <>
          <Day date={of.date} /> {formatTime(of.sessionStartTime)}
        </>
      }
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={<SessionActs session={of} />}
    >
      <KeyValues
        of={[
          ["Site", <SiteName key="site" id={of.siteId} />],
          ["Client", of.client.companyName],
          of.project && ["Project", of.project.projectName],
          ["Meal cost", <Money key="cost" amount={of.mealCost} currency={of.currency} />],
          of.contractId === null && ["Contract", of.ownCost ? "None: internal cost" : "None in force: these meals are not billed"],
          of.billedOn !== null && ["Billed on", `Invoice ${of.billedOn}`],
          of.sessionEndTime !== null && ["Ended", <When key="ended" at={of.sessionEndTime} exact />],
          of.reopened && ["Reopened", "Yes"],
          of.signature !== null && ["Client", of.signature === "signed" ? `Signed by ${of.signedBy}, sheet ${of.signedSheet}` : "Disputed"],
          of.notes !== "" && ["Notes", of.notes],
        ]}
      />
      <section className="part">
        <h3>Served</h3>
        <KeyValues
          of={[
            [
              "Served",
              <span key="at">
                {figure("attendees", "Served", of.totalAttendees)}
                {of.capacity !== null && `, the site's capacity is ${of.capacity}`}
              </span>,
            ],
            of.closedWith !== null && ["At the close", of.closedWith],
            ["Added late", figure("late", "Added late", of.late)],
            ["Missed", figure("missed", "Missed", of.missed)],
            ["Exceptions", figure("exceptions", "Exceptions", of.exceptions)],
            ["Visitors", of.visitors],
            ["Contractors", of.contractorDiners],
            ["Own staff", of.ownStaffDiners],
          ]}
        />
        <p className="part">
          <Link className="link" to={`/meal-tracking-enhanced?tab=attendance&mealSessionId=${of.id}`}>
            People served
          </Link>
        </p>
      </section>
    </Drawer>
  )
}
