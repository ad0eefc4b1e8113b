/** Requests goods for a site: one form with its lines. It has no number before it is submitted; until then it is stored in this browser. */
import { capitalised } from "@ops/platform/text.ts"
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema"
import { Button } from "@ops/platform/ui/button.tsx"
import { KeptHere, sentenceOf } from "@ops/platform/ui/data/api.ts"
import { useSync } from "@ops/platform/ui/data/live.ts"
import { cannotKeep, savedHere } from "@ops/platform/ui/data/outbox.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { isEnrolled } from "@ops/platform/ui/data/unsent.ts"
import { formatTime, today } from "@ops/platform/ui/date.tsx"
import { checkedText, chosen, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { keepDraft, readDraft, removeDraft, useDraft } from "@ops/platform/ui/forms/draft.ts"
import { DateField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { useHead } from "@ops/platform/ui/layers/head.tsx"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { useMedia } from "@ops/platform/ui/media.ts"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { PriorityMark } from "@ops/platform/ui/priority-mark.tsx"
import { useCreation } from "@ops/platform/ui/resources/changes.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { Schema } from "effect"
import { useState } from "react"
import { FormProvider, useForm, useWatch } from "react-hook-form"
import { Navigate, useLocation, useNavigate } from "react-router-dom"
import { useApi } from "../../web/client.ts"
import { screen } from "../screen.ts"
import { keepRequest } from "./outbox.ts"
import { emptyRequest, Lines, type Request, totalOf } from "./request-lines.tsx"
import { RequestSide } from "./request-side.tsx"
import "./new-request.css"

const Form = formOf({
  siteId: chosen("Site"),
  priority: Schema.Literals(["low", "medium", "high", "urgent"]),
  neededBy: checkedText((day) => (day !== "" && day < today() ? "Needed by must be today or later" : undefined)),
  justification: text("Justification", 2000),
  items: Schema.mutable(
    Schema.Array(
      Schema.Struct({
        stockItemId: Schema.NullOr(Schema.Finite),
        name: Schema.String,
        unit: text("Unit", 20, true),
        quantity: checkedText((value) => (/^[1-9]\d{0,6}$/.test(value) ? undefined : "Quantity must be a whole number above 0")),
        price: checkedText((value) => (/^\d{1,9}(\.\d{1,2})?$/.test(value) ? undefined : "Price must be a number with at most two decimals")),
      }),
    ),
  ),
})
const priorities = ["low", "medium", "high", "urgent"].map((value) => ({ value, label: capitalised(value) }))

export const Component = () => (inThePast ? <Navigate to="/procurement" replace /> : <NewRequest />)

const NewRequest = () => {
  const { siteId, sites } = useWorkingSite()
  const isPhone = useMedia("(max-width: 900px)")
  const user = useUser()
  const draft = `${user.id}:purchase-request`
  const [kept] = useState(() => readDraft<Request>(draft))
  // kitchens have their own screen with different texts
  const isKitchen = useLocation().pathname.startsWith("/catering")
  const navigate = useNavigate()
  const form = useForm<Request>({
    resolver: standardSchemaResolver(Form),
    defaultValues: {
      ...emptyRequest,
      ...(siteId !== undefined && { siteId }),
      ...kept?.values,
      // the lines of an older draft have only the id of their item
      items: (kept?.values.items ?? []).map((line) => ({ ...line, name: line.name ?? "This item is no longer stocked", unit: line.unit ?? "piece" })),
    },
  })
  const [savedAt = kept?.at, setSavedAt] = useState<string>()
  const autosaved = useDraft(form, draft)
  const at = [savedAt, autosaved]
    .filter((each) => each !== undefined)
    .sort()
    .at(-1)
  const [fault, setFault] = useState("")
  const create = useCreation(screen.commands.raise, screen.path)
  const { isSubmitting } = form.formState
  const values = useWatch({ control: form.control })
  const site = values.siteId
  const outlook = useApi("GET /api/purchase-requests/outlook", site ? { query: { siteId: String(site) } } : null)
  const isBlank = !values.justification && !values.items?.length && at === undefined
  useHead({
    title: isKitchen ? "Create Purchase Request" : "New Request",
    subtitle: at === undefined ? "It gets its number when you submit it" : `Draft, saved ${formatTime(at)}. Numbered when you submit it`,
  })

  const sync = useSync()
  const submit = form.handleSubmit(async ({ items, neededBy, ...request }) => {
    setFault("")
    try {
      const sent = items.map(({ stockItemId, name, unit, quantity, price }) => ({
        ...(stockItemId === null ? { name, unit } : { stockItemId }),
        quantity: Number(quantity),
        estimatedCost: totalOf([{ quantity, price }]),
      }))
      const body = { ...request, siteId: request.siteId ?? 0, ...(neededBy !== "" && { neededBy }), items: sent }
      // an enrolled device signs the request instead: `create` throws `KeptHere`
      if (sync.state === "offline" && !isEnrolled()) {
        await keepRequest(String(user.id), body).catch(() => Promise.reject(new Error(cannotKeep)))
        removeDraft(draft)
        notify.success(savedHere)
        return void navigate("/outbox")
      }
      const { id } = (await create(body)) as { readonly id: number }
      removeDraft(draft)
      void navigate(`/procurement?open=${id}`)
    } catch (error) {
      if (error instanceof KeptHere) {
        removeDraft(draft)
        return void navigate("/outbox")
      }
      setFault(sentenceOf(error))
    }
  })
  const save = () => {
    setSavedAt(keepDraft(draft, form.getValues()))
    notify.success("Draft saved in this browser")
  }
  const discard = () => {
    removeDraft(draft)
    void navigate(isKitchen ? "/catering" : "/procurement")
  }
  useKeys("Request", { "Ctrl ENTER": ["Submit for approval", () => void submit()] })
  const { errors } = form.formState
  const lineFault = (values.items ?? [])
    .map((_, n) => errors.items?.[n]?.unit?.message ?? errors.items?.[n]?.quantity?.message ?? errors.items?.[n]?.price?.message)
    .find(Boolean)

  return (
    <Page
      actions={
        <>
          <Button kind="quiet" onClick={discard}>
            {isBlank ? "Cancel" : "Discard"}
          </Button>
          <Button onClick={save}>Save draft</Button>
          <Button kind="primary" disabled={isSubmitting} onClick={() => void submit()}>
            {isSubmitting ? (
              "Creating..."
            ) : (
              <>
                Submit for approval <kbd>Ctrl Enter</kbd>
                {isPhone && values.items?.length ? ` · ${formatMoney(totalOf(values.items), "USD")}` : ""}
              </>
            )}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form className="new-request" noValidate onSubmit={(event) => event.preventDefault()}>
          <div className="stack">
            <div className="panel panel-body stack-fields">
              <div className="request-facts">
                <SiteField name="siteId" label="Site" required />
                <DateField name="neededBy" label="Needed by" min={today()} />
                <SelectField name="priority" label="Priority" options={priorities} required mark={<PriorityMark priority={values.priority ?? "medium"} />} />
              </div>
              <TextField name="justification" label="Justification" placeholder="Why it is needed" />
            </div>
            <Lines outlook={outlook} />
            {(fault || lineFault) && (
              <p className="fault" role="alert">
                {fault || lineFault}
              </p>
            )}
          </div>
          <RequestSide outlook={outlook.data} site={sites.find(({ id }) => id === Number(site))?.name} items={values.items ?? []} />
        </form>
      </FormProvider>
    </Page>
  )
}
