/** Sends a file to the server, after shrinking images: a phone's photo is 12 MB, and connections here are slow. */
import { ApiError, endSession } from "../data/api.ts"
import { inThePast } from "../instant.ts"
import { isByPin } from "../data/unsent.ts"

/** A file stored on the server. */
export interface Attachment {
  readonly id: number
  readonly name: string
  readonly type: string
  /** in bytes */
  readonly size: number
}

export const fileBytes = 5 * 1024 * 1024
const pictureSide = 1600
const smallEnough = 400 * 1024

const asJpeg = (canvas: HTMLCanvasElement) => new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.82))

/** An image as a JPEG of at most 1600 px; small files, and files that the browser cannot read as an image, are returned unchanged. */
export const shrunk = async (file: File): Promise<File> => {
  if (!file.type.startsWith("image/")) return file
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => undefined)
  if (!picture) return file
  const scale = Math.min(1, pictureSide / Math.max(picture.width, picture.height))
  const known = /^image\/(jpeg|png|webp)$/.test(file.type)
  if (known && scale === 1 && file.size <= smallEnough) return file
  const canvas = document.createElement("canvas")
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const drawing = canvas.getContext("2d")
  if (!drawing) return file
  drawing.fillStyle = "white" // JPEG has no transparency
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const jpeg = await asJpeg(canvas)
  if (!jpeg || (known && scale === 1 && jpeg.size >= file.size)) return file
  return new File([jpeg], `${file.name.replace(/\.\w+$/, "") || "photo"}.jpg`, { type: "image/jpeg" })
}

/** Sends a file and reports the share sent, from 0 to 1. Throws `ApiError`. */
export const upload = (file: File, told: (share: number) => void, signal: AbortSignal) =>
  new Promise<Attachment>((done, refuse) => {
    if (inThePast) return refuse(new ApiError(400, "The past can only be read. Go back to now to change something."))
    if (isByPin()) return refuse(new ApiError(0, "This device was unlocked with a PIN. Sign in with your password for this.", true))
    // fetch does not report upload progress
    const request = new XMLHttpRequest()
    const body = new FormData()
    body.append("file", file, file.name)
    request.upload.onprogress = ({ loaded, total }) => told(total > 0 ? loaded / total : 0)
    request.onerror = () => refuse(new ApiError(0, "The file did not arrive: the server cannot be reached. Try again."))
    request.onabort = () => refuse(new DOMException("Removed", "AbortError"))
    request.onload = () => {
      if (request.status === 201) return done(JSON.parse(request.responseText) as Attachment)
      if (request.status === 401) endSession()
      const readable = request.getResponseHeader("content-type")?.startsWith("text/plain")
      refuse(new ApiError(request.status, readable ? request.responseText : "The server could not accept the file. Try again."))
    }
    signal.addEventListener("abort", () => request.abort())
    request.open("POST", "/api/attachments")
    request.setRequestHeader("accept", "application/json")
    request.send(body)
  })
