import "@radix-ui/themes/tokens/base.css"
import "@radix-ui/themes/tokens/colors/gray.css"
import "@radix-ui/themes/tokens/colors/sand.css"
import "@radix-ui/themes/tokens/colors/red.css"
import "@radix-ui/themes/tokens/colors/amber.css"
import "@radix-ui/themes/tokens/colors/green.css"
import "@radix-ui/themes/tokens/colors/blue.css"
import "@radix-ui/themes/components.css"
import "./theme.css"
import "@ops/platform/ui/kit.css"
import "./shell/shell.css"
import { makeQueryClient } from "@ops/platform/ui/data/data.ts"
import { startFirstReads } from "@ops/platform/ui/data/first-reads.ts"
import { readSession, sessionKey, storedHint } from "@ops/platform/ui/data/session.tsx"
import { keptLanguage, readWordsFrom, showIn } from "@ops/platform/ui/language/words.ts"
import { deviceDatabase, isEnrolled } from "@ops/platform/ui/data/unsent.ts"
import { QueryClientProvider } from "@tanstack/react-query"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
// follows the device on the pages of visitors too
import "./shell/appearance.ts"
import { companyKey } from "./shell/company.ts"
import { Router } from "./shell/router.tsx"

const queries = makeQueryClient()
readWordsFrom(async (language) => (await import("./language.ts")).wordsOf(language))

// Data of the first screen is requested before it is rendered.
void queries.prefetchQuery({ queryKey: sessionKey, queryFn: ({ signal }) => readSession(signal) })
void queries.prefetchQuery({ queryKey: companyKey })
if (storedHint()) {
  void import("./shell/signed-in.tsx")
  if (!isEnrolled()) startFirstReads(queries, location.pathname)
} else if (location.pathname === "/") void import("./shell/pages/landing-page.tsx")

const start = () =>
  createRoot(document.getElementById("root") as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Router />
      </QueryClientProvider>
    </StrictMode>,
  )
if (keptLanguage() === "en") start()
else void showIn(keptLanguage()).then(start)

// what an enrolled device has signed can be sent without a session
const deviceOutbox = () => import("@ops/platform/ui/device/device-outbox.ts")
if (isEnrolled()) void deviceOutbox().then(({ startSending }) => startSending())
else void findDevice()

/** Starts again as the enrolled device that this browser is, if it has lost its note of that. */
async function findDevice() {
  const databases = (await globalThis.indexedDB?.databases?.()) ?? []
  if (!databases.some(({ name }) => name === deviceDatabase)) return
  const { restoreEnrolment } = await deviceOutbox()
  if (await restoreEnrolment()) location.reload()
}
