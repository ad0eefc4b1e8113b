/** Imports a bank's file: parsed in the browser, checked by the server; each line is added once. */
import { count } from "@ops/platform/text.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { sentenceOf } from "@ops/platform/ui/data/api.ts"
import { readAgain } from "@ops/platform/ui/data/live.ts"
import { today } from "@ops/platform/ui/date.tsx"
import { Modal } from "@ops/platform/ui/layers/modal.tsx"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Sentence } from "@ops/platform/ui/sentence.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { pathsOf, send, useApi } from "../../web/client.ts"
import type { ImportAnswer } from "../statements/resource.ts"
import "./bank.css"

interface Props {
  readonly accountId?: number
  readonly onClose: () => void
}
interface Read {
  readonly body: Parameters<typeof check>[0]
  readonly found: typeof ImportAnswer.Encoded
}
const path = "POST /api/bank-statements"
const check = (body: NonNullable<Parameters<typeof send<"POST /api/bank-statements/check">>[1]["body"]>) => send("POST /api/bank-statements/check", { body })

export default function ImportStatementDialog({ accountId, onClose }: Props) {
  const found = useApi("GET /api/bank-accounts", { query: { kind: "bank", limit: 1000 } })
  const accounts = found.data ?? []
  const [chosen, setChosen] = useState(accountId)
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0]
  const names = [...new Set((account?.layouts ?? []).map(({ name }) => name))]
  const [named, setNamed] = useState<string>()
  const name = named ?? names[0]
  const [file, setFile] = useState<File>()
  const [read, setRead] = useState<Read>()
  const [fault, setFault] = useState("")
  const [busy, setBusy] = useState("")
  const queries = useQueryClient()

  /** Runs a step and shows its error, if any. */
  const run = async (word: string, step: () => Promise<void>) => {
    setFault("")
    setBusy(word)
    try {
      await step()
    } catch (error) {
      const { FileFault } = await import("@ops/platform/imports/table.ts")
      setFault(error instanceof FileFault ? `${error.message}.` : sentenceOf(error))
    } finally {
      setBusy("")
    }
  }
  const choose = (next: File | undefined, layoutName = name, of = account) => {
    setFile(next)
    setRead(undefined)
    if (!next || !of) return
    void run("Reading...", async () => {
      const [{ readBankFile }, { sent }, { layoutOn }, { decimalOf }] = await Promise.all([
        import("./files/read-bank-file.ts"),
        import("./files/sending.ts"),
        import("./files/layout.ts"),
        import("./files/cents.ts"),
      ])
      const layout = layoutName === undefined ? undefined : layoutOn(of, layoutName, today())
      const payload = sent(await readBankFile(new Uint8Array(await next.arrayBuffer()), layout), {
        accountId: of.id,
        fileName: next.name,
        layout: layoutName ?? null,
      })
      const money = (cents: number | null) => (cents === null ? null : decimalOf(cents))
      const lines = payload.lines.map((line) => ({ ...line, amount: decimalOf(line.amount) }))
      const body = { ...payload, opening: money(payload.opening), closing: money(payload.closing), lines }
      setRead({ body, found: await check(body) })
    })
  }
  const isKnown = read !== undefined && read.found.added === 0 && read.found.closing === null
  const post = () =>
    run("Importing...", async () => {
      const { added, repeated } = await send(path, { body: read!.body })
      void readAgain(queries, pathsOf("GET /api/bank-accounts", "GET /api/bank-lines", "GET /api/bank-statements"))
      notify.success(`${count(added, "line")} imported${repeated > 0 ? `, ${repeated} had been imported before` : ""}`)
      onClose()
    })
  return (
    <Modal title="Import Statement" onClose={onClose} help="OFX, MT940, CAMT.053, or the bank's own CSV or XLSX. Lines already imported are skipped.">
      <div className="modal-body bank-import">
        <label className="field">
          <span>Account</span>
          <select
            className="input"
            value={account?.id ?? ""}
            onChange={({ target }) => {
              const next = accounts.find(({ id }) => String(id) === target.value)
              setChosen(next?.id)
              setNamed(undefined)
              choose(file, next?.layouts[0]?.name, next)
            }}
          >
            {accounts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {names.length > 0 && (
          <label className="field">
            <span>Layout of a CSV or XLSX file</span>
            <select
              className="input"
              value={name}
              onChange={({ target }) => {
                setNamed(target.value)
                choose(file, target.value)
              }}
            >
              {names.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
        )}
        <label className="field">
          <span>File</span>
          <input
            type="file"
            disabled={!account}
            accept=".csv,.xlsx,.ofx,.qfx,.sta,.940,.mt940,.txt,.xml"
            onChange={({ target }) => choose(target.files?.[0])}
          />
        </label>
        <div role="status">{busy}</div>
        {fault !== "" && (
          <p className="fault" role="alert">
            <Sentence text={fault} />
          </p>
        )}
        {read && account && (
          <KeyValues
            of={[
              ["Span", `${read.found.from} to ${read.found.to}`],
              ["New lines", String(read.found.added)],
              ["Imported before", String(read.found.repeated)],
              ...(read.found.closing === null ? [] : ([["Closing balance", formatMoney(read.found.closing, account.currency)]] as const)),
            ]}
          />
        )}
        {isKnown && <p>Everything is already imported. Nothing will change.</p>}
      </div>
      <footer className="modal-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" disabled={!read || isKnown || busy !== ""} onClick={() => void post()}>
          {read && !isKnown ? `Import ${count(read.found.added, "line")}` : "Import"}
        </Button>
      </footer>
    </Modal>
  )
}
