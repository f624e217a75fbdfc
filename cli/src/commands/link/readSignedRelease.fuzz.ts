import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { readSignedRelease } from './readSignedRelease.js'

const directory = mkdtempSync(join(SCRATCH, 'release-'))
const file = join(directory, 'release.json')
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const read = (text: string) => {
  writeFileSync(file, text)
  return readSignedRelease(file, (path) => path)
}
const genuine = {
  type: 'holdfast:release',
  v: 1,
  chainId: 5042002,
  transferId: '42',
  recipient: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  deadline: '1800000000',
  signature: `0x${'ab'.repeat(65)}`,
}

test('a signed release is read as it was written', () => {
  expect(read(JSON.stringify(genuine))).toMatchObject({ chainId: 5042002, transferId: 42n, deadline: 1_800_000_000n })
})

test('property: a hostile file is a typed refusal that repeats nothing of it', () => {
  const field = fc.constantFrom(...Object.keys(genuine))
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.tuple(field, fc.jsonValue()).map(([name, value]) => JSON.stringify({ ...genuine, [name]: value })),
  )
  fc.assert(
    fc.property(text, (given) => {
      try {
        expect(read(given).signature).toMatch(/^0x/)
      } catch (error) {
        expect(error).toBeInstanceOf(CommandFailure)
        expect(String(error)).not.toContain('abababab')
      }
    }),
    runs(200),
  )
})
