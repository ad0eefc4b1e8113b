/** Photos in a form: taken with a phone's camera, picked or dropped. They are shrunk and sent at once; the form's value is the list of their ids. */
import { Camera, ImagePlus, RotateCw, X } from "lucide-react"
import { type DragEvent, useEffect, useId, useState } from "react"
import { href } from "../data/api.ts"
import { IconButton } from "../button.tsx"
import { photoOf } from "./photo.ts"
import { type SentFile, useSentFiles } from "./sent-files.ts"
import "./file-field.css"
import "./photo-field.css"

interface PhotoFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly required?: boolean
  /** Maximum number of photos. */
  readonly most?: number
  /** stores a photo while offline, and returns an id below 0 for it: it is sent together with the form */
  readonly kept?: (photo: File) => Promise<number>
}

const Thumbnail = ({ photo: { file, id, fault } }: { readonly photo: SentFile }) => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const source = address ?? (id && id > 0 && !file ? href(`/api/attachments/${id}/download`) : undefined)
  return source && !fault ? <img src={source} alt="" /> : <span className="photo-none" />
}

export const PhotoField = ({ name, label, hint = "JPEG, PNG or WEBP. They are resized before they are sent.", required, most = 6, kept }: PhotoFieldProps) => {
  const field = useId()
  const { field: form, items, add, remove, send, message } = useSentFiles({ name, most, noun: "photos", made: photoOf, kept })
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  const removed = (key: string) => {
    remove(key)
    document.getElementById(field)?.focus()
  }
  const picked = {
    className: "sr",
    type: "file",
    accept: "image/*",
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      add(currentTarget.files ?? [])
      currentTarget.value = "" // allows picking the same photo again
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
        <span className="files-camera">
          <input {...picked} id={`${field}-camera`} capture="environment" />
          <label htmlFor={`${field}-camera`} className="files-pick">
            <Camera size={16} strokeWidth={1.75} aria-hidden /> Take a photo
          </label>
        </span>
        <input {...picked} id={field} ref={form.ref} onBlur={form.onBlur} multiple aria-describedby={`${field}-hint${message ? ` ${field}-fault` : ""}`} />
        <label htmlFor={field} className="files-pick">
          <ImagePlus size={16} strokeWidth={1.75} aria-hidden /> Choose photos
        </label>
        <span className="muted files-or">or drop them here</span>
      </div>
      {items.length > 0 && (
        <ul className="photos">
          {items.map((photo) => (
            <li key={photo.key} data-fault={photo.fault ? true : undefined}>
              <Thumbnail photo={photo} />
              {photo.fault ? (
                <span className="fault" role="alert">
                  {photo.name}: {photo.fault}
                </span>
              ) : (
                photo.id === undefined && <progress value={photo.share} max={1} aria-label={`Sending ${photo.name}`} />
              )}
              <span className="photo-acts">
                {photo.fault && photo.file && (
                  <IconButton aria-label={`Send ${photo.name} again`} onClick={() => void send(photo)}>
                    <RotateCw size={15} aria-hidden />
                  </IconButton>
                )}
                <IconButton aria-label={`Remove ${photo.name}`} onClick={() => removed(photo.key)}>
                  <X size={16} aria-hidden />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      {items.some(({ id = 0 }) => id < 0) && <p className="hint">Photos are kept here until the connection is back.</p>}
      <p className="sr" role="status">
        {items.length > 0 && items.every(({ id }) => id !== undefined) ? `${items.length} ${items.length === 1 ? "photo" : "photos"} attached` : ""}
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
