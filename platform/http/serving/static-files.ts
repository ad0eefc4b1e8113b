/** Serves the built web app. All files are read at the start, so no other file can be requested. */
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
}
const encodings = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
]

interface File {
  readonly bytes: Buffer
  readonly type: string
  readonly etag: string
  readonly cache: string
  readonly packed: ReadonlyArray<{ readonly name: string; readonly bytes: Buffer }>
}

const read = (folder: string): ReadonlyMap<string, File> => {
  if (!fs.existsSync(folder)) return new Map()
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => path.extname(name) in types)
  return new Map(
    names.map((name) => {
      const file = path.join(folder, name)
      const bytes = fs.readFileSync(file)
      const url = `/${name.split(path.sep).join("/")}`
      return [
        url,
        {
          bytes,
          type: types[path.extname(name)]!,
          etag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
          // the build names files under assets after their content
          cache: url.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
          packed: encodings.filter(({ suffix }) => fs.existsSync(file + suffix)).map(({ name, suffix }) => ({ name, bytes: fs.readFileSync(file + suffix) })),
        },
      ]
    }),
  )
}

/** Whether a caller accepts an encoding; not with q=0. */
const accepts = (header: string, encoding: string) =>
  header.split(",").some((part) => {
    const [name = "", ...parameters] = part.trim().split(/\s*;\s*/)
    return name.toLowerCase() === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/i.test(parameter))
  })

const notFound = HttpServerResponse.text("There is nothing at this address", { status: 404 })

const answer = ({ bytes, type, etag, cache, packed }: File, { headers }: HttpServerRequest.HttpServerRequest) => {
  const chosen = packed.find(({ name }) => accepts(headers["accept-encoding"] ?? "", name))
  const tag = `"${chosen ? `${etag}-${chosen.name}` : etag}"`
  const about = { etag: tag, "cache-control": cache, ...(packed.length > 0 && { vary: "Accept-Encoding" }) }
  const known = (headers["if-none-match"] ?? "").split(",").some((each) => each.trim().replace(/^W\//, "") === tag)
  if (known) return HttpServerResponse.empty({ status: 304, headers: about })
  return HttpServerResponse.uint8Array(chosen?.bytes ?? bytes, {
    contentType: type,
    headers: { ...about, ...(chosen && { "content-encoding": chosen.name }) },
  })
}

/** The files of a folder, and its index.html for any other page that a browser requests. */
export const layer = (folder: string) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const files = read(folder)
      yield* router.add("GET", "/*", (request) => {
        const asked = request.url.replace(/[?#].*$/s, "")
        const file = files.get(asked)
        if (file) return Effect.succeed(answer(file, request))
        const page = (request.headers["accept"] ?? "").includes("text/html") && !/^\/(api|assets)(\/|$)/.test(asked)
        const index = page ? files.get("/index.html") : undefined
        return Effect.succeed(index ? answer(index, request) : notFound)
      })
    }),
  )
