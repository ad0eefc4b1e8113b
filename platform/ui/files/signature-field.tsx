/**
 * A signature in a form: drawn with a finger, a pen or the mouse, or the name typed, for keyboard users. It is sent as a PNG when drawing pauses; the
 * form's value is its id, 0 while it is being sent, undefined without one.
 */
import { type PointerEvent, useEffect, useId, useRef, useState } from "react"
import { useController } from "react-hook-form"
import { ApiError, sentenceOf } from "../data/api.ts"
import { Button } from "../button.tsx"
import { useUploading } from "../forms/uploading.ts"
import { upload } from "./file-upload.ts"
import { keepsFiles } from "./sent-files.ts"
import "./photo-field.css"

interface SignatureFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly required?: boolean
}

const width = 600
const height = 200
const ink = "#1a1a19"
/** ms without a stroke after which the signature is considered complete */
const rest = 700

const cleared = (canvas: HTMLCanvasElement): CanvasRenderingContext2D => {
  const drawing = canvas.getContext("2d")!
  drawing.fillStyle = "white"
  drawing.fillRect(0, 0, width, height)
  return drawing
}

export const SignatureField = ({ name, label, hint = "Draw it above, or type the name instead.", required }: SignatureFieldProps) => {
  const field = useId()
  const { field: form, fieldState } = useController({ name })
  const [fault, setFault] = useState("")
  const [typed, setTyped] = useState("")
  const canvas = useRef<HTMLCanvasElement>(null)
  const stroke = useRef<number>(undefined)
  const sending = useRef<AbortController>(undefined)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [uploading, setUploading] = useState(false)
  useUploading(uploading)

  useEffect(() => {
    cleared(canvas.current!)
    return () => {
      clearTimeout(resting.current)
      sending.current?.abort()
    }
  }, [])

  const stop = () => {
    clearTimeout(resting.current)
    sending.current?.abort()
    setFault("")
  }
  const send = () => {
    setFault("")
    setUploading(true)
    const controller = new AbortController()
    sending.current = controller
    canvas.current?.toBlob((png) => {
      if (!png || controller.signal.aborted) return
      const [file, keep] = [new File([png], "signature.png", { type: "image/png" }), keepsFiles()]
      const sent = upload(file, () => undefined, controller.signal).catch(async (error: unknown) => {
        if (!keep || !(error instanceof ApiError) || error.status !== 0) throw error
        return { id: await keep(file) }
      })
      sent.then(
        ({ id }) => {
          form.onChange(id)
          setUploading(false)
        },
        (error) => {
          if (controller.signal.aborted) return
          setFault(sentenceOf(error))
          setUploading(false)
        },
      )
    }, "image/png")
  }
  const changed = () => {
    stop()
    form.onChange(0)
    setUploading(true)
    resting.current = setTimeout(send, rest)
  }
  const at = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
    const box = currentTarget.getBoundingClientRect()
    return [((clientX - box.left) * width) / box.width, ((clientY - box.top) * height) / box.height] as const
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    stroke.current = event.pointerId
    const drawing = typed ? cleared(event.currentTarget) : event.currentTarget.getContext("2d")!
    setTyped("")
    Object.assign(drawing, { strokeStyle: ink, lineWidth: 3, lineCap: "round", lineJoin: "round" })
    drawing.beginPath()
    drawing.moveTo(...at(event))
  }
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (stroke.current !== event.pointerId) return
    const drawing = event.currentTarget.getContext("2d")!
    drawing.lineTo(...at(event))
    drawing.stroke()
    changed()
  }
  const end = () => {
    stroke.current = undefined
  }
  const clear = () => {
    stop()
    cleared(canvas.current!)
    setTyped("")
    setUploading(false)
    form.onChange(undefined)
  }
  const type = (text: string) => {
    setTyped(text)
    const drawing = cleared(canvas.current!)
    if (text.trim() === "") return clear()
    Object.assign(drawing, { fillStyle: ink, textAlign: "center", textBaseline: "middle", font: "italic 56px Georgia, serif" })
    drawing.fillText(text.trim(), width / 2, height / 2, width - 40)
    changed()
  }
  const message = fieldState.error?.message ?? (fault || undefined)
  const described = `${field}-hint${message ? ` ${field}-fault` : ""}`

  return (
    <div className="field files" role="group" aria-labelledby={`${field}-label`}>
      <span className="files-label" id={`${field}-label`}>
        {label}
        {!required && <span className="muted"> (optional)</span>}
      </span>
      <canvas
        ref={canvas}
        className="signature-pad"
        width={width}
        height={height}
        role="img"
        aria-label={form.value === undefined ? `${label}: empty` : `${label}: signed${typed ? ` ${typed}` : ""}`}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <div className="signature-typed">
        <input
          id={field}
          ref={form.ref}
          className="input"
          aria-label={`${label}, typed`}
          aria-describedby={described}
          aria-invalid={message ? true : undefined}
          autoComplete="off"
          maxLength={60}
          placeholder="Or type the name"
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={form.onBlur}
        />
        <Button onClick={clear} disabled={form.value === undefined}>
          Clear
        </Button>
        {fault && <Button onClick={send}>Send again</Button>}
      </div>
      <p className="sr" role="status">
        {form.value ? "Signature taken" : ""}
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
