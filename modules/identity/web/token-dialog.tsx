/** Creates a token for programs that act in one's own name. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useId } from "react"
import { useFormContext, useWatch } from "react-hook-form"
import type { TokenAreaAnswer } from "../contract.ts"
import { pathsOf, useApi, useCommand } from "./client.ts"
import { reachOptions } from "./token-labels.ts"

type Area = typeof TokenAreaAnswer.Type
const scopesOf = (areas: Readonly<Record<string, string>>) => Object.entries(areas).flatMap(([id, use]) => (use === "" ? [] : [`${id}:${use}`]))

const Form = formOf(
  {
    name: text("Name", 60, true),
    reach: Schema.Literals(["read", "all", "some"]),
    areas: Schema.Record(Schema.String, Schema.Literals(["", "read", "write"])),
  },
  ({ reach, areas }) => (reach === "some" && scopesOf(areas).length === 0 ? { path: ["areas"], issue: "Choose at least one area" } : undefined),
)

/** A token and its secret, which cannot be shown again. */
export interface Made {
  readonly id: number
  readonly name: string
  readonly token: string
  readonly endsAt: string
}

const Areas = ({ of }: { readonly of: readonly Area[] }) => {
  const { register, formState } = useFormContext()
  const form = useId()
  const fault = formState.errors["areas"]?.message
  return (
    <fieldset className="token-areas" aria-invalid={fault ? true : undefined} aria-describedby={fault ? `${form}-fault` : undefined}>
      <legend>Areas</legend>
      {fault && (
        <p className="fault" id={`${form}-fault`}>
          {String(fault)}
        </p>
      )}
      <div className="token-areas-list">
        {of.map(({ id, name, reads, writes }) => (
          <div key={id} className="token-area">
            <label htmlFor={`${form}-${id}`}>{name}</label>
            <span className="select">
              <select id={`${form}-${id}`} className="input" {...register(`areas.${id}`)}>
                <option value="">Nothing</option>
                {reads && <option value="read">Read</option>}
                {writes && <option value="write">Read and change</option>}
              </select>
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

const SomeAreas = () => {
  const areas = useApi("GET /api/auth/token-areas")
  return <Answer of={areas}>{(all) => <Areas of={all} />}</Answer>
}

/** Selects what the token may do; the areas are only loaded if selected. */
const Reach = () => {
  const reach = useWatch({ name: "reach" }) as string
  return (
    <>
      <SelectField name="reach" label="It may" options={reachOptions} required />
      {reach === "some" && <SomeAreas />}
    </>
  )
}

interface Props {
  readonly onMade: (made: Made) => void
  readonly onClose: () => void
}

export default function TokenDialog({ onMade, onClose }: Props) {
  const make = useCommand("POST /api/auth/tokens", {
    body: ({ name, reach, areas }: typeof Form.Type) => ({ name: name.trim(), scopes: reach === "some" ? scopesOf(areas) : [reach] }),
    lists: pathsOf("GET /api/auth/tokens"),
    failed: "Failed to create the token",
  })
  return (
    <FormDialog
      title="New API token"
      help="A program with this token acts in your name for thirty days, never with more permissions than you have."
      schema={Form}
      defaults={{ name: "", reach: "read", areas: {} }}
      submit="Make token"
      pending="Making..."
      save={async (form) => onMade(await make.send(form))}
      onClose={onClose}
    >
      <TextField name="name" label="Name" hint="Purpose, so that you recognise it" required />
      <Reach />
    </FormDialog>
  )
}
