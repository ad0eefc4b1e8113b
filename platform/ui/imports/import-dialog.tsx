/** Imports records from a spreadsheet: choose the file, map its columns, fix rejected rows, import. */
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { ImportForm, ImportsGroup } from "../../imports/contract.ts"
import type { CheckedRow } from "../../imports/sending.ts"
import type { ImportField, ImportRow, Mapping } from "../../imports/table.ts"
import { count } from "../../text.ts"
import { Button } from "../button.tsx"
import { sentenceOf, write } from "../data/api.ts"
import { clientOf } from "../data/client.ts"
import { readAgain } from "../data/live.ts"
import { Modal } from "../layers/modal.tsx"
import { notify } from "../layers/notices.tsx"
import { Loading } from "../loading.tsx"
import { Sentence } from "../sentence.tsx"
import { type Chosen, Columns, Outcome, PickFile, Refused } from "./import-parts.tsx"
import "./import.css"

const { useApi } = clientOf<typeof ImportsGroup>()

interface ImportDialogProps {
  readonly what: string
  readonly noun: readonly [one: string, several: string]
  /** the list to which records are added */
  readonly path: string
  readonly onClose: () => void
}

export default function ImportDialog({ what, noun: [one, several], path, onClose }: ImportDialogProps) {
  const form = useApi("GET /api/imports/:what", { what })
  return (
    <Modal title={`Import ${several}`} onClose={onClose} wide help={`From a CSV or XLSX file. Every row is checked before the first ${one} is recorded.`}>
      {form.data ? <Import form={form.data} path={path} onClose={onClose} /> : <Loading label="Loading fields..." />}
    </Modal>
  )
}

function Import({ form, path, onClose }: { readonly form: typeof ImportForm.Type; readonly path: string; readonly onClose: () => void }) {
  const fields = form.fields as readonly ImportField[]
  const [chosen, setChosen] = useState<Chosen>()
  const [fault, setFault] = useState("")
  const [progress, setProgress] = useState<string>()
  const queries = useQueryClient()
  const address = `/api/imports/${form.what}`
  const calls = {
    check: (rows: object) => write<{ digest: string; rows: readonly CheckedRow[] }>("POST", `${address}/check`, { rows }),
    post: (rows: object, digest: string, mapping: Mapping) => write<{ written: number; done: number }>("POST", address, { rows, digest, mapping }),
  }

  /** Runs a step and shows its error, if any. */
  const run = async (word: string, step: () => Promise<void>) => {
    setFault("")
    setProgress(word)
    try {
      await step()
    } catch (error) {
      const { FileFault } = await import("../../imports/table.ts")
      setFault(error instanceof FileFault ? `${error.message}.` : sentenceOf(error))
    } finally {
      setProgress(undefined)
    }
  }
  const choose = (file: File) =>
    run("Reading...", async () => {
      const [{ gridOf }, { mappingOf, tableOf }] = await Promise.all([import("../../imports/read-file.ts"), import("../../imports/table.ts")])
      const table = tableOf(await gridOf(new Uint8Array(await file.arrayBuffer())), fields)
      setChosen({ file: file.name, table, mapping: mappingOf(table.headers, fields, form.mapping), days: undefined, edits: {} })
    })
  const rowsOf = async ({ table, mapping, days, edits }: Chosen): Promise<readonly ImportRow[]> => {
    const [{ prepared }, { editedRow }] = await Promise.all([import("../../imports/sending.ts"), import("../../imports/table.ts")])
    return prepared(table, fields, mapping, days).map((row) => editedRow(row, fields, edits[row.line] ?? {}))
  }
  const check = (of: Chosen) =>
    run("Checking...", async () => {
      const [rows, { checkRows }] = await Promise.all([rowsOf(of), import("../../imports/sending.ts")])
      let told = 0
      const checked = await checkRows(rows, calls, (n) => setProgress(`Checking ${(told += n)} of ${rows.length}...`))
      setChosen({ ...of, checked })
    })
  const send = (of: Chosen) =>
    run("Importing...", async () => {
      const [rows, { postRows }] = await Promise.all([rowsOf(of), import("../../imports/sending.ts")])
      let told = 0
      const { written, done } = await postRows(rows, of.mapping, calls, (n) => setProgress(`Importing ${(told += n)} of ${rows.length}...`))
      void readAgain(queries, [path])
      notify.success(`${count(written, form.one, form.several)} imported${done > 0 ? `, ${done} had been imported before` : ""}`)
      onClose()
    })
  /** Checks holds no longer. */
  const change = (more: Partial<Chosen>) => {
    if (!chosen) return
    const { checked: _, ...rest } = chosen
    setChosen({ ...rest, ...more })
  }

  const checked = chosen?.checked
  const refused = checked?.filter(({ status }) => status === "refused") ?? []
  const fresh = checked?.filter(({ status }) => status === "new").length ?? 0
  const isReady = checked !== undefined && refused.length === 0
  const word = !checked ? "Check rows" : !isReady ? "Check again" : fresh > 0 ? `Import ${count(fresh, form.one, form.several)}` : "Nothing to import"
  return (
    <>
      <div className="modal-body stack-fields">
        <PickFile form={form} file={chosen?.file} onPick={(file) => void choose(file)} />
        {chosen && (
          <>
            <Columns of={chosen} fields={fields} onChange={change} />
            {checked && <Outcome form={form} checked={checked} />}
            {refused.length > 0 && <Refused of={chosen} fields={fields} refused={refused} onEdit={(edits) => setChosen({ ...chosen, edits })} />}
          </>
        )}
        {fault !== "" && (
          <p className="fault" role="alert">
            <Sentence text={fault} newTab />
          </p>
        )}
      </div>
      <footer className="modal-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          disabled={!chosen || progress !== undefined || (isReady && fresh === 0)}
          onClick={() => chosen && void (isReady ? send(chosen) : check(chosen))}
        >
          {progress ?? word}
        </Button>
      </footer>
    </>
  )
}
