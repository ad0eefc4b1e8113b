import { Effect, Stream } from "effect"
import { HttpServerResponse, Multipart } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { jsonResponse, mapDatabaseErrors } from "../http/answer.ts"
import { invalid, Rejection } from "../records/command.ts"
import { type AttachedTo, fileBytes, fileSeen, takeFile } from "./attachment.ts"
import { AttachmentsApi } from "./attachment-contract.ts"

const tooLarge = new Rejection(413, "The file is too large: 5 MB at most. Make it smaller, or take a photo instead")
const broken = new Rejection(400, "The file was incomplete. Send it again")
const refusalOf = ({ reason }: Multipart.MultipartError) => {
  if (reason._tag === "FileTooLarge" || reason._tag === "BodyTooLarge") return tooLarge
  return reason._tag === "TooManyParts" ? invalid("Send one file at a time") : broken
}

/** The uploaded file, in memory: it is at most 5 MB, and written by one statement. */
export const fileOf = (parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>) =>
  parts.pipe(
    Stream.filter(Multipart.isFile),
    Stream.mapEffect((part) => Effect.map(part.contentEffect, (bytes) => ({ name: part.name, bytes }))),
    Stream.runCollect,
    Effect.mapError(refusalOf),
    Effect.flatMap((files) => (files[0] ? Effect.succeed(files[0]) : Effect.fail(invalid("Send the file as the field file of a form")))),
  )

/** In a header, non-ASCII characters must be encoded according to RFC 8187. */
const disposition = (name: string) => {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, "_")
  const coded = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`
}

/** The handlers of the attachments group. `kinds` are the records that files are attached to. */
export const attachments = (kinds: ReadonlyArray<AttachedTo>) =>
  HttpApiBuilder.group(AttachmentsApi, "attachments", (handlers) =>
    handlers.handleAll({
      upload: ({ payload }) =>
        Effect.gen(function* () {
          const { name, bytes } = yield* fileOf(payload)
          return jsonResponse(JSON.stringify(yield* mapDatabaseErrors(takeFile(name, bytes))), { status: 201 })
        }),
      one: ({ params: { id } }) => fileSeen(kinds, id),
      download: ({ params: { id } }) =>
        Effect.gen(function* () {
          const file = yield* fileSeen(kinds, id)
          return HttpServerResponse.uint8Array(yield* fileBytes(file), {
            contentType: file.type,
            headers: {
              "content-disposition": disposition(file.name),
              "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
              "cache-control": "private, no-store",
            },
          })
        }),
    }),
  )
