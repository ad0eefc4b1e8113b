/** The browser's own database of the last answers. Loaded after the first screen: see `kept.ts`. */
import { answersName } from "./kept.ts"
import { personHere } from "./unsent.ts"

interface KeptAnswer {
  readonly answer: unknown
  readonly at: Date
}

/**
 * The lists and records that people use on site and in the office. Data whose reads are audited (pay, bank, identity, the log) is not stored on disk;
 * the exception is the diets of the people served, which the kiosk needs.
 */
const field =
  /^\/api\/(auth\/user|company|sites|clients|project-heads|projects|staff-members|staff-feeding|daily-meal-summaries|site-meal-capacities|meal-(sessions|attendance|tiles)|menus|recipes|stock|vendors|purchase-requests|expense-requests|work-orders|maintenance-plans|sla|assets|signed-days|contractor-assignments|alerts|notifications(?!\/digest)|approvals|dashboard|saved-views|field\/pack|hr\/(attendance|shifts|departments|positions|work-weeks|holidays|assignments|leave-types))(\/[\w-]+)*$/

/** Whether the last answer of a path is cached. */
export const isKept = (path: string) => field.test(path)

/** What every person at the site's tablet sees alike: the last answer counts, whoever read it. */
const shared = /^\/api\/(company|sites|clients|projects|project-heads|staff-members|meal-(sessions|attendance|tiles)|menus|field\/pack)(\/|$)/
const keyOf = ({ path, address }: Asked) => (shared.test(path) ? address : `${personHere() ?? ""} ${address}`)

/** Older answers, and those above this number, are deleted first. */
const most = { days: 14, answers: 600 }

let opened: Promise<IDBDatabase> | undefined
const database = () => {
  opened ??= new Promise((done, refuse) => {
    const request = indexedDB.open(answersName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore("answer").createIndex("at", "at")
    request.onsuccess = () => {
      // another page deletes everything that was read here
      request.result.onversionchange = () => {
        request.result.close()
        opened = undefined
      }
      done(request.result)
      clearOld(request.result)
    }
    request.onerror = () => refuse(request.error)
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

const clearOld = (database: IDBDatabase) => {
  const answers = database.transaction("answer", "readwrite").objectStore("answer")
  const count = answers.count()
  count.onsuccess = () => {
    let over = count.result - most.answers
    const before = new Date(Date.now() - most.days * 86_400_000)
    const oldestFirst = answers.index("at").openCursor()
    oldestFirst.onsuccess = () => {
      const cursor = oldestFirst.result
      if (!cursor || (over-- <= 0 && (cursor.value as KeptAnswer).at > before)) return
      cursor.delete()
      cursor.continue()
    }
  }
}

const store = async (mode: IDBTransactionMode) => (await database()).transaction("answer", mode).objectStore("answer")

/** The cache key of an answer: the request, and the shape in which it was read. */
interface Asked {
  readonly path: string
  readonly address: string
}

export const keepAnswer = async (asked: Asked, answer: unknown): Promise<void> => {
  const key = keyOf(asked)
  if (isKept(asked.path)) (await store("readwrite")).put({ answer, at: new Date() } satisfies KeptAnswer, key)
}

export const keptAnswer = async (asked: Asked): Promise<KeptAnswer | undefined> => {
  if (!isKept(asked.path)) return undefined
  const key = keyOf(asked)
  const answers = await store("readonly")
  return new Promise((done, refuse) => {
    const request = answers.get(key)
    request.onsuccess = () => done(request.result as KeptAnswer | undefined)
    request.onerror = () => refuse(request.error)
  })
}
