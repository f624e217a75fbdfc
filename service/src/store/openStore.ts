import type { Config } from '../config/Config.js'
import type { Log } from '../telemetry/Telemetry.js'
import { openSqlite } from './internal/openSqlite.js'
import type { Store } from './Store.js'

/**
 * Opens the store and brings its tables up to date.
 *
 * A directory belongs to one process at a time; the lock ends with the process, in any case. A server is shared: any
 * number of instances may open it at once.
 *
 * @throws {@link StoreLockedError} when the directory is in use.
 * @throws {@link StoreTooNewError} when a later version has written the store.
 * @throws {@link StoreUnavailableError} when it cannot be reached or written to.
 * @example
 * const store = await openStore({ store: { kind: 'sqlite', directory: '/var/lib/holdfast' } })
 */
export async function openStore(options: openStore.Options): Promise<Store> {
  const { store, log, freeBytes } = options
  if (store.kind === 'sqlite') return openSqlite(store.directory, { log, freeBytes })
  // Imported on use: the driver takes ten megabytes of memory.
  const { openPostgres } = await import('./internal/openPostgres.js')
  return openPostgres(store.url, { ...options, log })
}

export declare namespace openStore {
  type Options = {
    store: Config['store']
    log?: Log | undefined
    /**
     * Free space on the disk of an embedded store's directory. For tests.
     * @default as the file system reports
     */
    freeBytes?: ((directory: string) => Promise<number>) | undefined
    /**
     * Connections to a server.
     * @default 10
     */
    poolSize?: number | undefined
    /**
     * How long to wait for a connection to a server, a free one included.
     * @default 5_000
     */
    connectTimeoutMs?: number | undefined
    /**
     * Time limit of a statement on a server.
     * @default 10_000
     */
    statementTimeoutMs?: number | undefined
  }
}
