/** A contract or work permit of a contractor that ends soon is an alert, until it is renewed or the contractor has gone. */
import { Effect, Layer } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { act, find, get, Refusal, system, unchanged } from "@ops/platform/records/act.ts"
import { Records } from "@ops/platform/records/records.ts"
import { contractors } from "@ops/contractors/contractor.ts"
import { alerts, raise, settle } from "./alert.ts"

type Paper = "contract" | "work_permit"

/** So many days before the end it is spoken of, and so many before it presses. */
const soon = 60
const pressing = 14

/** Raises what is due for one paper, or resolves what is open for it and holds no more. It says numbers, not names: everybody reads alerts. */
export const notePaper = act("alert.paper", function* ({ contractorId, paper }: { readonly contractorId: number; readonly paper: Paper }, by) {
  const { contractorNumber, status, siteId, contractEnd, workPermitExpiry } = yield* get(contractors, contractorId)
  const cause = `contractor/${contractorId}/${paper}`
  const until = paper === "contract" ? contractEnd : workPermitExpiry
  const title = `${contractorNumber}: ${paper.replace("_", " ")} ends ${until}`
  const open = yield* find(alerts, { openCause: cause })
  const isDue = status !== "ended" && until !== null && until <= addDays(by.today, soon)
  const changes =
    !isDue || (open && open.title !== title)
      ? yield* settle(cause)
      : yield* raise({
          cause,
          type: "contractors",
          priority: until <= addDays(by.today, pressing) ? "high" : "medium",
          title,
          message: `${until < by.today ? "It has ended" : "It ends soon"}. Renew it, or end the contract`,
          siteId,
          relatedEntity: "contractor",
          relatedEntityId: contractorId,
        })
  return changes.length > 0 ? changes : unchanged(open?.id ?? 0)
})

/** Papers of which there is something to say: due and not said yet, or said and not so any more. What somebody resolved is not said again. */
const toNote = `
  with due as (
    select c.id, x.paper, c.contractor_number || ': ' || replace(x.paper, '_', ' ') || ' ends ' || to_char(x.until, 'YYYY-MM-DD') as title,
      case when x.until <= es.today() + ${pressing} then 'high' else 'medium' end as priority
    from contractor c cross join lateral (values ('contract', c.contract_end), ('work_permit', c.work_permit_expiry)) x(paper, until)
    where c.status <> 'ended' and x.until <= es.today() + ${soon})
  select d.id, d.paper from due d where not exists (
    select from alert a where a.related_entity = 'contractor' and a.related_entity_id = d.id and a.title = d.title and (a.status = 'resolved' or a.priority = d.priority))
  union
  select a.related_entity_id, split_part(a.open_cause, '/', 3) from alert a
  where a.related_entity = 'contractor' and a.open_cause is not null and not exists (select from due d where d.id = a.related_entity_id and d.title = a.title)`

/** Says what there is to say of papers today. A new date is said the second time round, when the word of the old one is withdrawn. */
export const notePapers = Effect.gen(function* () {
  const { statement } = yield* Database
  const { perform } = yield* Records
  for (let round = 0; round < 2; round++) {
    for (const { id, paper } of yield* statement(toNote, [])) {
      // one that changed meanwhile, or was noted by another process, is no fault
      yield* Effect.catchIf(
        perform(notePaper, { contractorId: Number(id), paper: paper as Paper }, system("papers")),
        (error) => error instanceof Refusal,
        ({ message }) => Effect.logWarning(`Papers of contractor ${id}: ${message}`),
      )
    }
  }
})

/** Looks every ten minutes, so that a new day is there soon after midnight in Juba. */
export const PaperClockLive = Layer.effectDiscard(
  Effect.forkScoped(
    Effect.forever(
      Effect.andThen(
        Effect.catch(notePapers, (error) => Effect.logWarning(`The papers of contractors were not looked at: ${error.message}`)),
        Effect.sleep("10 minutes"),
      ),
    ),
  ),
)
