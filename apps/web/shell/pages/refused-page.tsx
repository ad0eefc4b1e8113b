/** Names the missing permission, so that it can be requested. */
export const RefusedPage = ({ needs }: { needs: readonly string[] }) => (
  <div className="empty refused">
    <p className="empty-title">You do not have access to this page</p>
    <p className="muted">
      It needs {needs.length > 1 ? "one of these permissions" : "the permission"}:{" "}
      {needs.map((permission, place) => (
        <span key={permission}>
          {place > 0 && ", "}
          <code>{permission}</code>
        </span>
      ))}
      . Ask the person who manages accounts.
    </p>
  </div>
)
