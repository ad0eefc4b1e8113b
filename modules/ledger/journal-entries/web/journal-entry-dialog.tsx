/** A manual entry, which another person posts: its totals are updated while typing, and must be equal unless it is saved unfinished. */
import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { useApiMutation } from "@ops/platform/ui/data/data.ts"
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { type Editable, DateField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { Button, IconButton } from "@ops/platform/ui/button.tsx"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { checkedText, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { Check, Trash2, X } from "lucide-react"
import { useId, useState } from "react"
import { useFieldArray, useFormContext, useFormState, useWatch } from "react-hook-form"
import { useNavigate } from "react-router-dom"
import { accountTitle, accountTyped, useAccounts } from "../../accounts/web/account-choice.tsx"
import { isAmount } from "../../web/books-form.ts"
import { pathOf, pathsOf, useApi } from "../../web/client.ts"
import { currencyOptions, type Draft, draftPath, draftsScreen } from "../../web/labels.ts"

/** A typed amount without separators; empty if nothing was typed. */
const typed = (text: string) => text.replaceAll(",", "").trim()
const isNothing = (text: string) => typed(text) === "" || Number(typed(text)) === 0
const Amount = checkedText((text) => (typed(text) === "" || isAmount(typed(text)) ? undefined : "An amount has at most two decimals"))

interface LineForm {
  readonly account: string
  readonly debit: string
  readonly credit: string
  readonly siteId: string
}
const sidesOf = (lines: readonly LineForm[]) => {
  const sum = (side: "debit" | "credit") => sumMoney(lines.map((line) => (isAmount(typed(line[side] ?? "")) ? typed(line[side]) : "0")))
  const [debit, credit] = [sum("debit"), sum("credit")]
  return { debit, credit, difference: sumMoney([debit, credit === "0.00" ? credit : `-${credit}`]) }
}

const Lined = Schema.Array(
  Schema.Struct({
    account: text("Account", 300, true),
    debit: Amount,
    credit: Amount,
    siteId: Schema.String,
    /** has no field here; keeps the value of a draft that was written elsewhere */
    description: Schema.optional(Schema.String),
  }).check(
    Schema.makeFilter(({ debit, credit }) =>
      isNothing(debit) === isNothing(credit) ? { path: ["debit"], issue: "Enter either a debit or a credit" } : undefined,
    ),
  ),
)
const Equal = Lined.check(
  Schema.makeFilter((lines) => {
    const { difference } = sidesOf(lines)
    return difference === "0.00" ? undefined : "Debit and credit must be equal"
  }),
)
const entryForm = (lines: typeof Lined) =>
  formOf({
    entryDate: text("Date", 10, true),
    description: text("Description", 500, true),
    reference: text("Reference", 100),
    reason: text("Reason", 500),
    currency: Schema.Literals(["USD", "SSP"]),
    lines,
  })
const [DraftForm, Form] = [entryForm(Lined), entryForm(Equal)]
type Form = typeof Form.Type

const blank: LineForm = { account: "", debit: "", credit: "", siteId: "" }

interface Props {
  /** the draft that is changed */
  readonly draft?: Draft
  /** whether the form starts as a draft for another person to post: on the list of drafts it does, on the list of entries it does not */
  readonly asDraft?: boolean
  readonly onClose: () => void
}

export default function JournalEntryDialog({ draft, asDraft: begins = draft !== undefined, onClose }: Props) {
  const accounts = useAccounts()
  const navigate = useNavigate()
  const [, setOpen] = useAddress("open")
  const [asDraft, setAsDraft] = useState(begins)
  const id = useId()
  const body = ({ lines, reference, reason, ...form }: Form) => ({
    ...form,
    reference: reference || null,
    reason: reason || null,
    lines: lines.map(({ account, debit, credit, siteId, description }) => ({
      // an unknown account is sent as typed, so that the server names it in its answer
      account: accountTyped(accounts, account)?.accountNumber ?? account.trim().slice(0, 20),
      debitAmount: isNothing(debit) ? null : typed(debit),
      creditAmount: isNothing(credit) ? null : typed(credit),
      siteId: siteId ? Number(siteId) : null,
      ...(description && { description }),
    })),
  })
  const keep = useApiMutation<Form, Draft>({
    method: draft ? "PUT" : "POST",
    // a submitted entry must be ready to post; one that is saved unfinished need not be
    path: () => (draft ? `${draftPath}/${draft.id}` : asDraft ? draftPath : pathOf("GET /api/journal-entries")),
    body,
    lists: [
      ...pathsOf("GET /api/journal-drafts"),
      inboxPath,
      ...(draft ? [pathOf("GET /api/journal-drafts/:id", { id: draft.id }), pathOf("GET /api/journal-drafts/:id/history", { id: draft.id })] : []),
    ],
    done: ({ draftNumber }) => `${draftNumber} saved`,
    failed: "Failed to save the draft",
  })
  return (
    <FormDialog
      title={draft ? `Change ${draft.draftNumber}` : "New Journal Entry"}
      help={
        asDraft
          ? "Debit and credit may still differ. Another person in finance posts it once they are equal."
          : "Another person in finance posts it. Until then it is not in the ledger."
      }
      schema={asDraft ? DraftForm : Form}
      defaults={draft ? asTyped(draft, accounts) : { entryDate: today(), description: "", reference: "", reason: "", currency: "USD", lines: [blank, blank] }}
      {...(!draft && { draft: "journal-entry" })}
      submit={draft ? "Save draft" : asDraft ? "Save as draft" : "Send for posting"}
      pending={asDraft ? "Saving..." : "Sending..."}
      wide
      onClose={onClose}
      save={async (form) => {
        if (draft) return keep.send(form)
        const { id } = await keep.send(form)
        setTimeout(() => void (begins ? setOpen(String(id)) : navigate(draftsScreen(id))), 0)
      }}
    >
      <div className="pair">
        <DateField name="entryDate" label="Date" max={today()} required />
        <SelectField name="currency" label="Currency" options={currencyOptions} required />
      </div>
      <TextField name="description" label="Description" required />
      <TextField name="reference" label="Reference" />
      <Closing />
      <Lines />
      <Balance asDraft={asDraft} />
      {!draft && (
        <div className="field">
          <label className="check" htmlFor={id}>
            <input id={id} type="checkbox" checked={asDraft} onChange={({ target }) => setAsDraft(target.checked)} />
            Save it unfinished: debit and credit may differ
          </label>
        </div>
      )}
    </FormDialog>
  )
}

/** A draft as form values. */
const asTyped = ({ entryDate, description, reference, reason, currency, lines }: Draft, accounts: ReturnType<typeof useAccounts>): Form => ({
  entryDate,
  description,
  reference: reference ?? "",
  reason: reason ?? "",
  currency,
  lines: lines.map(({ accountNumber, debitAmount, creditAmount, siteId, description }) => {
    const account = accounts.find((account) => account.accountNumber === accountNumber)
    return {
      account: account ? accountTitle(account) : accountNumber,
      debit: isNothing(debitAmount) ? "" : debitAmount,
      credit: isNothing(creditAmount) ? "" : creditAmount,
      siteId: siteId === null ? "" : String(siteId),
      description,
    }
  }),
})

/** A note about the month of the date, if it is closing or closed. */
const Closing = () => {
  const date = useWatch<Form, "entryDate">({ name: "entryDate" }) ?? ""
  const of = useApi("GET /api/periods").data?.find(({ period }) => period === date.slice(0, 7))
  if (of?.status === "closed") return <p className="fault">{of.title} is closed. Choose a day in an open period, or request its reopening.</p>
  if (of?.status !== "soft_closed") return null
  return <TextField name="reason" label="Reason" hint={`${of.title} is closing: enter a reason to post to it`} required />
}

const Lines = () => {
  const id = useId()
  const accounts = useAccounts().filter(({ isActive, controlledBy }) => isActive && controlledBy === null)
  const { control } = useFormContext<Editable<Form>>()
  const { fields, append, remove } = useFieldArray({ control, name: "lines" })
  return (
    <fieldset className="books-entry" aria-label="Lines">
      <datalist id={`${id}-accounts`}>
        {accounts.map((account) => (
          <option key={account.id} value={accountTitle(account)} />
        ))}
      </datalist>
      {fields.map((field, n) => (
        <LineFields key={field.id} n={n} list={`${id}-accounts`} onRemove={fields.length > 2 ? () => remove(n) : undefined} />
      ))}
      <Button onClick={() => append(blank)}>Add line</Button>
    </fieldset>
  )
}

interface LineProps {
  readonly n: number
  readonly list: string
  readonly onRemove: (() => void) | undefined
}

const LineFields = ({ n, list, onRemove }: LineProps) => {
  const id = useId()
  const sites = useSites()
  const { register, control } = useFormContext<Editable<Form>>()
  const { errors } = useFormState({ control })
  const faults = (errors.lines as unknown as ReadonlyArray<Record<string, { readonly message?: string }> | undefined> | undefined)?.[n]
  const fault = faults?.["account"]?.message ?? faults?.["debit"]?.message ?? faults?.["credit"]?.message
  const field = (name: keyof LineForm, label: string, more: object = {}) => (
    <input
      className="input"
      autoComplete="off"
      aria-label={`${label} of line ${n + 1}`}
      placeholder={label}
      aria-invalid={faults?.[name] ? true : undefined}
      aria-describedby={fault ? `${id}-fault` : undefined}
      {...more}
      {...register(`lines.${n}.${name}`)}
    />
  )
  const amount = { className: "input num", inputMode: "decimal" }
  return (
    <div className="books-entry-line">
      {field("account", "Account", { list })}
      {field("debit", "Debit", amount)}
      {field("credit", "Credit", amount)}
      <span className="select">
        <select className="input" aria-label={`Site of line ${n + 1}`} {...register(`lines.${n}.siteId`)}>
          <option value="">No site</option>
          {sites.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </span>
      {onRemove ? (
        <IconButton aria-label={`Remove line ${n + 1}`} onClick={onRemove}>
          <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      ) : (
        <span />
      )}
      {fault && (
        <p className="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

/** Both totals as typed, and the missing amount of the smaller one. */
const Balance = ({ asDraft }: { readonly asDraft: boolean }) => {
  const lines = useWatch<Form, "lines">({ name: "lines" }) ?? []
  const currency = useWatch<Form, "currency">({ name: "currency" })
  const { control } = useFormContext<Editable<Form>>()
  const { errors, submitCount } = useFormState({ control })
  const { debit, credit, difference } = sidesOf(lines)
  const isEqual = difference === "0.00"
  const lacking = difference.startsWith("-") ? "debit" : "credit"
  const fault = submitCount > 0 && !isEqual && !asDraft && errors.lines
  return (
    <div className="books-balance" role="status" data-equal={isEqual || undefined}>
      <span>
        Debit <b className="num">{formatMoney(debit, currency)}</b>
      </span>
      <span>
        Credit <b className="num">{formatMoney(credit, currency)}</b>
      </span>
      {isEqual ? (
        <span className={debit === "0.00" ? "muted" : "positive line-tight"}>
          {debit === "0.00" ? "Nothing entered yet" : <Check size={16} strokeWidth={2} aria-hidden />}
          {debit !== "0.00" && "Balanced"}
        </span>
      ) : (
        <span className="negative line-tight">
          <X size={16} strokeWidth={2} aria-hidden />
          {fault ? "Debit and credit must be equal: " : ""}
          {formatMoney(difference.replace("-", ""), currency)} of {lacking} is missing
        </span>
      )}
    </div>
  )
}
