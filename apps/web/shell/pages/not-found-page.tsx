import { Button } from "@ops/platform/ui/button.tsx"
import { useEffect } from "react"
import { Link } from "react-router-dom"

export const NotFoundPage = () => {
  useEffect(() => {
    document.title = "Page Not Found"
  }, [])
  return (
    <main className="plain-page">
      <div className="empty">
        <p className="meta num">404</p>
        <h1>Page Not Found</h1>
        <p className="muted">Did you forget to add the page to the router?</p>
        <Button asChild>
          <Link to="/">Home</Link>
        </Button>
      </div>
    </main>
  )
}
