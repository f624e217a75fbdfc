import type { Journal } from '@holdfast/react/query'
import { formatValues } from '../../journal/valuesText.js'
import type { People } from '../../people/openPeople.js'

/**
 * Everything that this browser keeps, as text of a file.
 *
 * @throws Where something could not be read: a file without it would look whole.
 */
export async function everythingOf(journal: Pick<Journal, 'list'>, people: Pick<People, 'read'>): Promise<string> {
  const [rows, known] = await Promise.all([journal.list(), people.read()])
  return formatValues({ type: 'holdfast:everything', v: 1, journal: rows, ...known }, 2)
}
