import { InvalidInputError } from '@holdfast/sdk/errors'
import type { JournalEntry } from '../journal.js'

/**
 * One secret of a row.
 *
 * @throws `InvalidInputError` where the row does not hold it; the SDK then checks the value itself.
 */
export function secretOf<value>({ secret }: JournalEntry, name: string): value {
  if (secret[name] === undefined) throw new InvalidInputError('entry', `The row of the journal holds no \`${name}\`.`)
  // The caller wrote it with the same name.
  return secret[name] as value
}
