/** The date on which something ends, marked if it is past or less than a number of days away. */
import { daysBetween } from "../../calendar.ts"
import { Badge } from "../button.tsx"
import { Day, today } from "../date.tsx"

interface Props {
  readonly date: string
  /** 60 by default */
  readonly within?: number
}

export const Expiry = ({ date, within = 60 }: Props) => {
  const days = daysBetween(today(), date)
  const soon = days === 0 ? "Today" : days === 1 ? "In 1 day" : `In ${days} days`
  return (
    <span className="line-tight">
      <Day date={date} />
      {days < 0 ? <Badge tone="red">Expired</Badge> : days <= within ? <Badge tone="amber">{soon}</Badge> : null}
    </span>
  )
}
