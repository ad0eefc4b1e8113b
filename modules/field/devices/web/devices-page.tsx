/** The tablets and phones of the sites: when they last connected, missing numbers, and the error of their clocks. */
import { When } from "@ops/platform/ui/date.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { screen } from "../screen.ts"

/** A difference of clocks in words: "3 h ahead". Less than two minutes counts as none. */
const clockWords = (ms: number) => {
  const minutes = Math.round(Math.abs(ms) / 60_000)
  if (minutes < 2) return "right"
  return `${minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`} ${ms > 0 ? "ahead" : "behind"}`
}

export const Component = () => (
  <ResourcePage
    screen={screen}
    // a device enrols itself, on /field
    create={null}
    columns={{
      label: { header: "Name" },
      lastHeard: { header: "Last heard", cell: ({ lastHeard }) => <When at={lastHeard} /> },
      skewMs: { header: "Clock", figure: ({ skewMs }) => clockWords(skewMs) },
    }}
    empty={{ title: "No devices yet", text: "Open Field on a tablet or phone and choose Enrol this device." }}
  />
)
