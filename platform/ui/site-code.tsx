import { useSites } from "./working-site.tsx"

interface SiteCodeProps {
  readonly code: string | null | undefined
  /** The site's name: read out, and shown on hover. */
  readonly name?: string | null
}

/** The two-letter chip of a site, in its colour. Nothing if there is no site. */
export const SiteCode = ({ code, name }: SiteCodeProps) =>
  code ? (
    <abbr className="code" data-site={code} title={name ?? undefined}>
      {code}
    </abbr>
  ) : null

/** A site by its id: chip and name. */
export const SiteName = ({ id }: { id: number | null | undefined }) => {
  const site = useSites().find((each) => each.id === id)
  if (!site) return <span className="muted">–</span>
  return (
    <span className="line-tight">
      <SiteCode code={site.code} /> {site.name}
    </span>
  )
}
