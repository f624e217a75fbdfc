import { vi } from 'vitest'

/**
 * Waits until a value has been the same in ten reads in a row, however long that takes.
 *
 * @param read - Reads the value; compared by identity.
 * @returns The value at rest.
 */
export async function atRest<value>(read: () => value): Promise<value> {
  let last = read()
  let same = 0
  const look = () => {
    const next = read()
    same = Object.is(next, last) ? same + 1 : 0
    last = next
    if (same < 10) throw new Error('The value still changes.')
  }
  await vi.waitFor(look, { timeout: 120_000, interval: 10 })
  return last
}
