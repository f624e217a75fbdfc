import { expect, test } from 'vitest'
import { LeaseLostError, StoreLockedError, StoreTooNewError, StoreUnavailableError } from './StoreErrors.js'

const withoutVersion = (error: Error) => error.message.replace(/\nVersion: .*$/, '')

test('behavior: every message says what to do', () => {
  expect(withoutVersion(new StoreUnavailableError({ cause: new Error('disk full') }))).toMatchInlineSnapshot(`
    "The store does not answer.

    Nothing is lost. Check that the database runs and is writable.

    Details: disk full"
  `)
  expect(withoutVersion(new StoreLockedError('/data'))).toMatchInlineSnapshot(`
    "The directory /data is in use by another process.

    An embedded store has one owner. Stop the other process, give this one its own DATA_DIR,
    or set DATABASE_URL to share one server between many.
    "
  `)
  expect(withoutVersion(new StoreTooNewError(['0009_later']))).toMatchInlineSnapshot(`
    "The store was written by a later version of the service.

    Unknown to this version: 0009_later
    Start the later version again, or restore the backup made before the upgrade.
    "
  `)
  expect(withoutVersion(new LeaseLostError('scan'))).toMatchInlineSnapshot(`
    "The lease "scan" is no longer held.
    "
  `)
})
