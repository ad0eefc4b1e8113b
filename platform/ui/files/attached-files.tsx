import type { AttachmentsGroup } from "../../documents/attachment-contract.ts"
import type { AttachedFile } from "../../records/field.ts"
import { href } from "../data/api.ts"
import { clientOf } from "../data/client.ts"

const { pathOf } = clientOf<typeof AttachmentsGroup>()

const sizeOf = (bytes: number) => (bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`)

/** The files attached to a record, each with a download link. */
export const AttachedFiles = ({ of, title = "Receipts" }: { readonly of: readonly AttachedFile[]; readonly title?: string }) =>
  of.length === 0 ? null : (
    <section className="part">
      <h3>{title}</h3>
      <ul className="attached-files">
        {of.map(({ id, name, size }) => (
          <li key={id}>
            <a className="link" href={href(pathOf("GET /api/attachments/:id/download", { id }))} download>
              {name}
            </a>{" "}
            <span className="muted">{sizeOf(size)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
