import { standardSchemaResolver } from "@hookform/resolvers/standard-schema"
import { Button } from "../button.tsx"
import type { StandardSchemaV1 } from "@standard-schema/spec"
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react"
import { type DefaultValues, type FieldValues, FormProvider, useForm } from "react-hook-form"
import { KeptHere, sentenceOf } from "../data/api.ts"
import { formatTime } from "../date.tsx"
import { readDraft, removeDraft, useDraft } from "./draft.ts"
import { inThePast } from "../instant.ts"
import { Modal } from "../layers/modal.tsx"
import { Sentence } from "../sentence.tsx"
import { useSession } from "../data/session.tsx"
import { Uploading } from "./uploading.ts"

interface FormDialogProps<Input extends FieldValues, Output> {
  readonly title: string
  readonly schema: StandardSchemaV1<Input, Output>
  readonly defaults: DefaultValues<Input>
  /** The label of the button: verb and object. */
  readonly submit: string
  /** Its label while the server works, such as `Creating...`. */
  readonly pending: string
  /** If it rejects, the dialog stays open and shows the server's message. */
  readonly save: (values: Output) => Promise<unknown>
  readonly onClose: () => void
  readonly children: ReactNode
  /** One line that explains the form. */
  readonly help?: string
  /** Stores the input under this name until it is sent or discarded. Never for passwords or pay. */
  readonly draft?: string
  readonly wide?: boolean
  /** The action cannot be undone: the button is styled accordingly. */
  readonly danger?: boolean
}

/** A form in a dialog: fields as children, checked by one schema here and by the same rules on the server. Not available in the past. */
export const FormDialog = <Input extends FieldValues, Output>(props: FormDialogProps<Input, Output>) => (inThePast ? null : <OpenForm {...props} />)

const OpenForm = <Input extends FieldValues, Output>(props: FormDialogProps<Input, Output>) => {
  const { title, schema, defaults, submit, pending, save, onClose, children, help, wide, danger } = props
  const { user } = useSession()
  // A draft belongs to the person who typed it, even on a shared machine.
  const draft = props.draft && user ? `${user.id}:${props.draft}` : undefined
  const form = useForm<Input, unknown, Output & FieldValues>({
    resolver: standardSchemaResolver(schema as StandardSchemaV1<Input, Output & FieldValues>),
    defaultValues: defaults,
    shouldFocusError: true,
  })
  const { isDirty, isSubmitting } = form.formState
  const [fault, setFault] = useState("")
  const [asking, setAsking] = useState(false)
  const [restored, setRestored] = useState<string>()
  const under = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const [uploads, setUploads] = useState(0)
  const [waiting, setWaiting] = useState(false)
  const busy = isSubmitting || waiting
  useDraft(form, draft)

  // A draft is restored once, when the dialog opens
  useEffect(() => {
    const kept = draft ? readDraft<Input>(draft) : undefined
    if (!kept) return
    form.reset(kept.values, { keepDefaultValues: true })
    setRestored(kept.at)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the dialog opens
  }, [])
  useEffect(() => {
    // The button was disabled while the server worked, and lost the focus because of that.
    if (fault && !busy) button.current?.focus()
  }, [fault, busy])
  useEffect(() => {
    if (!isDirty) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("beforeunload", hold)
    return () => removeEventListener("beforeunload", hold)
  }, [isDirty])

  const send = form.handleSubmit(async (values) => {
    // The button is disabled only after the next paint; two quick clicks can arrive before that.
    if (under.current) return
    under.current = true
    setFault("")
    try {
      await save(values).catch((error: unknown) => {
        if (!(error instanceof KeptHere)) throw error
      })
      if (draft) removeDraft(draft)
      onClose()
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      under.current = false
    }
  })
  const uploading = useCallback(() => {
    setUploads((count) => count + 1)
    return () => setUploads((count) => count - 1)
  }, [])
  useEffect(() => {
    if (!waiting || uploads > 0) return
    setWaiting(false)
    void send()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the last upload has ended
  }, [waiting, uploads])
  const submitted = () => (uploads > 0 ? setWaiting(true) : void send())
  const leave = () => (isDirty ? setAsking(true) : onClose())
  const discard = () => {
    if (draft) removeDraft(draft)
    onClose()
  }
  const startAgain = () => {
    if (draft) removeDraft(draft)
    form.reset(defaults)
    setRestored(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submitted()
    }
  }

  return (
    <Modal title={title} onClose={leave} help={help} wide={wide}>
      <FormProvider {...form}>
        <form
          noValidate
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            submitted()
          }}
        >
          <div className="modal-body stack-fields">
            {restored && (
              <p className="draft" role="status">
                Draft from {formatTime(restored)} restored.{" "}
                <button type="button" className="link" onClick={startAgain}>
                  Discard
                </button>
              </p>
            )}
            <Uploading value={uploading}>{children}</Uploading>
            {fault && (
              <p className="fault" role="alert">
                <Sentence text={fault} newTab />
              </p>
            )}
          </div>
          {asking ? (
            <footer className="modal-foot" role="alert">
              <span className="spread">Discard what you have entered?</span>
              <Button autoFocus onClick={() => setAsking(false)}>
                Keep editing
              </Button>
              {draft && <Button onClick={onClose}>Save draft</Button>}
              <Button kind="danger" onClick={discard}>
                Discard
              </Button>
            </footer>
          ) : (
            <footer className="modal-foot">
              <Button onClick={leave}>Cancel</Button>
              <Button ref={button} type="submit" kind={danger ? "final" : "primary"} disabled={busy}>
                {busy ? pending : submit}
              </Button>
            </footer>
          )}
        </form>
      </FormProvider>
    </Modal>
  )
}
