import { useAddress } from "@ops/platform/ui/url-state.ts"
import { Link } from "react-router-dom"
import { eventsOf, position as said, screenOf } from "../../web/labels.ts"

/** Opens an event next to the page. */
export const OpenEvent = ({ position }: { readonly position: number }) => {
  const [, setOpen] = useAddress("open", "push")
  return (
    <button type="button" className="link num" aria-label={`Show event ${position}`} onClick={() => void setOpen(String(position))}>
      {said(position)}
    </button>
  )
}

/** A record: a link to its screen, or else to its events. */
export const Stream = ({ stream, record }: { readonly stream: string; readonly record: string }) => (
  <Link className="link" to={screenOf(stream) ?? eventsOf(stream)}>
    {record}
  </Link>
)
