/** Consequences of commands on an order: the assigned person is notified by e-mail. */
import { mails, queueMail } from "@ops/platform/mail/mail.ts"
import { type About, consequence, get, newId } from "@ops/platform/records/command.ts"
import { formatDaysIn } from "@ops/platform/dates/sentence.ts"
import { contractors } from "@ops/contractors/contractor.ts"
import { companyStaff } from "@ops/people/staff/company-staff.ts"
import { sites } from "@ops/sites/site.ts"
import { type workOrders, WorkOrderAssigned, type WorkOrderRow } from "./work-orders/work-order.ts"
import { serviceName } from "./work-orders/labels.ts"

export const orderConsequences = [
  consequence(WorkOrderAssigned, function* ({ assignedTo, contractorId }, about: About<typeof workOrders>) {
    const worker = assignedTo !== null ? yield* get(companyStaff, assignedTo) : contractorId !== null ? yield* get(contractors, contractorId) : undefined
    if (!worker?.email) return []
    const { orderNumber, siteId, location, serviceType, priority, description, scheduledDate, dueDate }: WorkOrderRow = about.row
    const site = yield* get(sites, siteId)
    return [
      queueMail(yield* newId(mails), {
        to: worker.email,
        subject: `Work order ${orderNumber} for ${site.name}`,
        text: [
          `Dear ${worker.firstName} ${worker.lastName},`,
          `${orderNumber} is yours: ${serviceName(serviceType).toLowerCase()} at ${[site.name, location].filter(Boolean).join(", ")}, priority ${priority}.`,
          description,
          formatDaysIn([scheduledDate && `Scheduled for ${scheduledDate}.`, dueDate && `Due on ${dueDate}.`].filter(Boolean).join(" ")),
        ]
          .filter(Boolean)
          .join("\n\n"),
        aboutKind: "work_order",
        aboutId: about.id,
      }),
    ]
  }),
]
