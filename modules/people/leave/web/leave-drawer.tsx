/** One leave request: dates, balance, history, and the available actions. */
import { formatDay } from "@ops/platform/ui/date.tsx"
import { t } from "@ops/platform/ui/language/words.ts"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { screen } from "../screen.ts"
import { LeaveBalance } from "./leave-balance.tsx"
import { decisionsOf, days, fullName } from "./labels.ts"

export const LeaveDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <ResourceDrawer
    screen={screen}
    id={id}
    decisions={["cancel", "reject", "approve"]}
    parts={(of) => ({
      ...decisionsOf(of),
      subject: `${fullName(of.staff)}, ${formatDay(of.startDate)}${of.startDate === of.endDate ? "" : ` to ${formatDay(of.endDate)}`}`,
      facts: {
        totalDays: `${days(of.totalDays)}${of.leaveType.paid ? "" : ", not paid"}`,
        claimedDays: of.claimedDays !== null && days(of.claimedDays),
        site: of.site?.name,
        approvedByUser: of.approvedByUser && `${fullName(of.approvedByUser)}${of.overrideReason ? `, override: ${of.overrideReason}` : ""}`,
        emergencyContact: [of.emergencyContact, of.emergencyPhone].filter(Boolean).join(", "),
      },
      below: (
        <section className="part">
          <h3>{t(`Leave of ${of.staff.firstName}`)}</h3>
          <LeaveBalance staffId={of.staffId} />
        </section>
      ),
    })}
    onClose={onClose}
  />
)
