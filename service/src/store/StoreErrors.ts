import { ServiceError } from '@holdfast/sdk/errors'

/**
 * The database did not take or answer a query. A retry can help; whether a transaction that was being committed has
 * happened is unknown, so only ask again for what is safe to ask twice.
 */
export class StoreUnavailableError extends ServiceError {
  override name = 'StoreUnavailableError' as const

  constructor(options: { cause?: unknown } = {}) {
    super('The store does not answer.', {
      code: 'store_unavailable',
      cause: options.cause,
      metaMessages: ['Nothing is lost. See that the database runs and can be written to.'],
    })
  }
}

/** Another process, or another part of this one, owns the directory. A retry helps once that one has ended. */
export class StoreLockedError extends ServiceError {
  override name = 'StoreLockedError' as const
  readonly directory: string

  constructor(directory: string, options: { cause?: unknown } = {}) {
    super(`The directory ${directory} is in use by another process.`, {
      code: 'store_locked',
      cause: options.cause,
      metaMessages: [
        'An embedded store has one owner. Stop the other process, give this one its own DATA_DIR,',
        'or set DATABASE_URL to share one server between many.',
      ],
    })
    this.directory = directory
  }
}

/** A later version of the service has written this store. A retry cannot help. */
export class StoreTooNewError extends ServiceError {
  override name = 'StoreTooNewError' as const
  readonly unknownMigrations: readonly string[]

  constructor(unknownMigrations: readonly string[]) {
    super('The store was written by a later version of the service.', {
      code: 'store_too_new',
      metaMessages: [
        `Unknown to this version: ${unknownMigrations.join(', ')}`,
        'Start the later version again, or restore the backup made before the upgrade.',
      ],
    })
    this.unknownMigrations = unknownMigrations
  }
}

/** The lease has passed to somebody else, or ran out. Stop; a new lease has to be acquired. */
export class LeaseLostError extends ServiceError {
  override name = 'LeaseLostError' as const
  readonly lease: string

  constructor(lease: string) {
    super(`The lease "${lease}" is no longer held.`, { code: 'lease_lost' })
    this.lease = lease
  }
}
