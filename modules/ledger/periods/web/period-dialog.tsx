/** Actions on a month: soft close, close with overrides, request and confirm a re-opening. */
import { useApiMutation } from "@ops/platform/ui/data/data.ts"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { pathOf } from "../../web/client.ts"
import { bookLists, type Check, type Period } from "../../web/labels.ts"

interface Props {
  readonly act: string
  readonly period: Pick<Period, "period" | "title" | "status" | "reopeningReason">
  readonly checks: readonly Check[]
  readonly onClose: () => void
}

export default function PeriodDialog({ act, period, checks, onClose }: Props) {
  if (act === "close" && period.status !== "closed") return <CloseDialog period={period} checks={checks} onClose={onClose} />
  if (act === "soft-close" && period.status === "open") return <SoftCloseDialog period={period} onClose={onClose} />
  if ((act === "ask" || act === "confirm") && period.status !== "open") return <ReopenDialog period={period} confirms={act === "confirm"} onClose={onClose} />
  return null
}

const usePeriod = <Input,>({ period }: Props["period"], act: string, body: (input: Input) => unknown, done: string, failed: string) =>
  useApiMutation<Input, Period>({
    method: "POST",
    path: () => `/api/periods/${period}/${act}`,
    body,
    lists: [...bookLists, pathOf("GET /api/periods/:period/checklist", { period }), "/api/month-end"],
    done,
    failed,
  })

type DialogProps = Pick<Props, "period" | "onClose">

const SoftCloseDialog = ({ period, onClose }: DialogProps) => {
  const close = usePeriod(period, "soft-close", (reason: string) => ({ reason }), `${period.title} soft-closed`, "Failed to soft-close the period")
  return (
    <ConfirmDialog
      title={`Soft-close ${period.title}`}
      text="Only finance can post to it after that."
      confirm="Soft-close"
      pending="Closing..."
      reason={{ label: "Reason", required: true }}
      onConfirm={close.send}
      onClose={onClose}
    />
  )
}

const Overrides = formOf({ reasons: Schema.Record(Schema.String, text("Reason", 500, true)) })

/** Each blocking line needs its own reason to be overridden. */
const CloseDialog = ({ period, checks, onClose }: DialogProps & Pick<Props, "checks">) => {
  const open = checks.filter(({ ok }) => !ok)
  const close = usePeriod(
    period,
    "close",
    ({ reasons }: typeof Overrides.Type) => ({ overrides: Object.entries(reasons).map(([key, reason]) => ({ key, reason })) }),
    `${period.title} closed`,
    "Failed to close the period",
  )
  return (
    <FormDialog
      title={`Close ${period.title}`}
      help={
        open.length === 0
          ? "All checks pass. Nothing can be posted to it after that; two people can re-open it."
          : "Nothing can be posted to it after that. Give a reason to close despite the open checks, which is recorded; or cancel and resolve them first."
      }
      schema={Overrides}
      defaults={{ reasons: Object.fromEntries(open.map(({ key }) => [key, ""])) }}
      submit={open.length === 0 ? "Close period" : `Close despite ${open.length === 1 ? "the open check" : `${open.length} open checks`}`}
      pending="Closing..."
      save={close.send}
      onClose={onClose}
    >
      {open.map(({ key, title, count }) => (
        <TextField key={key} name={`reasons.${key}`} label={title} hint={`${count} open. Why close despite it?`} required />
      ))}
    </FormDialog>
  )
}

const ReopenDialog = ({ period, confirms, onClose }: DialogProps & { readonly confirms: boolean }) => {
  const reopen = usePeriod(
    period,
    "reopen",
    (reason: string) => (confirms ? {} : { reason }),
    confirms ? `${period.title} is open again` : `Asked for ${period.title} to be re-opened`,
    "Failed to re-open the period",
  )
  return (
    <ConfirmDialog
      title={confirms ? `Re-open ${period.title}` : `Ask for ${period.title} to be re-opened`}
      text={confirms ? `Asked for because: ${period.reopeningReason ?? ""}` : "It stays closed until a second person of level 10 confirms."}
      confirm={confirms ? "Re-open" : "Ask"}
      {...(confirms ? {} : { reason: { label: "Reason", required: true } })}
      onConfirm={reopen.send}
      onClose={onClose}
    />
  )
}
