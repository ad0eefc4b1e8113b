/** The parts of the import dialog: the file, its columns, the result of the check, and the rows to fix. */
import { Paperclip } from "lucide-react"
import { useId } from "react"
import type { ImportForm } from "../../imports/contract.ts"
import type { CheckedRow } from "../../imports/sending.ts"
import type { DayOrder, ImportField, Mapping, Table } from "../../imports/table.ts"
import { count } from "../../text.ts"
import { saveFile } from "../data/api.ts"
import "../files/file-field.css"

/** Maximum number of rows shown; a file has thousands. */
const shownAtMost = 100

export type Edits = Readonly<Record<number, Readonly<Record<string, string>>>>

/** The file, and the state of its mapping and check. */
export interface Chosen {
  readonly file: string
  readonly table: Table
  readonly mapping: Mapping
  readonly days: DayOrder | undefined
  readonly edits: Edits
  readonly checked?: readonly CheckedRow[]
}

export const PickFile = ({
  form,
  file,
  onPick,
}: {
  readonly form: typeof ImportForm.Type
  readonly file: string | undefined
  readonly onPick: (file: File) => void
}) => {
  const id = useId()
  const template = async () => {
    const { templateOf } = await import("../../imports/sending.ts")
    const blob = new Blob(["\ufeff", templateOf(form.fields as readonly ImportField[])], { type: "text/csv" })
    saveFile(blob, `${form.what}.csv`)
  }
  return (
    <div className="field files">
      <span className="files-label">File</span>
      <div className="files-drop">
        <input
          id={id}
          className="sr"
          aria-describedby={`${id}-hint`}
          type="file"
          accept=".csv,.xlsx,.txt"
          onChange={({ currentTarget }) => {
            const [picked] = currentTarget.files ?? []
            if (picked) onPick(picked)
            currentTarget.value = "" // allows picking the same file again after it was fixed
          }}
        />
        <label htmlFor={id} className="files-pick">
          <Paperclip size={16} strokeWidth={1.75} aria-hidden /> {file === undefined ? "Choose a file" : "Choose another file"}
        </label>
        {file !== undefined && <span className="files-or">{file}</span>}
      </div>
      <p className="hint" id={`${id}-hint`}>
        CSV UTF-8 or XLSX, its first row naming the columns.{" "}
        <button type="button" className="link" onClick={() => void template()}>
          Download a template
        </button>
      </p>
    </div>
  )
}

export const Columns = ({
  of,
  fields,
  onChange,
}: {
  readonly of: Chosen
  readonly fields: readonly ImportField[]
  readonly onChange: (more: Partial<Chosen>) => void
}) => {
  const id = useId()
  const isDay = (name: string | undefined) => fields.some((field) => field.name === name && (field.kind === "date" || field.kind === "birthDate"))
  const choose = (header: string, name: string) => {
    const mapping: Record<string, string> = {}
    for (const [other, held] of Object.entries(of.mapping)) mapping[other] = held === name ? "" : held
    onChange({ mapping: { ...mapping, [header]: name } })
  }
  return (
    <fieldset className="import-columns">
      <legend>Columns</legend>
      <ul>
        {of.table.headers.map((header, n) => (
          <li key={header}>
            <label htmlFor={`${id}-${n}`}>{header}</label>
            <span className="select">
              <select
                className="input"
                id={`${id}-${n}`}
                value={of.mapping[header] ?? ""}
                onChange={({ currentTarget }) => choose(header, currentTarget.value)}
              >
                <option value="">Do not import</option>
                {fields.map(({ name, label, required }) => (
                  <option key={name} value={name}>
                    {label}
                    {required ? " (required)" : ""}
                  </option>
                ))}
              </select>
            </span>
          </li>
        ))}
        {Object.values(of.mapping).some(isDay) && (
          <li>
            <label htmlFor={`${id}-days`}>Days such as 03/04/2026</label>
            <span className="select">
              <select
                className="input"
                id={`${id}-days`}
                value={of.days ?? ""}
                onChange={({ currentTarget: { value } }) => onChange({ days: value === "" ? undefined : (value as DayOrder) })}
              >
                <option value="">As the column shows</option>
                <option value="dmy">3 April 2026</option>
                <option value="mdy">March 4, 2026</option>
              </select>
            </span>
          </li>
        )}
      </ul>
    </fieldset>
  )
}

export const Outcome = ({ form, checked }: { readonly form: typeof ImportForm.Type; readonly checked: readonly CheckedRow[] }) => {
  const of = (status: CheckedRow["status"]) => checked.filter((row) => row.status === status).length
  const [fresh, done, refused] = [of("new"), of("done"), of("refused")]
  const parts = [
    refused > 0 ? `${count(refused, "row")} cannot be imported: correct them here, or in the file` : `All ${count(checked.length, "row")} are right`,
    ...(fresh > 0 ? [`${count(fresh, form.one, form.several)} would be recorded`] : []),
    ...(done > 0 ? [`${done} had been imported before`] : []),
  ]
  return <p role="status">{parts.join(". ")}.</p>
}

interface RefusedProps {
  readonly of: Chosen
  readonly fields: readonly ImportField[]
  readonly refused: readonly CheckedRow[]
  readonly onEdit: (edits: Edits) => void
}
/** The rejected rows, with editable cells. */
export const Refused = ({ of: { table, mapping, edits }, fields, refused, onEdit }: RefusedProps) => {
  const columns = table.headers.flatMap((header, n) => {
    const field = fields.find(({ name }) => name === mapping[header])
    return field ? [{ field, n }] : []
  })
  const textOf = (line: number, n: number) => {
    const cell = table.rows.find((row) => row.line === line)?.cells[n] ?? ""
    return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
  }
  return (
    <div className="table-frame">
      <table className="table import-rows" aria-label="Rows that cannot be imported">
        <thead>
          <tr>
            <th className="num">Line</th>
            <th>Why</th>
            {columns.map(({ field }) => (
              <th key={field.name}>{field.label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {refused.slice(0, shownAtMost).map(({ line, reason }) => (
            <tr key={line}>
              <td className="num">{line}</td>
              <td className="why">{reason}</td>
              {columns.map(({ field: { name, label }, n }) => (
                <td key={name}>
                  <input
                    className="input"
                    aria-label={`${label}, line ${line}`}
                    value={edits[line]?.[name] ?? textOf(line, n)}
                    onChange={({ currentTarget: { value } }) => onEdit({ ...edits, [line]: { ...edits[line], [name]: value } })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {refused.length > shownAtMost && (
        <p className="hint">
          The first {shownAtMost} of {refused.length}.
        </p>
      )}
    </div>
  )
}
