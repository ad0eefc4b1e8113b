import { useQueryClient } from "@tanstack/react-query"
import { Suspense, useEffect, useState } from "react"
import { lazyWithRetry } from "../lazy-with-retry.ts"
import { save, sentenceOf, whenProofIsAsked } from "./api.ts"
import { notify } from "../layers/notices.tsx"
import type { WithPasskey } from "./proof-dialog.tsx"
import { sessionKey } from "./session.tsx"

const ProofDialog = lazyWithRetry(() => import("./proof-dialog.tsx"))

/** Asks the signed-in person for a new confirmation of identity whenever a call is rejected for lack of one. */
export const StepUp = ({ withPasskey }: { withPasskey: WithPasskey }) => {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<{ readonly answer: (proven: boolean) => void }>()

  useEffect(() => {
    let settle = (_: boolean) => {}
    const takeBack = whenProofIsAsked(
      () =>
        new Promise((resolve) => {
          settle = resolve
          setAsked({
            answer: (proven) => {
              setAsked(undefined)
              resolve(proven)
            },
          })
        }),
    )
    return () => {
      takeBack()
      settle(false) // the person who was asked has been signed out meanwhile
    }
  }, [])
  // a list saved as a file may require a proof too, which the browser's own download cannot request
  useEffect(() => {
    const saved = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[download]") : null
      if (!link || !/[?&]format=(csv|xlsx)/.test(link.search)) return
      event.preventDefault()
      save(link.pathname + link.search).catch((error: unknown) => notify.error(sentenceOf(error, "Could not save the file")))
    }
    document.addEventListener("click", saved)
    return () => document.removeEventListener("click", saved)
  }, [])
  if (!asked) return null
  return (
    <Suspense>
      <ProofDialog
        withPasskey={withPasskey}
        onProven={(user) => {
          queries.setQueryData(sessionKey, user)
          asked.answer(true)
        }}
        onCancel={() => asked.answer(false)}
      />
    </Suspense>
  )
}
