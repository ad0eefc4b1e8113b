/** Makes a token for programs that work in one's own name. */
import { useWrite } from "@ops/platform/ui/data.ts"
import { FormDialog } from "@ops/platform/ui/form-dialog.tsx"
import { SelectField, TextField } from "@ops/platform/ui/form-fields.tsx"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { reachOptions, tokensPath } from "./token-words.ts"

const words = (areas: string) => areas.split(/[\s,]+/).filter((area) => area !== "")
const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    name: Schema.String.check(
      Schema.makeFilter((name) => (name.trim() === "" ? "Name is required" : name.trim().length > 60 ? "Name can have 60 characters at most" : undefined)),
    ),
    reach: Schema.Literals(["read", "all", "some"]),
    areas: Schema.String,
  }).check(
    Schema.makeFilter(({ reach, areas }) => {
      if (reach !== "some") return undefined
      if (words(areas).length === 0) return { path: ["areas"], issue: "Areas are required" }
      return words(areas).every((area) => /^[a-zA-Z]{1,40}:(read|write)$/.test(area))
        ? undefined
        : { path: ["areas"], issue: "Each area is a name with :read or :write, such as billing:read" }
    }),
  ),
)

/** A token and its secret, which nobody can be shown again. */
export interface Made {
  readonly id: number
  readonly name: string
  readonly token: string
  readonly endsAt: string
}

const Areas = () => {
  const reach = useWatch({ name: "reach" }) as string
  return reach === "some" ? (
    <TextField name="areas" label="Areas" hint="With blanks between: billing:read invoices:write, or audit:read for the log and the past" required />
  ) : null
}

interface Props {
  readonly onMade: (made: Made) => void
  readonly onClose: () => void
}

export default function TokenDialog({ onMade, onClose }: Props) {
  const make = useWrite<typeof Form.Type, Made>({
    method: "POST",
    path: () => tokensPath,
    body: ({ name, reach, areas }) => ({ name: name.trim(), scopes: reach === "some" ? words(areas) : [reach] }),
    lists: [tokensPath],
    failed: "Failed to make the token",
  })
  return (
    <FormDialog
      title="New API token"
      help="A program that has it works in your name, for thirty days, and never with more rights than you have."
      schema={Form}
      defaults={{ name: "", reach: "read", areas: "" }}
      submit="Make token"
      pending="Making..."
      save={async (form) => onMade(await make.send(form))}
      onClose={onClose}
    >
      <TextField name="name" label="Name" hint="What it is for, so that you know it again" required />
      <SelectField name="reach" label="It may" options={reachOptions} required />
      <Areas />
    </FormDialog>
  )
}
