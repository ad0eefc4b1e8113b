import { CircleCheck, OctagonAlert, X } from "lucide-react"
import { Portal, Toast } from "radix-ui"
import { useSyncExternalStore } from "react"
import { Layer } from "./layer.tsx"
import { t } from "../language/words.ts"
import { Sentence } from "../sentence.tsx"

interface Notice {
  readonly id: number
  readonly tone: "success" | "error"
  readonly title: string
  readonly text: string
  readonly ms: number
  /** Offered while the notice is shown. */
  readonly undo?: (() => void) | undefined
}

let current: Notice | undefined
/** What is shown once the current notice closes. */
let next: Omit<Notice, "id"> | undefined
let count = 0
const listeners = new Set<() => void>()

const show = (notice: Omit<Notice, "id"> | undefined) => {
  current = notice && { ...notice, id: ++count }
  for (const listener of listeners) listener()
  return current?.id
}

/** Closes the current notice, and shows the one that waits. */
const close = () => {
  const following = next
  next = undefined
  show(following)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notifies the person of what has happened. One notice at a time: a new one replaces the last. */
export const notify = {
  success: (text: string, ms = 5000, title = "Success") => show({ tone: "success", title, text, ms }),
  error: (text: string, ms = 5000) => show({ tone: "error", title: "Error", text, ms }),
  /** What a device says before the office has decided, where it will probably refuse. */
  provisional: (text: string, ms = 10_000) => show({ tone: "error", title: "Provisional", text, ms }),
  /** A notice with an undo action while it is shown. Returns a function that closes it. */
  undoable: (text: string, ms: number, undo: () => void) => {
    const id = show({ tone: "success", title: "Success", text, ms, undo })
    return () => void (current?.id === id && close())
  },
  /**
   * An error that no action of the person caused: a notice of what was done stays, and this follows it. Returns a function that withdraws it if it has not
   * been shown yet.
   */
  background: (text: string, ms = 5000) => {
    const notice = { tone: "error", title: "Error", text, ms } as const
    if (current) next = notice
    else show(notice)
    return () => {
      if (next === notice) next = undefined
    }
  },
}

/** Shows notices; F8 focuses them, a swipe to the right dismisses one. Placed once in the app. */
export const Notices = () => {
  const notice = useSyncExternalStore(subscribe, () => current)
  const Icon = notice?.tone === "error" ? OctagonAlert : CircleCheck
  return (
    <Toast.Provider label={t("Notice")} swipeDirection="right" swipeThreshold={50} duration={5000}>
      {notice && (
        <Toast.Root
          key={notice.id}
          className="notice"
          data-tone={notice.tone}
          duration={notice.ms}
          type={notice.tone === "error" ? "foreground" : "background"}
          onOpenChange={(open) => open || close()}
        >
          <Icon size={17} strokeWidth={1.75} aria-hidden />
          <div>
            <Toast.Title className="notice-title">{notice.title}</Toast.Title>
            <Toast.Description className="notice-text">
              <Sentence text={notice.text} />
            </Toast.Description>
          </div>
          {notice.undo && (
            <Toast.Action asChild altText={t("Press Z to undo")}>
              <button type="button" className="act" onClick={notice.undo}>
                Undo
              </button>
            </Toast.Action>
          )}
          <Toast.Close className="plain-icon" aria-label="Close notice">
            <X size={16} strokeWidth={1.75} aria-hidden />
          </Toast.Close>
        </Toast.Root>
      )}
      <Portal.Root asChild>
        <Layer>
          <div className="notices-frame">
            <Toast.Viewport className="notices" hotkey={["F8"]} label={`${t("Notices")} ({hotkey})`} />
          </div>
        </Layer>
      </Portal.Root>
    </Toast.Provider>
  )
}
