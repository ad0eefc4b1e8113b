import { href } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Menu, MenuLink } from "@ops/platform/ui/layers/menu.tsx"
import { Download } from "lucide-react"
import type { Question } from "./statement-reports.ts"

/** The downloads of a report. */
export const Downloads = ({ path, query }: { readonly path: string; readonly query: Question }) => (
  <Menu
    label="Export"
    trigger={
      <Button>
        <Download size={16} strokeWidth={1.75} aria-hidden /> Export
      </Button>
    }
  >
    {(["pdf", "xlsx", "csv"] as const).map((format) => (
      <MenuLink key={format} href={href(path, { ...query, format })} download>
        {{ pdf: "PDF", xlsx: "Excel (XLSX)", csv: "CSV" }[format]}
      </MenuLink>
    ))}
  </Menu>
)
