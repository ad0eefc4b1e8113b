import { useEffect, useMemo, useState, useSyncExternalStore } from "react"
import { Modal } from "./modal.tsx"

/** What a key does: its words on the sheet and its act. */
export type Key = readonly [label: string, run: (event: KeyboardEvent) => void]

interface Group {
  readonly name: string
  readonly keys: Readonly<Record<string, Key>>
}

const groups = new Set<Group>()
const listeners = new Set<() => void>()
let shown: readonly Group[] = []
const settled = () => {
  shown = [...groups]
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const offKey = "single-keys-off"

const typing = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

let prefix = ""

const onKeyDown = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (typing(event.target) || document.querySelector("[role=dialog][aria-modal=true], [role=menu]")) return
  if (event.key.length === 1 && localStorage.getItem(offKey) && event.key !== "?") return
  const pressed = prefix ? `${prefix} ${event.key}` : event.key
  prefix = ""
  for (const group of [...groups].reverse()) {
    const found = group.keys[pressed]
    if (found) {
      event.preventDefault()
      found[1](event)
      return
    }
    if (Object.keys(group.keys).some((each) => each.startsWith(`${event.key} `))) prefix = event.key
  }
}

/**
 * Keys of a screen while it is shown: `{ c: ["New request", open], "g d": ["Dashboard", go] }`. They are silent while
 * a person types or a dialog is open, and stand on the `?` sheet.
 */
export const useKeys = (name: string, keys: Readonly<Record<string, Key>>) => {
  const latest = useMemo<{ keys: Readonly<Record<string, Key>> }>(() => ({ keys: {} }), [])
  latest.keys = keys
  const names = Object.keys(keys).join("|")
  // The acts are read when pressed; only new names re-register
  useEffect(() => {
    const group: Group = {
      name,
      get keys() {
        return latest.keys
      },
    }
    groups.add(group)
    settled()
    return () => {
      groups.delete(group)
      settled()
    }
  }, [name, names, latest])
}

/** Listens for keys and shows the sheet of them on `?`. Stands once in the shell. */
export const Keyboard = () => {
  const [open, setOpen] = useState(false)
  const [off, setOff] = useState(() => localStorage.getItem(offKey) !== null)
  const all = useSyncExternalStore(subscribe, () => shown)
  useEffect(() => {
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [])
  useKeys("Everywhere", { "?": ["This sheet", () => setOpen(true)] })

  const toggle = (on: boolean) => {
    if (on) localStorage.removeItem(offKey)
    else localStorage.setItem(offKey, "1")
    setOff(!on)
  }
  if (!open) return null
  return (
    <Modal title="Keyboard" onClose={() => setOpen(false)}>
      <div className="modal-body stack">
        {all.map((group) => (
          <section key={group.name}>
            <h3 className="meta">{group.name}</h3>
            <dl className="keys">
              {Object.entries(group.keys).map(([key, [label]]) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>
                    {key.split(" ").map((part) => (
                      <kbd key={part}>{part}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
              {group.name === "Everywhere" && (
                <div>
                  <dt>Go to notices</dt>
                  <dd>
                    <kbd>F8</kbd>
                  </dd>
                </div>
              )}
            </dl>
          </section>
        ))}
        <label className="check">
          <input type="checkbox" checked={!off} onChange={(event) => toggle(event.target.checked)} /> Use single-key shortcuts
        </label>
      </div>
    </Modal>
  )
}
