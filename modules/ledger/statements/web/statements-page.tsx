/** The statements as a screen of their own, each a tab of it. */
import { Page } from "@ops/platform/ui/page.tsx"
import "../../web/books.css"
import { Statements } from "./statements.tsx"

export const Component = () => (
  <Page>
    <Statements isPage />
  </Page>
)
