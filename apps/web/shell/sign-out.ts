import { useSession } from "@ops/platform/ui/data/session.tsx"
import { keepsUnsent } from "@ops/platform/ui/data/kept-entries.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"

/** Signs out; the shell then shows the landing page. */
export const useSignOut = () => {
  const { signOut } = useSession()
  return () =>
    void signOut().then(async () => {
      if (await keepsUnsent()) notify.success("It is kept in this browser and sent when you are back online.", 8000, "Not everything was sent")
    })
}
