/** Completes an order in one action: its checklist, parts, hours, photos, and the client's signature. */
import { NumberField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { PhotoField } from "@ops/platform/ui/files/photo-field.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SignatureField } from "@ops/platform/ui/files/signature-field.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import "../../web/facilities.css"
import { resultNames } from "../../web/labels.ts"
import { LineFields, partFaults, PartFields, workerIn, workerOf } from "../../web/work-fields.tsx"
import type { workOrders } from "../resource.ts"
import { screen } from "../screen.ts"

type WorkOrder = (typeof workOrders)["Row"]

const resultOptions = Object.entries(resultNames).map(([value, label]) => ({ value, label }))
const ratings = [5, 4, 3, 2, 1].map((value) => ({ value, label: `${value} of 5` }))

/** Form fields whose format differs from the call's. */
interface Typed {
  readonly checks: ReadonlyArray<{ readonly result: "" | "ok" | "failed" | "na"; readonly note: string }>
  readonly work: ReadonlyArray<{ readonly worker: string; readonly hours?: number }>
}

const faultsOf = (order: WorkOrder, { checks, work }: Typed, signature: unknown, signedBy: string): Readonly<Record<string, string>> => {
  const open = order.checklist.findIndex(({ required }, n) => required && (checks[n]?.result ?? "") === "")
  return {
    ...(open >= 0 && { [`checks.${open}.result`]: "Mark it as ok, failed or not applicable" }),
    ...Object.fromEntries(
      work.flatMap(({ worker, hours }, n) => [
        ...(worker === "" ? [[`work.${n}.worker`, "Choose who worked"] as const] : []),
        ...(hours === undefined || (hours > 0 && hours <= 744) ? [] : [[`work.${n}.hours`, "Hours must be more than 0"] as const]),
      ]),
    ),
    ...(signature === 0 && { signature: "Wait until the signature is uploaded, or clear it" }),
    ...(order.signatureRequired && signature === undefined && { signature: "This order needs the client's signature" }),
    ...(signature !== undefined && signedBy.trim() === "" && { signedBy: "Say who signed" }),
  }
}

export default function CompleteOrderDialog({ order, onClose }: { readonly order: WorkOrder; readonly onClose: () => void }) {
  const complete = useCommand("PATCH /api/work-orders/:id/complete", {
    id: order.id,
    lists: pathsOf("GET /api/work-orders", "GET /api/stock/levels"),
    done: ({ orderNumber, followUps }) =>
      `${orderNumber} completed${followUps.length > 0 ? `. ${followUps.at(-1)!.orderNumber} was created for the failed checks` : ""}`,
    failed: "Failed to complete work order",
  })
  const levels = useApi("GET /api/stock/levels", { query: { siteId: order.siteId, limit: "1000" } }).data ?? []
  const parts = levels.map(({ stockItemId, stockItem, currentQuantity }) => ({
    value: stockItemId,
    label: `${stockItem.name} (${currentQuantity} ${stockItem.unit} on hand)`,
  }))
  const assignee = workerIn({ ...order, team: null })
  return (
    <CommandDialog
      command={screen.commands.complete}
      title={`Complete ${order.orderNumber}`}
      help="Parts are issued from the site's store, and failed items become a separate order. Another person verifies it."
      initial={{ parts: order.plannedParts.map(({ stockItemId, quantity }) => ({ stockItemId, quantity: Number(quantity) })), signature: undefined }}
      own={{
        checks: order.checklist.map(({ result, note }) => ({ result: result ?? "", note })),
        work: assignee === "" ? [] : [{ worker: assignee, hours: undefined }],
      }}
      check={({ parts, signature, signedBy, checks, work }) => ({
        ...partFaults(parts),
        ...faultsOf(order, { checks, work } as Typed, signature, String(signedBy ?? "")),
      })}
      submit="Complete work order"
      pending="Completing..."
      onClose={onClose}
      save={({ checks, work, ...form }: Exclude<Parameters<typeof complete.send>[0], null | void> & Typed) =>
        complete.send({
          ...form,
          checklist: checks.map(({ result, note }, n) => ({ line: n + 1, result: result || null, note })),
          // a line without hours is ignored
          hours: work.flatMap(({ worker, hours }) => {
            const { assignedTo: staffId, contractorId } = workerOf(worker)
            return hours === undefined ? [] : [{ staffId, contractorId, minutes: Math.round(hours * 60) }]
          }),
        })
      }
      rows={[
        {
          key: "checks",
          node: order.checklist.length > 0 && (
            <fieldset className="lines">
              <legend>Checklist</legend>
              {order.checklist.map(({ line, required }, n) => (
                <div className="check-line" key={line}>
                  <SelectField
                    name={`checks.${n}.result`}
                    label={`${n + 1}. ${line}`}
                    placeholder="Not checked yet"
                    options={resultOptions}
                    required={required}
                  />
                  <TextField name={`checks.${n}.note`} label="Note" />
                </div>
              ))}
            </fieldset>
          ),
        },
        { key: "parts", node: <PartFields title="Parts used" options={parts} /> },
        { key: "work", node: <Hours order={order} assignee={assignee} /> },
        { key: "photos", node: <PhotoField name="photos" label="Photos after the work" /> },
        { key: "signature", node: <SignatureField name="signature" label="Client's signature" required={order.signatureRequired} /> },
        {
          key: "signed",
          node: (
            <div className="pair">
              <TextField name="signedBy" label="Signed by" />
              <SelectField name="rating" label="Client's rating" numeric placeholder="Not rated" options={ratings} />
            </div>
          ),
        },
        { key: "remarks", node: <TextAreaField name="remarks" label="Remarks" rows={2} /> },
      ]}
    />
  )
}

const Hours = ({ order, assignee }: { readonly order: WorkOrder; readonly assignee: string }) => {
  const { can } = useSession()
  const dispatches = can("work_orders.approve", "department.manage")
  const found = useApi("GET /api/work-orders/assignees", dispatches ? { query: { siteId: order.siteId } } : null)
  const others = [
    ...(found.data?.people ?? []).map(({ id, name }) => ({ value: `person:${id}`, label: name })),
    ...(found.data?.contractors ?? []).map(({ id, name }) => ({ value: `contractor:${id}`, label: `${name}, contractor` })),
  ].filter(({ value }) => value !== assignee)
  const options = [...(assignee === "" ? [] : [{ value: assignee, label: order.assignee ?? "" }]), ...others]
  if (options.length === 0) return null
  return (
    <LineFields
      name="work"
      title="Hours"
      one="hours"
      empty={{ worker: "", hours: undefined }}
      line={(n) => (
        <>
          <SelectField name={`work.${n}.worker`} label="Who" placeholder="Choose who worked" options={options} required />
          <NumberField name={`work.${n}.hours`} label="Hours" min={0} step={0.25} required />
        </>
      )}
    />
  )
}
