import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react"
import { Modal } from "./layers/modal.tsx"

/** A key: its description in the shortcut sheet, and its action. */
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

const found = (pressed: string) => [...groups].reverse().find((group) => group.keys[pressed])?.keys[pressed]

const onKeyDown = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.altKey || document.querySelector("[role=dialog][aria-modal=true], [role=menu]")) return
  if (event.ctrlKey || event.metaKey) {
    const chord = event.shiftKey ? undefined : found(`Ctrl ${event.key.toUpperCase()}`)
    if (!chord) return
    event.preventDefault()
    chord[1](event)
    return
  }
  if (typing(event.target)) return
  // Enter activates the focused element
  if (event.key === "Enter" && event.target instanceof Element && event.target.closest("a, button, summary")) return
  if (event.key.length === 1 && localStorage.getItem(offKey) && event.key !== "?") return
  const pressed = prefix ? `${prefix} ${event.key}` : event.key
  prefix = ""
  const key = found(pressed)
  if (key) {
    event.preventDefault()
    key[1](event)
    return
  }
  if ([...groups].some(({ keys }) => Object.keys(keys).some((each) => each.startsWith(`${event.key} `)))) prefix = event.key
}

/** Keys handled elsewhere, for the sheet: by dialogs, notices, tables, and the browser itself. */
const elsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "In lists": { Enter: "Open the row or search result", Tab: "Next link of the row" },
  "In dialogs": { "Ctrl Enter": "Send the form", Esc: "Close; asks first if something was typed" },
  "In menus and tabs": { "↑ ↓": "Choose", "← →": "Previous tab, next tab" },
  Notices: { F8: "Go to notices" },
}
const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const keyCap = (part: string) => (part === "Ctrl" && isMac ? "⌘" : part)

/**
 * Keys of a screen while it is shown: `{ c: ["New request", open], "g d": ["Dashboard", go], "Ctrl K": ["Search", search] }`. They are inactive while
 * a dialog is open, single keys also while typing, and are listed on the `?` sheet.
 */
export const useKeys = (name: string, keys: Readonly<Record<string, Key>>) => {
  const latest = useMemo<{ keys: Readonly<Record<string, Key>> }>(() => ({ keys: {} }), [])
  latest.keys = keys
  const names = Object.keys(keys).join("|")
  // The actions are read when pressed; only new names re-register. In a layout effect, so that keys work before the screen is visible
  useLayoutEffect(() => {
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

/** Handles keys and shows the shortcut sheet on `?`. Placed once in the shell. */
export const Keyboard = () => {
  const [open, setOpen] = useState(false)
  const [off, setOff] = useState(() => localStorage.getItem(offKey) !== null)
  const all = useSyncExternalStore(subscribe, () => shown)
  useLayoutEffect(() => {
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
  const said = all.flatMap(({ name, keys }) => Object.entries(keys).map(([key, [label]]) => ({ name, key, label })))
  const sheet = [
    ...[...Map.groupBy(said, ({ name }) => name)].map(([name, keys]) => ({ name, keys: Object.fromEntries(keys.map(({ key, label }) => [key, label])) })),
    ...Object.entries(elsewhere).map(([name, keys]) => ({ name, keys })),
  ]
  return (
    <Modal title="Keyboard" onClose={() => setOpen(false)}>
      <div className="modal-body stack">
        <label className="check">
          <input type="checkbox" checked={!off} onChange={(event) => toggle(event.target.checked)} /> Use single-key shortcuts
        </label>
        {sheet.map((group) => (
          <section key={group.name}>
            <h3 className="meta">{group.name}</h3>
            <dl className="keys">
              {Object.entries(group.keys).map(([key, label]) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>
                    {key.split(" ").map((part) => (
                      <kbd key={part}>{keyCap(part)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
