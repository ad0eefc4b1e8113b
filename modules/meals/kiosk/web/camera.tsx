/** Reads badges with the camera. Loaded when it is switched on. */
import { X } from "lucide-react"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { type QrReader, qrReader } from "./qr-reader.ts"

/** ms between two pictures, and for which a badge must be out of sight until it counts again: a card is held for longer than one picture. */
const [every, again] = [100, 3_000]
const missing = "What reads badges is not on this device yet. Open the kiosk once with a connection, or type the number."
const refused = "The camera cannot be used. Allow it for this page in the browser's settings."

export default function Camera({ onCode, onClose }: { readonly onCode: (code: string) => void; readonly onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState("")
  const read = useEffectEvent(onCode)
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let last = { code: "", at: 0 }
    const look = async (find: QrReader) => {
      const codes = video.current ? await find(video.current).catch(() => []) : []
      for (const code of codes) {
        const isHeld = code === last.code && Date.now() - last.at < again
        last = { code, at: Date.now() }
        if (!isHeld) read(code)
      }
      if (!isOver) timer = setTimeout(() => void look(find), every)
    }
    const start = async () => {
      const reading = qrReader().catch(() => undefined)
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: 640, height: 480 } })
      if (isOver || !video.current) return
      video.current.srcObject = stream
      await video.current.play()
      const find = await reading
      if (find) await look(find)
      else setFault(missing)
    }
    start()
      .catch(() => setFault(refused))
      .finally(() => isOver && stream?.getTracks().forEach((track) => track.stop()))
    return () => {
      isOver = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [])
  return (
    <div className="kiosk-camera">
      {fault ? <p role="alert">{fault}</p> : <video ref={video} muted playsInline aria-label="What the camera sees: hold a badge in front of it" />}
      <button type="button" className="plain-icon" aria-label="Switch the camera off" onClick={onClose}>
        <X size={22} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  )
}
