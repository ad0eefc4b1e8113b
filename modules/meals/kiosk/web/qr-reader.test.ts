import { expect, test } from "vitest"
import { badgeCode } from "@ops/platform/access/badge.ts"
import { qrPath } from "@ops/platform/documents/qr.ts"
import { chances } from "@ops/platform/testing/thorough.ts"
import { codesIn } from "./qr-reader.ts"

const [width, height] = [640, 480]
/** A white card with this code on a grey table: turned by an angle, its modules of some pixels, with the noise of a camera in bad light. */
const photo = (code: string, { turned, module, noise }: { readonly turned: number; readonly module: number; readonly noise: number }) => {
  const { size, path } = qrPath(code)
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x},${y}`))
  const chance = chances(1)
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  const [sine, cosine] = [Math.sin(turned), Math.cos(turned)]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [across, down] = [x - width / 2, y - height / 2]
      const column = Math.floor((across * cosine + down * sine) / module + size / 2)
      const row = Math.floor((down * cosine - across * sine) / module + size / 2)
      const isOnCard = Math.min(column, row) >= -4 && Math.max(column, row) < size + 4
      const light = dark.has(`${column},${row}`) ? 25 : isOnCard ? 205 : 110
      const seen = light + (chance() - 0.5) * 2 * noise
      for (let colour = 0; colour < 3; colour++) data[4 * (y * width + x) + colour] = seen
    }
  }
  return { data, width, height }
}

test.each([
  ["near, in good light", { turned: 0, module: 9, noise: 0 }],
  ["turned, in bad light", { turned: 0.3, module: 9, noise: 30 }],
  ["upside down and far, in bad light", { turned: 3, module: 5, noise: 20 }],
])("the kiosk's camera reads a badge without the browser's own reader: %s", async (_, seen) => {
  const code = badgeCode(Uint8Array.from({ length: 10 }, (_, n) => n * 23))
  expect(await codesIn(photo(code, seen))).toEqual([code])
})

test("a picture without a badge has none", async () => {
  expect(await codesIn({ data: new Uint8ClampedArray(width * height * 4).fill(120), width, height })).toEqual([])
})
