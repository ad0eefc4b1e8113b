/** One client: details, contracts, projects, people, and history. */
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { useQueries } from "@tanstack/react-query"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { href } from "@ops/platform/ui/data/api.ts"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { useApiQuery } from "@ops/platform/ui/data/data.ts"
import { Day, formatDay } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ErasePart } from "@ops/platform/ui/record/erase-part.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Tabs } from "@ops/platform/ui/tabs.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { useState } from "react"
import type { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import type { contracts } from "../contracts/resource.ts"
import type { projects } from "../projects/resource.ts"
import type { clients } from "../resource.ts"
import type { staffMembers } from "../staff-members/resource.ts"
import { pathOf, useApi, useCommand } from "./client.ts"
import type { DatedReason } from "./dated-reason-dialog.tsx"
import { basisName, clientLists, contractLists, planName, projectLists, rateText, serviceName, staffLists, termsName } from "./labels.ts"

type Client = (typeof clients)["Row"]
type Contract = (typeof contracts)["Row"]
type Project = (typeof projects)["Row"]
type StaffMember = (typeof staffMembers)["Row"]
type History = (typeof HistoryAnswer.Type)[number]

const EraseDialog = lazyPart(() => import("@ops/platform/ui/record/erase-dialog.tsx"))
const BasisDialog = lazyPart(() => import("../contracts/web/basis-dialog.tsx"))
const SignatureDialog = lazyPart(() => import("../contracts/web/signature-dialog.tsx"))
const ChangeClientForm = lazyPart(async () => ({ default: (await import("./client-form.tsx")).ChangeClientForm }))
const ContractDialog = lazyPart(() => import("../contracts/web/contract-dialog.tsx"))
const DatedReasonDialog = lazyPart(() => import("./dated-reason-dialog.tsx"))
const ProjectDialog = lazyPart(() => import("../projects/web/project-dialog.tsx"))
const RateDialog = lazyPart(() => import("../contracts/web/rate-dialog.tsx"))
const ServiceDialog = lazyPart(() => import("../contracts/web/service-dialog.tsx"))
const StaffMemberDialog = lazyPart(() => import("../staff-members/web/staff-member-dialog.tsx"))
const BadgeDialog = lazyPart(() => import("../badges/web/badge-dialog.tsx"))
const UpdateStaffCountDialog = lazyPart(() => import("../staff-members/web/update-staff-count-dialog.tsx"))

/** The open dialog, and its subject. */
type Asked =
  | { readonly for: "change" | "deactivate" | "contract" | "project" | "member" }
  | { readonly for: "rate" | "basis" | "signature" | "heads" | "service"; readonly contract: Contract }
  | { readonly for: "change-project"; readonly project: Project }
  | { readonly for: "change-member" | "erase-member" | "badge"; readonly member: StaffMember }
  | { readonly for: "day"; readonly what: DatedReason }
type Ask = (asked: Asked) => void

const nameOf = ({ firstName, lastName }: StaffMember) => `${firstName} ${lastName}`

const ending = ({ id, contractNumber, client }: Contract): DatedReason => ({
  title: `End ${contractNumber}`,
  help: `The last day of the contract with ${client.companyName}. Meals after it are exceptions.`,
  label: "End date",
  path: `${pathOf("GET /api/contracts/:id", { id })}/end`,
  field: "endDate",
  reason: "required",
  submit: "End contract",
  done: "Contract ended",
  failed: "Failed to end contract",
  lists: contractLists,
})
const closing = ({ id, projectName }: Project): DatedReason => ({
  title: `Close ${projectName}`,
  help: "You cannot add people or meals to a closed project.",
  label: "End date",
  path: `${pathOf("GET /api/projects/:id", { id })}/close`,
  field: "endDate",
  reason: "none",
  statuses: [
    { value: "completed", label: "Completed" },
    { value: "cancelled", label: "Cancelled" },
  ],
  submit: "Close project",
  done: "Project closed",
  failed: "Failed to close project",
  lists: projectLists,
})
const leaving = (member: StaffMember): DatedReason => ({
  title: `${nameOf(member)} leaves`,
  help: "The last day at the site, no later than today.",
  label: "Last day",
  path: `${pathOf("GET /api/staff-members/:id", { id: member.id })}/leave`,
  field: "endDate",
  reason: "optional",
  submit: "Save last day",
  done: "Staff member left",
  failed: "Failed to save the last day",
  lists: staffLists,
})
const returning = (member: StaffMember): DatedReason => ({
  title: `${nameOf(member)} is back`,
  help: `Left on ${formatDay(member.endDate ?? "")}.`,
  label: "Back from",
  path: `${pathOf("GET /api/staff-members/:id", { id: member.id })}/return`,
  field: "from",
  reason: "none",
  submit: "Save return",
  done: "Staff member reinstated",
  failed: "Failed to reinstate the staff member",
  lists: staffLists,
})

const ContractPart = ({ contract, ask }: { readonly contract: Contract; readonly ask: Ask }) => {
  const { can } = useSession()
  const { rates, bases, headCounts, signatures, details, currency } = contract
  const open = contract.status !== "ended"
  const catering = contract.serviceType === "catering"
  return (
    <section className="part" aria-label={contract.contractNumber}>
      <h3>
        {contract.contractNumber} · {serviceName(contract.serviceType)} <SiteCode code={contract.site.code} name={contract.site.name} />
      </h3>
      <KeyValues
        of={[
          ["Status", <StatusMark key="status" status={contract.status} />],
          [
            "Holds",
            <>
              <Day date={contract.startDate} /> {contract.endDate ? `to ${formatDay(contract.endDate)}` : "on"}
            </>,
          ],
          catering && ["Planned heads", contract.currentStaffCount],
          details.staffCapacity !== null && ["Capacity", details.staffCapacity],
          details.servingSchedule !== null && ["Served at", details.servingSchedule],
          details.specialDietaryRequirements !== null && ["Diets", details.specialDietaryRequirements],
          details.cleaningType !== null && ["Cleaning", [details.cleaningType, details.serviceFrequency].filter(Boolean).join(", ")],
          details.areasIncluded.length > 0 && ["Areas", details.areasIncluded.join(", ")],
          details.hourlyRate !== null && ["Hourly rate", formatMoney(details.hourlyRate, currency)],
          contract.notes !== "" && ["Notes", contract.notes],
        ]}
      />
      {(rates ?? []).length + bases.length + headCounts.length + signatures.length > 0 && (
        <SmallTable
          label={`Terms of ${contract.contractNumber}`}
          className="client-terms"
          rows={[
            ...(rates ?? []).map((rate) => ({ from: rate.from, text: rateText(rate, currency) })),
            ...bases.map((basis) => ({ from: basis.from, text: basisName(basis) })),
            ...signatures.map(({ from, required }) => ({
              from,
              text: required ? "Only meals that the client has signed are billed" : "Meals need no signature",
            })),
            ...headCounts.map(({ from, heads, reason }) => ({ from, text: `${heads} heads planned${reason ? `: ${reason}` : ""}` })),
          ].sort((a, b) => b.from.localeCompare(a.from))}
          rowKey={({ from, text }) => `${from} ${text}`}
          columns={[
            { header: "From", cell: ({ from }) => <Day date={from} /> },
            { header: "Agreed", cell: ({ text }) => text },
          ]}
        />
      )}
      {open && (
        <div className="line client-acts">
          {catering && can("operations.supervise", "department.manage", "finance.full") && (
            <Button onClick={() => ask({ for: "heads", contract })}>Update Staff Count</Button>
          )}
          {catering && can("department.manage") && <Button onClick={() => ask({ for: "rate", contract })}>Agree price</Button>}
          {catering && can("department.manage") && <Button onClick={() => ask({ for: "basis", contract })}>Agree basis</Button>}
          {catering && can("department.manage") && <Button onClick={() => ask({ for: "signature", contract })}>Require signatures</Button>}
          {can("finance.full", "department.manage") && <Button onClick={() => ask({ for: "service", contract })}>Describe</Button>}
          {can("finance.full", "department.manage") && (
            <Button kind="danger" onClick={() => ask({ for: "day", what: ending(contract) })}>
              End
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

const Contracts = ({ client, ask }: { readonly client: Client; readonly ask: Ask }) => {
  const { can } = useSession()
  const contracts = useApi("GET /api/contracts", { query: { clientId: client.id } })
  const sign = client.status === "active" && can("finance.full", "department.manage") && <Button onClick={() => ask({ for: "contract" })}>Sign contract</Button>
  return (
    <Answer of={contracts} rows={4} loading="Loading contracts..." empty={{ title: "No contracts yet", ...(sign && { action: sign }) }}>
      {(rows) => (
        <>
          {rows.map((contract) => (
            <ContractPart key={contract.id} contract={contract} ask={ask} />
          ))}
          {sign && <div>{sign}</div>}
        </>
      )}
    </Answer>
  )
}

const Projects = ({ client, ask }: { readonly client: Client; readonly ask: Ask }) => {
  const { can } = useSession()
  const projects = useApi("GET /api/projects", { query: { clientId: client.id } })
  const may = can("finance.full", "department.manage")
  const open = may && client.status !== "inactive" && <Button onClick={() => ask({ for: "project" })}>Open project</Button>
  return (
    <Answer of={projects} rows={2} loading="Loading projects..." empty={{ title: "No projects yet", ...(open && { action: open }) }}>
      {(rows) => (
        <>
          <SmallTable
            label="Projects"
            rows={rows}
            columns={[
              {
                header: "Project",
                cell: (project) => (
                  <>
                    <SiteCode code={project.site.code} name={project.site.name} /> {project.projectName}
                    <div className="muted">{[project.projectCode, project.projectManager].filter(Boolean).join(", ")}</div>
                  </>
                ),
              },
              { header: "Status", cell: ({ status }) => <StatusMark status={status} /> },
            ]}
            act={
              may &&
              ((project) => (
                <span className="client-row-acts">
                  <button type="button" className="act" aria-label={`Change ${project.projectName}`} onClick={() => ask({ for: "change-project", project })}>
                    Change
                  </button>
                  {project.status === "active" && (
                    <button
                      type="button"
                      className="act"
                      aria-label={`Close ${project.projectName}`}
                      onClick={() => ask({ for: "day", what: closing(project) })}
                    >
                      Close
                    </button>
                  )}
                </span>
              ))
            }
          />
          {open && <div>{open}</div>}
        </>
      )}
    </Answer>
  )
}

const Staff = ({ client, ask }: { readonly client: Client; readonly ask: Ask }) => {
  const { can } = useSession()
  const [left, setLeft] = useState(false)
  const people = useApi("GET /api/staff-members", { query: { clientId: client.id, status: left ? "left" : "active" } })
  const may = can("operations.supervise", "department.manage", "finance.full")
  const add = may && client.status !== "inactive" && <Button onClick={() => ask({ for: "member" })}>Add staff member</Button>
  return (
    <>
      <div className="line">
        <label className="check">
          <input type="checkbox" checked={left} onChange={(event) => setLeft(event.target.checked)} />
          Former staff
        </label>
        <span className="spread" />
        {!left && people.data?.some(({ badge }) => badge) && (
          <Button asChild>
            <a href={`${href(pathOf("GET /api/staff-members/badges"))}?clientId=${client.id}`} target="_blank" rel="noreferrer">
              Print badges
            </a>
          </Button>
        )}
        {add}
      </div>
      <Answer of={people} rows={6} loading="Loading staff..." empty={{ title: left ? "No former staff" : "No staff yet" }}>
        {(rows) => (
          <SmallTable
            label="Staff"
            rows={rows}
            columns={[
              {
                header: "Name",
                cell: (member) => (
                  <>
                    <SiteCode code={member.site.code} name={member.site.name} /> {nameOf(member)}
                    <div className="muted">
                      {[member.staffNumber, member.position, planName(member.mealPlan), member.endDate && `left ${formatDay(member.endDate)}`]
                        .filter(Boolean)
                        .join(", ")}
                    </div>
                    {member.allergies && <div className="negative">Allergies: {member.allergies}</div>}
                  </>
                ),
              },
            ]}
            act={
              may &&
              ((member) => (
                <span className="client-row-acts">
                  <button type="button" className="act" aria-label={`Change ${nameOf(member)}`} onClick={() => ask({ for: "change-member", member })}>
                    Change
                  </button>
                  <button
                    type="button"
                    className="act"
                    aria-label={`${nameOf(member)} ${left ? "is back" : "leaves"}`}
                    onClick={() => ask({ for: "day", what: left ? returning(member) : leaving(member) })}
                  >
                    {left ? "Is back" : "Leaves"}
                  </button>
                  {!left && member.badge !== undefined && (
                    <button type="button" className="act" aria-label={`Badge of ${nameOf(member)}`} onClick={() => ask({ for: "badge", member })}>
                      Badge
                    </button>
                  )}
                  {left && can("system.admin") && member.firstName !== "erased" && (
                    <button type="button" className="act" aria-label={`Erase ${nameOf(member)}`} onClick={() => ask({ for: "erase-member", member })}>
                      Erase
                    </button>
                  )}
                </span>
              ))
            }
          />
        )}
      </Answer>
    </>
  )
}

const said = ({ contractNumber }: Contract, text: string) => (text.includes(contractNumber) ? text : `${contractNumber}: ${text}`)

/** The history of the client and its contracts, newest first. */
const Activity = ({ client }: { readonly client: Client }) => {
  const own = useApi("GET /api/clients/:id/history", { id: client.id })
  const contracts = useApi("GET /api/contracts", { query: { clientId: client.id } }).data ?? []
  const theirs = useQueries({ queries: contracts.map(({ id }) => ({ queryKey: [pathOf("GET /api/contracts/:id/history", { id })] })) }) as readonly {
    readonly data: readonly History[] | undefined
  }[]
  const events = [
    // a signed contract is already in its own history
    ...(own.data ?? []).filter(({ type }) => type !== "ClientContracted"),
    ...theirs.flatMap(({ data }, n) => (data ?? []).map((event) => ({ ...event, text: said(contracts[n]!, event.text), changes: [] }))),
  ].sort((a, b) => b.position - a.position)
  if (own.isError) return <ErrorPanel error={own.error} retry={() => void own.refetch()} />
  if (own.isPending) return <Loading rows={4} label="Loading history..." />
  return events.length === 0 ? <EmptyState title="No activity yet" small /> : <Timeline events={events} />
}

/** The client's balance less credits, in each currency with an amount. */
const Balance = ({ id }: { readonly id: number }) => {
  const account = useApiQuery<readonly { readonly open: Amounts; readonly credit: Amounts }[]>("/api/client-accounts", { clientId: id }).data?.[0]
  const balances = (["USD", "SSP"] as const).flatMap((currency) => {
    const { open, credit } = account ?? { open: { [currency]: "0" }, credit: { [currency]: "0" } }
    const balance = sumMoney([open[currency], `-${credit[currency]}`])
    return Number(open[currency]) !== 0 || Number(credit[currency]) !== 0 ? [{ currency, balance }] : []
  })
  if (balances.length === 0) return "Nothing is open"
  return (
    <>
      {balances.map(({ currency, balance }) => (
        <div key={currency}>
          <Figure value={formatMoney(balance, currency)} of={{ name: "client.balance", parameters: { id, currency } }} label="Balance" />
        </div>
      ))}
    </>
  )
}
interface Amounts {
  readonly [currency: string]: string
}

export const ClientDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { can, sees } = useSession()
  const path = pathOf("GET /api/clients/:id", { id })
  const found = useApi("GET /api/clients/:id", { id })
  const [asked, ask] = useState<Asked>()
  const done = () => ask(undefined)
  const deactivate = useCommand("POST /api/clients/:id/deactivate", {
    id,
    lists: clientLists,
    done: "Client made inactive",
    failed: "Failed to make the client inactive",
  })
  const reactivate = useCommand("POST /api/clients/:id/reactivate", {
    id,
    lists: clientLists,
    done: "Client active again",
    failed: "Failed to make the client active",
  })
  const client = found.data
  if (!client) return <RecordDrawer of={found} noun="Client" loading="Loading client..." onClose={onClose} />
  const may = can("finance.full", "department.manage")
  const readsHistory = sees("operations.supervise", "department.manage", "finance.departmental", "finance.full")
  const tabs = [
    { id: "contracts", label: "Contracts", count: client.activeContracts },
    { id: "projects", label: "Projects" },
    { id: "staff", label: "Staff", count: client.activeStaff },
    ...(readsHistory ? [{ id: "history", label: "History" }] : []),
  ]
  return (
    <Drawer
      title={client.companyName}
      subject={client.clientCode}
      status={<StatusMark status={client.status} />}
      onClose={onClose}
      actions={
        may && (
          <>
            {client.status === "active" && (
              <Button kind="danger" onClick={() => ask({ for: "deactivate" })}>
                Make inactive
              </Button>
            )}
            {client.status === "inactive" && (
              <Button disabled={reactivate.pending} onClick={() => reactivate.run(undefined)}>
                Make active
              </Button>
            )}
            <Button kind={client.status === "draft" ? "primary" : "plain"} onClick={() => ask({ for: "change" })}>
              {client.status === "draft" ? "Complete" : "Change"}
            </Button>
          </>
        )
      }
    >
      <section className="part">
        <KeyValues
          of={[
            ["Contact", client.contactPerson],
            ["E-mail", client.email],
            ["Phone", client.phone],
            client.address !== null && ["Address", client.address],
            ["Payment", `${termsName(client.paymentTerms)}, ${client.currency}`],
            client.statementsFrom !== null && ["Statements from", <Day key="statements" date={client.statementsFrom} />],
            client.notes !== null && ["Notes", client.notes],
            sees("finance.full") && ["Balance", <Balance key="balance" id={client.id} />],
          ]}
        />
      </section>
      <div className="client-tabs">
        <Tabs label="About the client" param="part" tabs={tabs}>
          {(tab) =>
            tab === "contracts" ? (
              <Contracts client={client} ask={ask} />
            ) : tab === "projects" ? (
              <Projects client={client} ask={ask} />
            ) : tab === "staff" ? (
              <Staff client={client} ask={ask} />
            ) : (
              <Activity client={client} />
            )
          }
        </Tabs>
      </div>
      {(client.contactPerson ?? client.email ?? client.phone) !== null && (
        <ErasePart
          path={path}
          act="erase-contact"
          number={client.clientCode}
          called="the client's code"
          title={`Erase the contact of ${client.clientCode}?`}
          stays="the client, its contracts and its invoices."
          lists={clientLists}
        />
      )}
      {asked?.for === "change" && <ChangeClientForm client={client} onClose={done} />}
      {asked?.for === "contract" && <ContractDialog client={client} onClose={done} />}
      {asked?.for === "rate" && <RateDialog contract={asked.contract} onClose={done} />}
      {asked?.for === "basis" && <BasisDialog contract={asked.contract} onClose={done} />}
      {asked?.for === "signature" && <SignatureDialog contract={asked.contract} onClose={done} />}
      {asked?.for === "heads" && <UpdateStaffCountDialog siteId={asked.contract.siteId} contractId={asked.contract.id} onClose={done} />}
      {asked?.for === "service" && <ServiceDialog contract={asked.contract} onClose={done} />}
      {asked?.for === "project" && <ProjectDialog client={client} onClose={done} />}
      {asked?.for === "change-project" && <ProjectDialog client={client} project={asked.project} onClose={done} />}
      {asked?.for === "member" && <StaffMemberDialog client={client} onClose={done} />}
      {asked?.for === "change-member" && <StaffMemberDialog client={client} member={asked.member} onClose={done} />}
      {asked?.for === "badge" && <BadgeDialog member={asked.member} onClose={done} />}
      {asked?.for === "erase-member" && (
        <EraseDialog
          path={pathOf("GET /api/staff-members/:id", { id: asked.member.id })}
          number={asked.member.staffNumber}
          called="the staff number"
          title={`Erase the personal data of ${asked.member.staffNumber}?`}
          stays="the staff number and the meals."
          lists={staffLists}
          onClose={done}
        />
      )}
      {asked?.for === "day" && <DatedReasonDialog asked={asked.what} onClose={done} />}
      {asked?.for === "deactivate" && (
        <ConfirmDialog
          title={`Make ${client.companyName} inactive`}
          text="No new contracts, projects or people from now on. Existing ones continue."
          confirm="Make inactive"
          pending="Saving..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => deactivate.send({ reason })}
          onClose={done}
        />
      )}
    </Drawer>
  )
}
