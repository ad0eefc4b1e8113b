/** Next to a new request: the remaining budget, the approvers, and the supplier. */
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { count } from "@ops/platform/text.ts"
import { type Outlook, type RequestLine, totalOf } from "./request-lines.tsx"

const whole = (amount: string) => formatMoney(amount, "USD").replace(/\.\d\d$/, "")
const share = (part: string, all: string) => `${Math.max(0, Math.min(100, (Number(part) / Number(all)) * 100))}%`
const initials = (name: string) =>
  name
    .split(" ")
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join("")

interface SideProps {
  readonly outlook: Outlook | undefined
  readonly site: string | undefined
  readonly items: readonly Partial<RequestLine>[]
}

export const RequestSide = ({ outlook, site, items }: SideProps) => {
  const total = totalOf(items)
  return (
    <div className="stack">
      {outlook?.budget && <Budget of={outlook.budget} name={[site, "this month"].filter(Boolean).join(", ")} total={total} />}
      {outlook && <Approvers of={outlook} total={total} />}
      {outlook && <Suppliers of={outlook} items={items} />}
    </div>
  )
}

interface BudgetProps {
  readonly of: NonNullable<Outlook["budget"]>
  readonly name: string
  readonly total: string
}
const Budget = ({ of: { monthly, committed }, name, total }: BudgetProps) => {
  const left = sumMoney([monthly, `-${committed}`, `-${total}`])
  const isOver = left.startsWith("-")
  return (
    <Panel title="Budget" besides={name} padded>
      <p className="request-left">
        <b className={isOver ? "num negative" : "num"}>{whole(isOver ? left.slice(1) : left)}</b>{" "}
        <span className="muted">{isOver ? `over ${whole(monthly)} with this` : `left of ${whole(monthly)} after this`}</span>
      </p>
      <div className="request-bar" data-over={isOver || undefined} aria-hidden>
        <i style={{ width: share(committed, monthly) }} />
        <i style={{ width: share(total, monthly) }} />
      </div>
      <dl className="request-sums">
        <dt>Committed</dt>
        <dd className="num">{whole(committed)}</dd>
        <dt>This request</dt>
        <dd className="num">{whole(total)}</dd>
      </dl>
    </Panel>
  )
}

const Approvers = ({ of: { approvers, usualHours }, total }: { readonly of: Outlook; readonly total: string }) => {
  const user = useUser()
  const [first] = approvers.filter(({ upTo }) => upTo === null || Number(upTo) >= Number(total))
  const able = approvers.filter(({ level }) => level === first?.level).slice(0, 3)
  return (
    <Panel title="Who approves">
      <ul className="rows">
        <li className="row">
          <span className="avatar" aria-hidden>
            {initials(`${user.firstName} ${user.lastName}`)}
          </span>
          You request it
        </li>
        {able.map(({ id, name, upTo }) => (
          <li className="row" key={id}>
            <span className="avatar" aria-hidden>
              {initials(name)}
            </span>
            <span>
              <b>{name}</b>
              <small className="muted request-limit">{upTo === null ? "Approves any amount" : `Approves up to ${whole(upTo)}`}</small>
            </span>
          </li>
        ))}
        {(able.length === 0 || usualHours !== null) && (
          <li className="row muted">
            {able.length === 0 ? "No one else can approve this amount." : `Usually decided within ${count(Math.max(1, usualHours ?? 1), "hour")}.`}
          </li>
        )}
      </ul>
    </Panel>
  )
}

const arrives = (days: number | null) => (days === null ? "" : days === 0 ? " · usually arrives the same day" : ` · usually arrives in ${count(days, "day")}`)

const Suppliers = ({ of, items }: { readonly of: Outlook; readonly items: SideProps["items"] }) => {
  const asked = items.flatMap(({ stockItemId }) => of.items.find(({ id }) => id === stockItemId) ?? [])
  const bySupplier = [...Map.groupBy(asked, ({ supplier }) => supplier)].flatMap(([name, its]) => (name === null ? [] : [{ name, its }]))
  if (bySupplier.length === 0) return null
  return (
    <Panel title="Suppliers">
      <ul className="rows">
        {bySupplier.map(({ name, its }) => (
          <li className="row" key={name}>
            <span>
              <b>{name}</b>
              <small className="muted request-limit">
                {its.map((item) => item.name).join(", ")}
                {arrives(its[0]?.supplierDays ?? null)}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
