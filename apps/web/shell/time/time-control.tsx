import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { asOf, inThePast, shownAt } from "@ops/platform/ui/instant.ts"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { Popover } from "@ops/platform/ui/layers/popover.tsx"
import { History } from "lucide-react"
import { Suspense, useState } from "react"

const TimePanel = lazyWithRetry(() => import("./time-panel.tsx"))

/** The moment that is shown, and the way to another. */
export const TimeControl = () => {
  const [open, setOpen] = useState(false)
  useKeys("Time", { t: ["Look at another moment", () => setOpen(true)] })
  const words = !inThePast ? "Now" : shownAt() ? formatDay(today()) : `After event ${asOf?.slice(1)}`
  return (
    <Popover
      label="Look at another moment"
      align="end"
      width={316}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="time-select" aria-label={`Time: ${words}`}>
          <History size={16} strokeWidth={1.75} aria-hidden />
          <span>{words}</span>
        </button>
      }
    >
      <Suspense fallback={<div className="time-panel" />}>
        <TimePanel />
      </Suspense>
    </Popover>
  )
}
