/** Reads badges with the camera, where the browser has a reader of QR codes. Loaded when it is switched on. */
import { X } from "lucide-react"
import { useEffect, useEffectEvent, useRef, useState } from "react"

interface Detector {
  detect(source: HTMLVideoElement): Promise<ReadonlyArray<{ readonly rawValue: string }>>
}
type Reader = new (options: { readonly formats: readonly string[] }) => Detector
const reader = () => (globalThis as { readonly BarcodeDetector?: Reader }).BarcodeDetector

/** ms between two pictures, and until the same badge counts again: a card is held for longer than one picture. */
const [every, again] = [100, 3_000]
const missing = "This browser cannot read badges with its camera. Use Chrome on Android, a card reader, or type the number."
const refused = "The camera cannot be used. Allow it for this page in the browser's settings."

export default function Camera({ onCode, onClose }: { readonly onCode: (code: string) => void; readonly onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState(reader() ? "" : missing)
  const read = useEffectEvent(onCode)
  useEffect(() => {
    const Qr = reader()
    if (!Qr) return
    const detector = new Qr({ formats: ["qr_code"] })
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let last = { code: "", at: 0 }
    const look = async () => {
      const codes = video.current ? await detector.detect(video.current).catch(() => []) : []
      for (const { rawValue } of codes) {
        if (rawValue === last.code && Date.now() - last.at < again) continue
        last = { code: rawValue, at: Date.now() }
        read(rawValue)
      }
      if (!isOver) timer = setTimeout(() => void look(), every)
    }
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: 640, height: 480 } })
      if (isOver || !video.current) return
      video.current.srcObject = stream
      await video.current.play()
      await look()
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
