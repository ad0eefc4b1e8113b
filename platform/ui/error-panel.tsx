import { Button } from "./button.tsx"
import { type ReactNode, useState } from "react"
import { ErrorBoundary } from "react-error-boundary"
import { ApiError, sentenceOf } from "./data/api.ts"
import { useSync } from "./data/live.ts"
import { isByPin } from "./data/unsent.ts"
import { CodeGone } from "./data/code.ts"
import { notHere } from "./lazy-with-retry.ts"

const detailsOf = (error: unknown) =>
  [
    error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    location.href,
    new Date().toISOString(),
    error instanceof ApiError ? "" : ((error as Error | undefined)?.stack ?? ""),
  ]
    .filter(Boolean)
    .join("\n")

interface ErrorPanelProps {
  readonly error: unknown
  readonly retry?: () => void
}

/**
 * What could not be shown, in a plain sentence, with Retry and the details to pass on. Without a connection nothing is at fault: what this device does
 * not have is read when the connection returns.
 */
export const ErrorPanel = ({ error, retry }: ErrorPanelProps) => {
  const [copied, setCopied] = useState(false)
  const isAway = useSync().state === "offline" && error instanceof ApiError && error.status === 0
  const copy = () => void navigator.clipboard?.writeText(detailsOf(error)).then(() => setCopied(true))
  return (
    <div className="empty" role={isAway ? undefined : "alert"}>
      <p className="empty-title">{isAway && !isByPin() ? notHere : sentenceOf(error, "This part could not be shown.")}</p>
      {!isAway && (
        <div className="line">
          {retry && <Button onClick={retry}>Retry</Button>}
          <Button kind="quiet" onClick={copy}>
            {copied ? "Copied" : "Copy details"}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Error boundary: an error inside does not affect the rest of the screen. */
export const Guard = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary
    fallbackRender={({ error, resetErrorBoundary }) => (
      // React does not retry code that it failed to load
      <ErrorPanel error={error} retry={error instanceof CodeGone ? () => location.reload() : resetErrorBoundary} />
    )}
  >
    {children}
  </ErrorBoundary>
)
