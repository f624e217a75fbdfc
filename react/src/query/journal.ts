import { InvalidInputError, ServiceError } from '@holdfast/sdk/errors'
import { bytesToHex, type Hash } from 'viem'

/** What is kept of one write, so that a reload or a crash loses nothing. */
export type JournalEntry = {
  id: string
  /** Name of the last write; `null` for secrets that no write has used yet. */
  operation: string | null
  chainId: number | null
  account: string | null
  /** `started` where the outcome is open: ask the chain before anything is sent again. */
  state: 'kept' | 'started' | 'done' | 'failed'
  /** What was asked for by all writes of the row, without secrets. */
  params: { readonly [name: string]: unknown }
  /** Claim codes, link secrets, signatures; the spend that `resumeHubSpend` goes on with. A store that outlives the page should encrypt them. */
  secret: { readonly [name: string]: unknown }
  txHashes: readonly Hash[]
  /** What `resumeBridge` and `waitHubMint` go on from. */
  progress: { readonly [name: string]: unknown }
  startedAt: Date
}

/** Where a journal is stored, such as IndexedDB. Values are of those that a structured clone takes. */
export type JournalStore = {
  read: (id: string) => Promise<JournalEntry | undefined>
  /** Resolves once the row is safe: a wallet is asked right after it. */
  write: (entry: JournalEntry) => Promise<void>
  list: () => Promise<readonly JournalEntry[]>
  remove: (id: string) => Promise<void>
}

/** Rows of writes, each made before a wallet is asked. */
export type Journal = {
  /** Keeps secrets, and returns the id by which mutations name them. */
  keep: (secret: { readonly [name: string]: unknown }) => Promise<string>
  /** @throws `InvalidInputError` for an unknown id. */
  open: (id: string) => Promise<JournalEntry>
  /** Changes a row, after all earlier changes of it. */
  change: (id: string, change: (entry: JournalEntry) => Partial<Omit<JournalEntry, 'id'>>) => Promise<void>
  /** Newest first. */
  list: () => Promise<readonly JournalEntry[]>
  remove: (id: string) => Promise<void>
}

/**
 * Makes a journal over a store.
 *
 * @example
 * const journal = createJournal()
 * const entry = await journal.keep({ code, salt })
 */
export function createJournal(store: JournalStore = memoryStore()): Journal {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <value>(task: () => Promise<value>): Promise<value> => {
    const next = last.then(task, task)
    last = next.catch(() => {})
    return next
  }
  const open = async (id: string): Promise<JournalEntry> => {
    const entry = await asked('read', () => store.read(id))
    if (entry === undefined) throw new InvalidInputError('entry', 'The journal has no row with this id.')
    return entry
  }
  return {
    open: (id) => inTurn(() => open(id)),
    async keep(secret) {
      const id = bytesToHex(crypto.getRandomValues(new Uint8Array(16))).slice(2)
      const facts = { operation: null, chainId: null, account: null, params: {}, progress: {}, txHashes: [] }
      const entry: JournalEntry = { id, state: 'kept', secret, startedAt: new Date(), ...facts }
      await inTurn(() => asked('written', () => store.write(entry)))
      return id
    },
    change: (id, change) =>
      inTurn(async () => {
        const entry = await open(id)
        await asked('written', () => store.write({ ...entry, ...change(entry) }))
      }),
    list: () =>
      inTurn(async () => {
        const entries = await asked('read', store.list)
        return entries.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
      }),
    remove: (id) => inTurn(() => asked('written', () => store.remove(id))),
  }
}

async function asked<value>(what: 'read' | 'written', ask: () => Promise<value>): Promise<value> {
  try {
    return await ask()
  } catch (cause) {
    throw new ServiceError(`The journal could not be ${what}.`, {
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'check_endpoint', of: 'store' },
      hint: 'Allow this page to store data, or free some space, and try again.',
      cause,
    })
  }
}

function memoryStore(): JournalStore {
  const entries = new Map<string, JournalEntry>()
  return {
    read: async (id) => entries.get(id),
    write: async (entry) => void entries.set(entry.id, entry),
    list: async () => [...entries.values()],
    remove: async (id) => void entries.delete(id),
  }
}
