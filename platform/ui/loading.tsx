import { useEffect, useState } from "react"

/** True once `active` has lasted 400 ms, so that quick requests show no placeholder at all. */
export const useSlow = (active: boolean, ms = 400) => {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!active) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), ms)
    return () => clearTimeout(timer)
  }, [active, ms])
  return active && slow
}

/** Placeholder rows of the actual height, with a text for screen readers. */
export const Loading = ({ rows = 3, label = "Loading..." }: { rows?: number; label?: string }) => {
  const slow = useSlow(true)
  return (
    <div className="loading" role="status">
      <span className={slow ? "loading-label" : "sr"}>{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div className="loading-row" data-slow={slow || undefined} key={row} aria-hidden />
      ))}
    </div>
  )
}
