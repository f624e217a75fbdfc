import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ServedPage, servePage } from '../test/servePage.js'
import { servedFaults } from './servedFaults.js'
import { closePage } from './strictPage.js'

const directory = mkdtempSync(join(SCRATCH, 'holdfast-served-'))
let served: ServedPage

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'assets', 'main.js'), 'run()')
  const html = '<head><meta charset="utf-8"><script type="module" crossorigin src="./assets/main.js"></script></head>'
  const scripts = new Map([['./assets/main.js', Buffer.from('run()')]])
  writeFileSync(join(directory, 'index.html'), closePage(html, { scripts, styles: new Map(), connect: [] }))
  served = await servePage(directory)
})
afterAll(async () => {
  await served?.close()
  rmSync(directory, { recursive: true })
})
beforeEach(() => {
  served.restore()
  served.dropHeaders(false)
})

test('finds nothing where the host serves what was built', async () => {
  expect(await servedFaults(directory, served.origin)).toEqual([])
})

test.each(['index.html', 'assets/main.js'])('finds %s changed', async (path) => {
  served.tamper(new RegExp(`^${path}$`), (text) => `${text} `)
  expect(await servedFaults(directory, served.origin)).toEqual([`${path}: other bytes than built here`])
})

test('finds a file that is missing', async () => {
  const built = mkdtempSync(join(SCRATCH, 'holdfast-built-'))
  cpSync(directory, built, { recursive: true })
  writeFileSync(join(built, 'assets', 'other.js'), 'other()')
  try {
    expect(await servedFaults(built, served.origin)).toEqual(['assets/other.js: status 404'])
  } finally {
    rmSync(built, { recursive: true })
  }
})

test('finds headers that are missing', async () => {
  served.dropHeaders(true)
  const faults = await servedFaults(directory, served.origin)
  expect(faults).toContain('Content-Security-Policy: missing')
  expect(faults).toHaveLength(5)
})
