import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { readKeptLinks } from './readKeptLinks.js'

const directory = mkdtempSync(join(SCRATCH, 'links-'))
const file = join(directory, 'links')
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const read = (text: string) => {
  writeFileSync(file, text)
  return readKeptLinks(file, (path) => path)
}
const linkSecret = `0x${'fb'.repeat(32)}`
const secret = '-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s'
const link = (id: string | number) => `https://pay.example/#/pay/5042002/${id}/${secret}`

test('payment links are read with their lines, also one whose transfer was not known yet', () => {
  expect(read(`${link(42)}\n\n  ${link('<id>')}\r\nhttps://pay.example/#/claim/5042002/7\n`)).toEqual([
    { kind: 'payment', chainId: 5042002, transferId: 42n, linkSecret, line: 1 },
    { kind: 'payment', chainId: 5042002, transferId: 1n, linkSecret, line: 3 },
  ])
})

test('property: a hostile file is a typed refusal that repeats nothing of it', () => {
  const line = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(link(42)), fc.constant(`${link(42)}x`))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
      try {
        for (const one of read(lines.join('\n'))) expect(one.linkSecret).toBe(linkSecret)
      } catch (error) {
        expect(error).toBeInstanceOf(CommandFailure)
        expect(String(error)).not.toContain('-_v7')
      }
    }),
    runs(200),
  )
})
