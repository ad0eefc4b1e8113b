/** A share as a bar and its figure; amber from 100 % on, where that is more than there should be. */
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
