/** Files in a form: dropped, picked, or taken with a phone's camera. The form's value is the list of their ids (`Files` of files-form.ts). */
import { Camera, FileText, Image, Paperclip, RotateCw, X } from "lucide-react"
import { type DragEvent, useId, useState } from "react"
import { IconButton } from "../button.tsx"
import { shrunk } from "./file-upload.ts"
import { useSentFiles } from "./sent-files.ts"
import "./file-field.css"

interface FileFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly required?: boolean
  /** Maximum number of files. */
  readonly most?: number
  /** Only photos are meant. */
  readonly photos?: boolean
}

const accepted = "image/jpeg,image/png,image/webp,image/heic,application/pdf"
const sizes = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 })
const fileSize = (bytes: number) => (bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${sizes.format(bytes / 1_000_000)} MB`)

export const FileField = ({
  name,
  label,
  photos,
  hint = `${photos ? "A photo" : "PDF, or a photo"} (JPEG, PNG, WEBP). 5 MB each at most.`,
  required,
  most = 10,
}: FileFieldProps) => {
  const field = useId()
  const { field: form, items, add, remove, send, message } = useSentFiles({ name, most, noun: "files", made: shrunk })
  const [over, setOver] = useState(false)
  const removed = (key: string) => {
    remove(key)
    document.getElementById(field)?.focus()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  const described = `${field}-hint${message ? ` ${field}-fault` : ""}`
  const picked = {
    className: "sr",
    type: "file",
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      add(currentTarget.files ?? [])
      currentTarget.value = "" // allows picking the same file again
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
                <IconButton aria-label={`Remove ${item.name}`} onClick={() => removed(item.key)}>
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
