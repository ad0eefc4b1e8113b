/** Files in a form: dropped, picked, or taken with the camera of a phone. The form's value is the list of their ids (`Files` of files-form.ts). */
import { Camera, FileText, Image, Paperclip, RotateCw, X } from "lucide-react"
import { type DragEvent, useEffect, useId, useRef, useState } from "react"
import { useController } from "react-hook-form"
import { read, sentenceOf } from "./api.ts"
import { IconButton } from "./button.tsx"
import { type Attachment, fileBytes, shrunk, upload } from "./file-upload.ts"
import "./file-field.css"

interface FileFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly required?: boolean
  /** How many there may be. */
  readonly most?: number
}

interface Item {
  readonly key: string
  readonly name: string
  /** bytes */
  readonly size: number
  readonly file?: File
  /** how much of it has left, from 0 to 1 */
  readonly share: number
  readonly id?: number
  readonly fault?: string
}

const accepted = "image/jpeg,image/png,image/webp,image/heic,application/pdf"
const sizes = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 })
const fileSize = (bytes: number) => (bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${sizes.format(bytes / 1_000_000)} MB`)

export const FileField = ({ name, label, hint = "PDF, or a photo (JPEG, PNG, WEBP). 5 MB each at most.", required, most = 10 }: FileFieldProps) => {
  const field = useId()
  const { field: form, fieldState } = useController({ name, defaultValue: [] })
  const [items, setItems] = useState<ReadonlyArray<Item>>([])
  const [over, setOver] = useState(false)
  const [fault, setFault] = useState("")
  const latest = useRef(items)
  const sending = useRef(new Map<string, AbortController>())
  const under = useRef(true)

  const change = (next: ReadonlyArray<Item>) => {
    latest.current = next
    if (!under.current) return
    setItems(next)
    form.onChange(next.map(({ id = 0 }) => id))
  }
  const patch = (key: string, part: Partial<Item>) => change(latest.current.map((item) => (item.key === key ? { ...item, ...part } : item)))

  useEffect(() => {
    under.current = true
    const controllers = sending.current
    return () => {
      under.current = false
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  // A draft brings back ids; their names are read. One that has gone meanwhile is left out.
  const ids = (form.value ?? []) as ReadonlyArray<number>
  const strange = ids.filter((id) => id > 0 && !items.some((item) => item.id === id)).join(",")
  const hasDangling = ids.includes(0) && items.length === 0
  useEffect(() => {
    if (strange === "" && !hasDangling) return
    const found = strange === "" ? [] : strange.split(",").map((id) => read<Attachment>(`/api/attachments/${id}`).catch(() => undefined))
    void Promise.all(found).then((files) => {
      const known = files.flatMap((file) => (file ? [{ key: String(file.id), name: file.name, size: file.size, share: 1, id: file.id }] : []))
      change([...latest.current, ...known])
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is changed is the latest
  }, [strange, hasDangling])

  const send = async ({ key, file }: Item) => {
    const controller = new AbortController()
    sending.current.set(key, controller)
    patch(key, { share: 0, fault: "" })
    try {
      const small = await shrunk(file!)
      if (small.size > fileBytes) throw new RangeError("too large")
      patch(key, { name: small.name, size: small.size })
      const { id, name } = await upload(small, (share) => patch(key, { share }), controller.signal)
      patch(key, { id, name, share: 1 })
    } catch (error) {
      if (controller.signal.aborted) return
      patch(key, { fault: error instanceof RangeError ? "It is larger than 5 MB. Make it smaller, or take a photo of it." : sentenceOf(error) })
    } finally {
      sending.current.delete(key)
    }
  }
  const add = (files: Iterable<File>) => {
    const given = [...files]
    const room = most - latest.current.length
    setFault(given.length > room ? `${most} files at most: ${given.length - Math.max(0, room)} were left out.` : "")
    const added = given.slice(0, Math.max(0, room)).map((file) => ({ key: crypto.randomUUID(), name: file.name, size: file.size, file, share: 0 }))
    change([...latest.current, ...added])
    for (const item of added) void send(item)
  }
  const remove = (key: string) => {
    sending.current.get(key)?.abort()
    setFault("")
    change(latest.current.filter((item) => item.key !== key))
    document.getElementById(field)?.focus()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  const message = fieldState.error?.message ?? (fault || undefined)
  const described = `${field}-hint${message ? ` ${field}-fault` : ""}`
  const picked = {
    className: "sr",
    type: "file",
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      add(currentTarget.files ?? [])
      currentTarget.value = "" // the same file can be picked again
    },
  } as const

  return (
    <div className="field files" role="group" aria-labelledby={`${field}-label`}>
      <span className="files-label" id={`${field}-label`}>
        {label}
        {!required && <span className="muted"> (optional)</span>}
      </span>
      <div
        className="files-drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input {...picked} id={field} ref={form.ref} onBlur={form.onBlur} accept={accepted} multiple aria-describedby={described} />
        <label htmlFor={field} className="files-pick">
          <Paperclip size={16} strokeWidth={1.75} aria-hidden /> Choose files
        </label>
        <span className="files-camera">
          <input {...picked} id={`${field}-camera`} accept="image/*" capture="environment" />
          <label htmlFor={`${field}-camera`} className="files-pick">
            <Camera size={16} strokeWidth={1.75} aria-hidden /> Take a photo
          </label>
        </span>
        <span className="muted files-or">or drop them here</span>
      </div>
      {items.length > 0 && (
        <ul className="files-list">
          {items.map((item) => {
            const Sign = /\.pdf$/i.test(item.name) ? FileText : Image
            return (
              <li key={item.key} data-fault={item.fault ? true : undefined}>
                <Sign size={16} strokeWidth={1.75} aria-hidden />
                <span className="files-name">
                  {item.name}
                  {item.fault ? (
                    <span className="fault" role="alert">
                      {item.fault}
                    </span>
                  ) : item.id === undefined ? (
                    <progress value={item.share} max={1} aria-label={`Sending ${item.name}`} />
                  ) : (
                    <span className="muted num"> {fileSize(item.size)}</span>
                  )}
                </span>
                {item.fault && item.file && (
                  <IconButton aria-label={`Send ${item.name} again`} onClick={() => void send(item)}>
                    <RotateCw size={15} aria-hidden />
                  </IconButton>
                )}
                <IconButton aria-label={`Remove ${item.name}`} onClick={() => remove(item.key)}>
                  <X size={16} aria-hidden />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
      <p className="sr" role="status">
        {items.length > 0 && items.every(({ id }) => id !== undefined) ? `${items.length} ${items.length === 1 ? "file" : "files"} attached` : ""}
      </p>
      <p className="hint" id={`${field}-hint`}>
        {hint}
      </p>
      {message && (
        <p className="fault" id={`${field}-fault`}>
          {message}
        </p>
      )}
    </div>
  )
}
