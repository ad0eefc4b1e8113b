/** Photos of reports that wait for a connection: stored in this browser's own database, under negative ids, until they are sent. */

const name = "facilities-photos"
/** Photos that no report refers to are deleted after this many days. */
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

let last = 0
/** Stores a photo; its id contains the time. */
export const keepPhoto = async (photo: File): Promise<number> => {
  last = Math.max(Date.now(), last + 1)
  await within("readwrite", (photos) => photos.put(photo, -last))
  return -last
}
/** The photo, if it is still stored. */
export const keptPhoto = (id: number): Promise<File | undefined> => within("readonly", (photos) => photos.get(id))

/** Deletes the given photos, and those that no report has referred to for days. */
export const dropPhotos = async (ids: ReadonlyArray<number>, named: ReadonlySet<number>) => {
  const old = -(Date.now() - days * 86_400_000)
  const all = (await within("readonly", (photos) => photos.getAllKeys())) as ReadonlyArray<number>
  for (const id of all) if (ids.includes(id) || (id > old && !named.has(id))) await within("readwrite", (photos) => photos.delete(id))
}
