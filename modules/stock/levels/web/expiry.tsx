import { Badge } from "@ops/platform/ui/button.tsx"
import { Day, today } from "@ops/platform/ui/date.tsx"

/** The expiry date of stock, highlighted if near or past. */
export const Expiry = ({ date }: { readonly date: string }) => {
  const days = Math.round((Date.parse(date) - Date.parse(today())) / 86_400_000)
  return (
    <span className="line-tight">
      <Day date={date} />
      {days < 0 ? (
        <Badge tone="red">Expired</Badge>
      ) : days <= 7 ? (
        <Badge tone="amber">{days === 0 ? "Today" : days === 1 ? "In 1 day" : `In ${days} days`}</Badge>
      ) : null}
    </span>
  )
}
