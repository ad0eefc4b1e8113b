/** One assignment: site, role, dates, and history. */
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { fullName } from "../../leave/web/labels.ts"
import { screen } from "../screen.ts"
import { AssignmentActs } from "./assignment-commands.tsx"

export const AssignmentDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <ResourceDrawer
    screen={screen}
    id={id}
    decisions={["end"]}
    parts={(of) => ({
      subject: `${fullName(of.staff)}, ${of.site.name}`,
      facts: {
        rotation: of.rotation && `${of.rotation.daysOn} days on, ${of.rotation.daysOff} off`,
        onTurn: of.onTurn === null ? null : of.onTurn ? "At work" : "Off",
        ...(of.endDate === null && { endDate: "No end date" }),
      },
      own: { end: <AssignmentActs of={of} large /> },
    })}
    onClose={onClose}
  />
)
