import { ServiceError } from '@holdfast/sdk/errors'

/**
 * The database did not accept or answer a query. A retry can help. Where it did not answer a commit, whether the transaction
 * has happened is unknown, so retry only what is idempotent.
 */
export class StoreUnavailableError extends ServiceError {
  override name = 'StoreUnavailableError' as const
  /** @param options.isCommit - The query was a commit, which may have happened: the effect is open. */
  constructor(options: { cause?: unknown; isCommit?: boolean | undefined } = {}) {
    super('The store does not answer.', {
      code: 'store_unavailable',
      effect: options.isCommit ? 'open' : 'none',
      retry: 'later',
      advice: { do: 'check_endpoint', of: 'store' },
      cause: options.cause,
      hint: 'Nothing is lost. Check that the database runs and is writable.',
    })
  }
}

/** Another process, or another part of this one, owns the directory. A retry can help once the owner has ended. */
export class StoreLockedError extends ServiceError {
  override name = 'StoreLockedError' as const
  readonly directory: string

  constructor(directory: string, options: { cause?: unknown } = {}) {
    super(`The directory ${directory} is in use by another process.`, {
      code: 'store_locked',
      effect: 'none',
      retry: 'later',
      advice: { do: 'change_settings', settings: ['DATA_DIR', 'DATABASE_URL'] },
      cause: options.cause,
      metaMessages: [
        'An embedded store has one owner. Stop the other process, give this one its own DATA_DIR,',
        'or set DATABASE_URL to share one server between many.',
      ],
    })
    this.directory = directory
  }
}

/** A later version of the service wrote this store. A retry cannot help. */
export class StoreTooNewError extends ServiceError {
  override name = 'StoreTooNewError' as const
  readonly unknownMigrations: readonly string[]

  constructor(unknownMigrations: readonly string[]) {
    super('The store was written by a later version of the service.', {
      code: 'store_too_new',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'run_newer_version' },
      metaMessages: [`Unknown to this version: ${unknownMigrations.join(', ')}`],
      hint: 'Start the later version again, or restore the backup made before the upgrade.',
    })
    this.unknownMigrations = unknownMigrations
  }
}

/** The lease was taken over or expired. Stop; a new lease must be acquired. */
export class LeaseLostError extends ServiceError {
  override name = 'LeaseLostError' as const
  readonly lease: string

  constructor(lease: string) {
    super(`The lease "${lease}" is no longer held.`, {
      code: 'lease_lost',
      effect: 'open',
      retry: 'later',
      advice: { do: 'ask_again' },
    })
    this.lease = lease
  }
}
