/** The files of a form field while they are sent: uploaded, in progress, failed. The form's value is the list of their ids. */
import { useEffect, useRef, useState } from "react"
import { useController } from "react-hook-form"
import { ApiError, read, sentenceOf } from "../data/api.ts"
import { isEnrolled } from "../data/unsent.ts"
import { useUploading } from "../forms/uploading.ts"
import { type Attachment, fileBytes, upload } from "./file-upload.ts"

export interface SentFile {
  readonly key: string
  readonly name: string
  /** in bytes */
  readonly size: number
  readonly file?: File
  /** the share sent, from 0 to 1 */
  readonly share: number
  readonly id?: number
  readonly fault?: string
}

interface SentFiles {
  readonly name: string
  /** Maximum number of files. */
  readonly most: number
  /** singular and plural for messages */
  readonly noun: string
  /** Converts a file before sending. Errors thrown must be known to `faultOf`. */
  readonly made: (file: File) => Promise<File>
  /** Stores a file that cannot be sent while offline, and returns its id, which is below 0. If missing, such a file is an error. */
  readonly kept?: ((file: File) => Promise<number>) | undefined
}

const tooLarge = "It is larger than 5 MB. Make it smaller, or take a photo instead."
const faultOf = (error: unknown) => (error instanceof RangeError ? error.message : sentenceOf(error))

/** On an enrolled device every file that cannot be sent is kept, with the act that has it. */
export const keepsFiles = () => (isEnrolled() ? async (file: File) => (await import("./kept-files.ts")).keepFile(file) : undefined)

/** Sends added files at once, and keeps the form field `name` in sync with their ids; a file that has not been uploaded yet is 0. */
export const useSentFiles = ({ name, most, noun, made, kept = keepsFiles() }: SentFiles) => {
  const { field, fieldState } = useController({ name, defaultValue: [] })
  const [items, setItems] = useState<ReadonlyArray<SentFile>>([])
  const [fault, setFault] = useState("")
  const latest = useRef(items)
  const sending = useRef(new Map<string, AbortController>())
  const under = useRef(true)
  useUploading(items.some(({ id, fault }) => id === undefined && !fault))

  const change = (next: ReadonlyArray<SentFile>) => {
    latest.current = next
    if (!under.current) return
    setItems(next)
    field.onChange(next.map(({ id = 0 }) => id))
  }
  const patch = (key: string, part: Partial<SentFile>) => change(latest.current.map((item) => (item.key === key ? { ...item, ...part } : item)))

  useEffect(() => {
    under.current = true
    const controllers = sending.current
    return () => {
      under.current = false
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  // A draft restores ids; their names are loaded. A file that has been deleted meanwhile is left out.
  const ids = (field.value ?? []) as ReadonlyArray<number>
  const strange = ids.filter((id) => id > 0 && !items.some((item) => item.id === id)).join(",")
  const hasDangling = ids.includes(0) && items.length === 0
  useEffect(() => {
    if (strange === "" && !hasDangling) return
    const found = strange === "" ? [] : strange.split(",").map((id) => read<Attachment>(`/api/attachments/${id}`).catch(() => undefined))
    void Promise.all(found).then((files) => {
      const known = files.flatMap((file) => (file ? [{ key: String(file.id), name: file.name, size: file.size, share: 1, id: file.id }] : []))
      change([...latest.current, ...known])
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is changed is the latest
  }, [strange, hasDangling])

  const send = async ({ key, file }: SentFile) => {
    const controller = new AbortController()
    sending.current.set(key, controller)
    patch(key, { share: 0, fault: "" })
    try {
      const small = await made(file!)
      if (small.size > fileBytes) throw new RangeError(tooLarge)
      patch(key, { name: small.name, size: small.size })
      const { id, name } = await upload(small, (share) => patch(key, { share }), controller.signal).catch(async (error: unknown) => {
        if (!kept || !(error instanceof ApiError) || error.status !== 0) throw error
        return { id: await kept(small), name: small.name }
      })
      patch(key, { id, name, share: 1 })
    } catch (error) {
      if (!controller.signal.aborted) patch(key, { fault: faultOf(error) })
    } finally {
      sending.current.delete(key)
    }
  }
  const add = (files: Iterable<File>) => {
    const given = [...files]
    const room = Math.max(0, most - latest.current.length)
    setFault(given.length > room ? `${most} ${noun} at most: ${given.length - room} were left out.` : "")
    const added = given.slice(0, room).map((file) => ({ key: crypto.randomUUID(), name: file.name, size: file.size, file, share: 0 }))
    change([...latest.current, ...added])
    for (const item of added) void send(item)
  }
  const remove = (key: string) => {
    sending.current.get(key)?.abort()
    setFault("")
    change(latest.current.filter((item) => item.key !== key))
  }
  return { field, items, add, remove, send, message: fieldState.error?.message ?? (fault || undefined) }
}
