import { preload } from "@ops/platform/ui/data/code.ts"
import { screens } from "../../routes.ts"

/** Loads a screen's code ahead, unless the person saves data. */
export const prefetch = (path: string) => {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  const screen = screens.find((each) => each.path === path)
  if (screen && !connection?.saveData) preload(screen.page)
}
