import { before, hereAt } from "./instant.ts"

/** A link to this screen as of just before an event: `?asOf=@1233` for event 1234. */
export const Before = ({ position }: { readonly position: number | string }) =>
  Number(position) > 1 ? (
    <>
      {" · "}
      <a className="link" href={hereAt(before(position))} aria-label={`View the version before event ${position}`}>
        View previous version
      </a>
    </>
  ) : null
