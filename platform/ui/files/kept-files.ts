/** Files of forms that wait for a connection: stored in this browser's own database, under negative ids, until they are sent or an act of the device has them. */

const name = "facilities-photos"
/** Files that no report refers to are deleted after this many days. */
const days = 7

const opened = () =>
  new Promise<IDBDatabase>((done, refuse) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore("photo")
    request.onsuccess = () => done(request.result)
    request.onerror = () => refuse(request.error)
  })
const within = async <Answer>(mode: IDBTransactionMode, what: (photos: IDBObjectStore) => IDBRequest<Answer>): Promise<Answer> => {
  const database = await opened()
  try {
    return await new Promise<Answer>((done, refuse) => {
      const request = what(database.transaction("photo", mode).objectStore("photo"))
      request.onsuccess = () => done(request.result)
      request.onerror = () => refuse(request.error)
    })
  } finally {
    database.close()
  }
}

/** From this share of its storage on, a device keeps no more files: acts have to fit. */
const fullAt = 0.8
let last = 0
/** Stores a file; its id contains the time. Throws a `RangeError` with a message if the device is nearly full. */
export const keepFile = async (photo: File): Promise<number> => {
  const { usage = 0, quota = Infinity } = await navigator.storage.estimate().catch((): StorageEstimate => ({}))
  if (usage > fullAt * quota) throw new RangeError("This device is nearly full: it cannot keep more photos. Connect it, so that it can send what it has.")
  last = Math.max(Date.now(), last + 1)
  await within("readwrite", (photos) => photos.put(photo, -last))
  return -last
}
/** The file, if it is still stored. */
export const keptFile = (id: number): Promise<File | undefined> => within("readonly", (photos) => photos.get(id))

/** Deletes the given files, and those that no report has referred to for days. */
export const dropFiles = async (ids: ReadonlyArray<number>, named?: ReadonlySet<number>) => {
  const old = -(Date.now() - days * 86_400_000)
  const all = (await within("readonly", (photos) => photos.getAllKeys())) as ReadonlyArray<number>
  for (const id of all) if (ids.includes(id) || (named && id > old && !named.has(id))) await within("readwrite", (photos) => photos.delete(id))
}
