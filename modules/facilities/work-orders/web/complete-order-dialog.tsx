/** Completes an order in one action: its checklist, parts, hours, photos, and the client's signature. */
import { Button, IconButton } from "@ops/platform/ui/button.tsx"
import { filled } from "@ops/platform/ui/forms/filled-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { NumberField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { Files, Signature } from "@ops/platform/ui/files/files-form.ts"
import { PhotoField } from "@ops/platform/ui/files/photo-field.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SignatureField } from "@ops/platform/ui/files/signature-field.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { Plus, X } from "lucide-react"
import { useFieldArray } from "react-hook-form"
import type { WorkOrderAnswer } from "../../contract.ts"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import "../../web/facilities.css"
import { resultNames } from "../../web/labels.ts"

type WorkOrder = typeof WorkOrderAnswer.Type

const formOf = (order: WorkOrder) =>
  Schema.toStandardSchemaV1(
    Schema.Struct({
      checklist: Schema.Array(Schema.Struct({ result: Schema.Literals(["", "ok", "failed", "na"]), note: Schema.String })).check(
        Schema.makeFilter((lines) => {
          const open = order.checklist.findIndex(({ required }, n) => required && (lines[n]?.result ?? "") === "")
          return open < 0 ? undefined : { path: [open, "result"], issue: "Say whether it is ok, failed or does not apply" }
        }),
      ),
      parts: Schema.Array(
        Schema.Struct({
          stockItemId: filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id === undefined ? "Choose a part" : undefined)))),
          quantity: filled(
            Schema.UndefinedOr(Schema.Finite).check(
              Schema.makeFilter((quantity) => (quantity !== undefined && quantity > 0 ? undefined : "Quantity must be greater than 0")),
            ),
          ),
        }),
      ),
      hours: Schema.Array(
        Schema.Struct({
          worker: Schema.String.check(Schema.makeFilter((worker) => (worker === "" ? "Choose who worked" : undefined))),
          hours: Schema.UndefinedOr(Schema.Finite).check(
            Schema.makeFilter((hours) => (hours === undefined || (hours > 0 && hours <= 744) ? undefined : "Hours must be more than 0")),
          ),
        }),
      ),
      photos: Files,
      signature: Signature.check(
        Schema.makeFilter((id) => (order.signatureRequired && id === undefined ? "This order needs the client's signature" : undefined)),
      ),
      signedBy: Schema.String,
      rating: Schema.UndefinedOr(Schema.Finite),
      remarks: text("Remarks", 2000),
    }).check(
      Schema.makeFilter(({ signature, signedBy }) =>
        signature !== undefined && signedBy.trim() === "" ? { path: ["signedBy"], issue: "Say who signed" } : undefined,
      ),
    ),
  )
type Values = ReturnType<typeof formOf>["~standard"] extends { readonly types?: { readonly output: infer Output } | undefined } ? Output : never

const resultOptions = Object.entries(resultNames).map(([value, label]) => ({ value, label }))
const ratings = [5, 4, 3, 2, 1].map((value) => ({ value, label: `${value} of 5` }))

export default function CompleteOrderDialog({ order, onClose }: { readonly order: WorkOrder; readonly onClose: () => void }) {
  const complete = useCommand("PATCH /api/work-orders/:id/complete", {
    id: order.id,
    body: (form: Values) => ({
      checklist: form.checklist.map(({ result, note }, n) => ({ line: n + 1, result: result || null, note })),
      parts: form.parts,
      // a line without hours is ignored
      hours: form.hours.flatMap(({ worker, hours }) => {
        const [kind, id] = worker.split(":")
        return hours === undefined ? [] : [{ [kind === "person" ? "staffId" : "contractorId"]: Number(id), minutes: Math.round(hours * 60) }]
      }),
      photos: form.photos,
      signature: form.signature ?? null,
      signedBy: form.signedBy,
      rating: form.rating ?? null,
      remarks: form.remarks,
    }),
    lists: pathsOf("GET /api/work-orders", "GET /api/stock/levels"),
    done: ({ orderNumber, followUps }) =>
      `${orderNumber} completed${followUps.length > 0 ? `. ${followUps.at(-1)!.orderNumber} was made for what failed` : ""}`,
    failed: "Failed to complete work order",
  })
  const assignee = order.assignedTo !== null ? `person:${order.assignedTo}` : order.contractorId !== null ? `contractor:${order.contractorId}` : ""
  return (
    <FormDialog
      title={`Complete ${order.orderNumber}`}
      help="Parts are issued from the site's store, and what failed becomes an order of its own. Another person verifies it."
      schema={formOf(order)}
      wide
      defaults={{
        checklist: order.checklist.map(({ result, note }) => ({ result: result ?? ("" as const), note })),
        parts: order.plannedParts.map(({ stockItemId, quantity }) => ({ stockItemId, quantity: Number(quantity) })),
        hours: assignee === "" ? [] : [{ worker: assignee, hours: undefined }],
        photos: [],
        signature: undefined,
        signedBy: "",
        rating: undefined,
        remarks: "",
      }}
      submit="Complete work order"
      pending="Completing..."
      onClose={onClose}
      save={(form) => complete.send(form as Values)}
    >
      {order.checklist.length > 0 && (
        <fieldset className="lines">
          <legend>Checklist</legend>
          {order.checklist.map(({ line, required }, n) => (
            <div className="check-line" key={line}>
              <SelectField
                name={`checklist.${n}.result`}
                label={`${n + 1}. ${line}`}
                placeholder="Not checked yet"
                options={resultOptions}
                required={required}
              />
              <TextField name={`checklist.${n}.note`} label="Note" />
            </div>
          ))}
        </fieldset>
      )}
      <Parts order={order} />
      <Hours order={order} assignee={assignee} />
      <PhotoField name="photos" label="Photos after the work" />
      <SignatureField name="signature" label="Client's signature" required={order.signatureRequired} />
      <div className="pair">
        <TextField name="signedBy" label="Signed by" />
        <SelectField name="rating" label="Client's rating" numeric placeholder="Not rated" options={ratings} />
      </div>
      <TextAreaField name="remarks" label="Remarks" rows={2} />
    </FormDialog>
  )
}

const Parts = ({ order }: { readonly order: WorkOrder }) => {
  const { fields, append, remove } = useFieldArray({ name: "parts" })
  const levels = useApi("GET /api/stock/levels", { query: { siteId: order.siteId, limit: "1000" } })
  const options = (levels.data ?? []).map(({ stockItemId, stockItem, currentQuantity }) => ({
    value: stockItemId,
    label: `${stockItem.name} (${currentQuantity} ${stockItem.unit} on hand)`,
  }))
  return (
    <fieldset className="lines">
      <legend>Parts used</legend>
      {fields.map((field, n) => (
        <div className="line-of" key={field.id}>
          <SelectField name={`parts.${n}.stockItemId`} label="Part" numeric placeholder="Choose a part" options={options} required />
          <NumberField name={`parts.${n}.quantity`} label="Quantity" min={0} step={0.001} required />
          <IconButton aria-label={`Remove part ${n + 1}`} onClick={() => remove(n)}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button onClick={() => append({ stockItemId: undefined, quantity: undefined })}>
        <Plus size={15} aria-hidden /> Add part
      </Button>
    </fieldset>
  )
}

const Hours = ({ order, assignee }: { readonly order: WorkOrder; readonly assignee: string }) => {
  const { can } = useSession()
  const { fields, append, remove } = useFieldArray({ name: "hours" })
  const found = useApi(
    "GET /api/work-orders/assignees",
    can("work_orders.approve", "department.manage")
      ? {
          query: {
            siteId: order.siteId,
          },
        }
      : null,
  )
  const others = [
    ...(found.data?.people ?? []).map(({ id, name }) => ({ value: `person:${id}`, label: name })),
    ...(found.data?.contractors ?? []).map(({ id, name }) => ({ value: `contractor:${id}`, label: `${name}, contractor` })),
  ].filter(({ value }) => value !== assignee)
  const options = [...(assignee === "" ? [] : [{ value: assignee, label: order.assignee ?? "" }]), ...others]
  if (options.length === 0) return null
  return (
    <fieldset className="lines">
      <legend>Hours</legend>
      {fields.map((field, n) => (
        <div className="line-of" key={field.id}>
          <SelectField name={`hours.${n}.worker`} label="Who" placeholder="Choose who worked" options={options} required />
          <NumberField name={`hours.${n}.hours`} label="Hours" min={0} step={0.25} required />
          <IconButton aria-label={`Remove hours ${n + 1}`} onClick={() => remove(n)}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button onClick={() => append({ worker: "", hours: undefined })}>
        <Plus size={15} aria-hidden /> Add hours
      </Button>
    </fieldset>
  )
}
