/** A percentage as a bar with its value; amber above 100 % if `limit` is set. */
export const ShareBar = ({ percent, limit }: { readonly percent: number | null; readonly limit?: boolean }) =>
  percent === null ? (
    <span className="muted">–</span>
  ) : (
    <span className="share">
      <span className="share-bar" aria-hidden data-over={(limit && percent > 100) || undefined}>
        <i style={{ width: `${Math.min(percent, 100)}%` }} />
      </span>
      <span className="num">{percent}%</span>
    </span>
  )
