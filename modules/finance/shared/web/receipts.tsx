import { href } from "@ops/platform/ui/data/api.ts"
import { pathOf } from "../../web/client.ts"
import type { Expense } from "./labels.ts"

const sizeOf = (bytes: number) => (bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`)

/** The files that are attached to a record, each with its way down. */
export const Receipts = ({ of, title = "Receipts" }: { readonly of: Expense["receipts"]; readonly title?: string }) =>
  of.length === 0 ? null : (
    <section className="part">
      <h3>{title}</h3>
      <ul className="finance-files">
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
