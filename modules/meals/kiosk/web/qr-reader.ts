/** Finds QR codes in what a camera sees: with the browser's own reader, or where it has none with one in JavaScript, which is loaded then only. */

export type QrReader = (video: HTMLVideoElement) => Promise<ReadonlyArray<string>>

interface Detector {
  detect(source: HTMLVideoElement): Promise<ReadonlyArray<{ readonly rawValue: string }>>
}
interface Detectors {
  new (options: { readonly formats: readonly string[] }): Detector
  /** empty on an Android without Google's services */
  getSupportedFormats(): Promise<readonly string[]>
}

const qrCode = "qr_code"
const own = async (): Promise<QrReader | undefined> => {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: Detectors }
  if (!(await BarcodeDetector?.getSupportedFormats())?.includes(qrCode)) return undefined
  const detector = new BarcodeDetector!({ formats: [qrCode] })
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
}

interface Picture {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}
/**
 * The picture in grey, each pixel as the mean of those around it. What a camera adds in bad light would else be taken for the edges of codes: then few are found,
 * and each picture takes ten times as long.
 */
const smoothed = ({ data, width, height }: Picture) => {
  const grey = new Uint8ClampedArray(data.length).fill(255)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = 4 * (y * width + x)
      let sum = 0
      // of green, which is most of what is seen as bright
      for (let row = at + 1 - 4 * width; row <= at + 1 + 4 * width; row += 4 * width) sum += data[row - 4]! + data[row]! + data[row + 4]!
      for (let colour = at; colour < at + 3; colour++) grey[colour] = sum / 9
    }
  }
  return grey
}

/** Finds the QR code in a picture, in JavaScript. */
export const codesIn = async (picture: Picture): Promise<ReadonlyArray<string>> => {
  const { default: find } = await import("jsqr")
  const code = find(smoothed(picture), picture.width, picture.height, { inversionAttempts: "dontInvert" })
  return code ? [code.data] : []
}

/** The longer side of the pictures that are searched, in pixels: a larger one takes longer and finds no more of a card. */
const most = 640
const inJavaScript = async (): Promise<QrReader> => {
  await import("jsqr")
  const canvas = document.createElement("canvas")
  const context = canvas.getContext("2d", { willReadFrequently: true })!
  return async (video) => {
    const scale = Math.min(1, most / Math.max(video.videoWidth, video.videoHeight, 1))
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (canvas.width === 0 || canvas.height === 0) return []
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    return codesIn(context.getImageData(0, 0, canvas.width, canvas.height))
  }
}

export const qrReader = async (): Promise<QrReader> => (await own().catch(() => undefined)) ?? inJavaScript()
