import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { formatDay, formatTime, instant, today } from "@ops/platform/ui/date.tsx"
import { asOf, inThePast, shownAt } from "@ops/platform/ui/instant.ts"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { Popover } from "@ops/platform/ui/layers/popover.tsx"
import { ChevronsUpDown, History } from "lucide-react"
import { Suspense, useState } from "react"

const TimePanel = lazyWithRetry(() => import("./time-panel.tsx"))

/** The displayed moment, and a control to change it. */
export const TimeControl = () => {
  const [open, setOpen] = useState(false)
  useKeys("Time", { t: ["Look at another moment", () => setOpen(true)] })
  const at = shownAt()
  const words = !inThePast ? "now" : at ? `${formatDay(today())}, ${formatTime(instant(at))}` : `after event ${asOf?.slice(1)}`
  return (
    <Popover
      label="Look at another moment"
      align="start"
      width={316}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="scope-row" data-moment aria-label={`As of: ${words}`}>
          <History size={16} strokeWidth={1.75} aria-hidden />
          <span>{inThePast ? words : "As of: now"}</span>
          <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden />
        </button>
      }
    >
      <Suspense fallback={<div className="time-panel" />}>
        <TimePanel />
      </Suspense>
    </Popover>
  )
}
