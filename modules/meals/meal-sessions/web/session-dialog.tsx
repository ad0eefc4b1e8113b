/** Opens a meal session. The enhanced screen also asks for the client, and has fixed messages for failures. */
import { ApiError } from "@ops/platform/ui/data/api.ts"
import { formatTime, today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { choice, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useState } from "react"
import { useWatch } from "react-hook-form"
import { Link } from "react-router-dom"
import { ask, useCommand } from "../../web/client.ts"
import { withFixedMessage } from "../../web/fixed-message.ts"
import { useClients, useProjects } from "../../web/people.ts"
import { sessionLists } from "./session-lists.ts"
import { mealAt, mealOptions, type MealSession } from "../../web/labels.ts"

const Chosen = Schema.UndefinedOr(Schema.Finite)
const form = (enhanced: boolean) =>
  formOf(
    {
      sessionDate: Schema.String,
      time: Schema.String,
      mealType: choice("Meal type", ["breakfast", "lunch", "dinner"]),
      siteId: Chosen,
      projectId: Chosen,
      clientId: Chosen,
      notes: text("Notes", 500),
    },
    ({ siteId, sessionDate }) => {
      const missing = sessionDate === "" ? "sessionDate" : siteId ? undefined : "siteId"
      if (missing === undefined) return undefined
      return {
        path: [missing],
        issue: enhanced ? "Please fill in all required fields" : missing === "siteId" ? "Site is required" : "Session date is required",
      }
    },
  )
type Form = ReturnType<typeof form>["Type"]

/** The session that already exists for the meal. */
const sameMeal = async ({ sessionDate, mealType, siteId, clientId, projectId }: Form) => {
  const sessions = await ask("GET /api/meal-sessions", { query: { siteId, from: sessionDate, to: sessionDate, mealType } }).catch(() => [])
  return sessions.find(
    (other) => other.status !== "cancelled" && (clientId === undefined || other.clientId === clientId) && (other.projectId ?? undefined) === projectId,
  )
}

interface Props {
  readonly enhanced?: boolean
  readonly onClose: () => void
  readonly onOpened?: (session: MealSession) => void
}

export default function SessionDialog({ enhanced = false, onClose, onOpened }: Props) {
  const { siteId, sites } = useWorkingSite()
  const [there, setThere] = useState<number>()
  const open = useCommand("POST /api/meal-sessions", {
    body: ({ sessionDate, time, mealType, siteId, projectId, clientId, notes }: Form) => ({
      sessionDate: time === "" ? sessionDate : `${sessionDate}T${time}`,
      mealType,
      siteId: siteId!,
      projectId: projectId ?? null,
      clientId: clientId ?? null,
      notes,
    }),
    lists: sessionLists,
    done: "Meal session created successfully",
    failed: "Failed to create meal session",
  })
  const send = enhanced ? withFixedMessage(open.send, "Failed to create meal session") : open.send
  const next = mealAt(formatTime(new Date()))
  return (
    <FormDialog
      title={enhanced ? "Create Session" : "New Session"}
      help="Attendance is then recorded in it, until it is closed."
      schema={form(enhanced)}
      defaults={{
        sessionDate: today(),
        time: next.time,
        mealType: next.meal,
        siteId: siteId ?? sites[0]?.id,
        projectId: undefined,
        clientId: undefined,
        notes: "",
      }}
      submit="Create session"
      pending="Creating..."
      onClose={onClose}
      save={async (values) => {
        setThere(undefined)
        try {
          const session = await send(values)
          // after the dialog has removed itself from the address
          if (onOpened) setTimeout(() => onOpened(session), 0)
        } catch (error) {
          if (error instanceof ApiError && error.status === 409) setThere((await sameMeal(values))?.id)
          throw error
        }
      }}
    >
      <div className="pair">
        <DateField name="sessionDate" label="Session date" required />
        <DateField name="time" label="Time" type="time" />
      </div>
      <SelectField name="mealType" label="Meal type" options={mealOptions} required />
      <SiteField name="siteId" label="Site" required />
      <AtSite enhanced={enhanced} />
      <TextField name="notes" label="Notes" />
      {there && (
        <p>
          <Link className="link" to={`/meal-tracking-enhanced?tab=sessions&open=${there}`}>
            Show this session
          </Link>
        </p>
      )}
    </FormDialog>
  )
}

/** The projects and clients of the selected site. The simple form asks for a client only if there are several. */
const AtSite = ({ enhanced }: { readonly enhanced: boolean }) => {
  const [siteId, projectId] = useWatch({ name: ["siteId", "projectId"] }) as readonly (number | undefined)[]
  const projects = useProjects(siteId)
  const clients = useClients(siteId)
  const project = projects.find(({ id }) => id === projectId)
  return (
    <>
      <SelectField name="projectId" label="Project" placeholder="No project" numeric options={projects.map(({ id, name }) => ({ value: id, label: name }))} />
      {project && !project.client && <p className="muted">{project.name} is an internal project: its meals are not billed.</p>}
      {(enhanced || clients.length > 1) && (
        <SelectField
          name="clientId"
          label="Client"
          placeholder={project?.client ? "The project's client" : clients.length > 1 ? "Choose a client" : "The only one here"}
          required={clients.length > 1 && !project?.client}
          numeric
          options={clients.map(({ id, companyName }) => ({ value: id, label: companyName }))}
        />
      )}
    </>
  )
}
