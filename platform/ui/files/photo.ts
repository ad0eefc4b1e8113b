/** Shrinks a photo before it is sent: at most 1280 px and 200 KB. Redrawing removes the camera's metadata, such as the location. */

const photoSide = 1280
const photoBytes = 200 * 1024

/** From the best to the smallest; the last is used whatever its size. */
const tries = [
  { side: photoSide, quality: 0.82 },
  { side: photoSide, quality: 0.7 },
  { side: photoSide, quality: 0.55 },
  { side: 1024, quality: 0.55 },
  { side: 800, quality: 0.5 },
  { side: 640, quality: 0.4 },
]

const drawn = (picture: ImageBitmap, side: number): HTMLCanvasElement => {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const drawing = canvas.getContext("2d")!
  drawing.fillStyle = "white" // JPEG has no transparency
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** The photo as a JPEG. Throws a `RangeError` with a message if the browser cannot read it as an image. */
export const photoOf = async (file: File): Promise<File> => {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => undefined)
  if (!picture) throw new RangeError("The picture cannot be read. Take the photo again, or choose a JPEG, PNG or WEBP.")
  let jpeg: Blob | null = null
  for (const { side, quality } of tries) {
    jpeg = await new Promise<Blob | null>((done) => drawn(picture, side).toBlob(done, "image/jpeg", quality))
    if (jpeg && jpeg.size <= photoBytes) break
  }
  picture.close()
  if (!jpeg) throw new RangeError("The photo is too large for this device. Take it with fewer pixels.")
  return new File([jpeg], `${file.name.replace(/\.\w+$/, "") || "photo"}.jpg`, { type: "image/jpeg" })
}
