import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireOwnDirectory } from './requireOwnDirectory.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(SCRATCH, 'holdfast-own-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

test.each([
  ['state', 0o777],
  ['state', 0o1777],
  ['state', 0o770],
  ['state', 0o702],
  ['settings', 0o777],
  ['settings', 0o703],
] as const)('%s with mode %o is refused', (what, mode) => {
  chmodSync(directory, mode)
  expect(() => requireOwnDirectory(directory, what)).toThrow(
    expect.objectContaining({
      exit: 'usage',
      code: 'directory_not_private',
      advice: [expect.stringContaining('chmod go-w')],
    }),
  )
})

test.each([
  ['state', 0o700],
  ['state', 0o755],
  ['settings', 0o775],
] as const)('%s with mode %o is not', (what, mode) => {
  chmodSync(directory, mode)
  expect(() => requireOwnDirectory(directory, what)).not.toThrow()
})

test('a path that cannot be looked at is left to the read or write that follows', () => {
  writeFileSync(join(directory, 'file'), '')
  for (const name of ['missing', join('file', 'below')])
    expect(() => requireOwnDirectory(join(directory, name), 'state')).not.toThrow()
})
