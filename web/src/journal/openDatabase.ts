/** The stores of the page's database, the same in every version of the application. */
const stores = ['journal', 'contacts', 'pairs', 'keys'] as const
type StoreName = (typeof stores)[number]

/** A small wrapper over IndexedDB: each function is one transaction, and resolves once that is complete. */
export type Database = {
  get: (store: StoreName, key: string) => Promise<unknown>
  put: (store: StoreName, key: string, value: unknown) => Promise<void>
  /** @throws Where the key is there already. */
  add: (store: StoreName, key: string, value: unknown) => Promise<void>
  all: (store: StoreName) => Promise<unknown[]>
  remove: (store: StoreName, key: string) => Promise<void>
}

/** @throws Where the browser refuses storage, as in some private windows. */
export async function openDatabase(factory: IDBFactory = indexedDB): Promise<Database> {
  const opening = factory.open('holdfast', 1)
  opening.onupgradeneeded = () => {
    for (const name of stores) opening.result.createObjectStore(name)
  }
  const database = await answerOf(opening)
  // A newer version in another tab must not wait for this one.
  database.onversionchange = () => database.close()
  const read = (store: StoreName) => database.transaction(store, 'readonly').objectStore(store)
  const write = async (store: StoreName, change: (store: IDBObjectStore) => IDBRequest): Promise<void> => {
    // Money follows: the row must be on the disk, not only in a buffer.
    const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
    change(transaction.objectStore(store))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onerror = transaction.onabort = () => reject(transaction.error)
    })
  }
  return {
    // A closed database throws at once. As a rejection, no other read of its caller is left without a handler.
    get: async (store, key) => answerOf(read(store).get(key)),
    put: (store, key, value) => write(store, (rows) => rows.put(value, key)),
    add: (store, key, value) => write(store, (rows) => rows.add(value, key)),
    all: async (store) => answerOf(read(store).getAll()),
    remove: (store, key) => write(store, (rows) => rows.delete(key)),
  }
}

function answerOf<answer>(request: IDBRequest<answer>): Promise<answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
