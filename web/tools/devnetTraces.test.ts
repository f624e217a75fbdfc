import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { afterAll, expect, test } from 'vitest'
import { connectOf } from './connectOf.js'
import { devnetTraces } from './devnetTraces.js'
import { closePage } from './strictPage.js'

const root = mkdtempSync(join(SCRATCH, 'holdfast-traces-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A page with one script, for hosts or for this machine. */
function page(kind: 'public' | 'loopback', script: string): string {
  const directory = mkdtempSync(join(root, 'page-'))
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'assets', 'a.js'), script)
  const connect = connectOf(kind, 'https://pay.example')
  const html = closePage('<head><meta charset="utf-8"></head>', { scripts: new Map(), styles: new Map(), connect })
  writeFileSync(join(directory, 'index.html'), html)
  return directory
}

test('a page for hosts has none', () => {
  expect(devnetTraces(page('public', 'export {}'))).toEqual([])
})

test.each([
  ['the burner wallet', 'public', "const id = 'holdfast.burner'", ['a script has holdfast.burner']],
  ['the attack', 'public', "const press = 'Attack me'", ['a script has Attack me']],
  ['endpoints of this machine', 'loopback', '', ['the policy allows http://127.0.0.1:*']],
] as const)('%s is a trace', (_, kind, script, traces) => {
  expect(devnetTraces(page(kind, script))).toEqual(traces)
})

test('connectOf: a page for hosts asks the registry, the issuer and its service, by https alone', () => {
  const origins = connectOf('public', 'https://pay.example/path')
  expect(origins).toContain('https://pay.example')
  expect(origins.filter((origin) => !origin.startsWith('https://'))).toEqual([])
  expect(connectOf('loopback', undefined).filter((origin) => !origin.startsWith('https://'))).toEqual([
    'http://127.0.0.1:*',
  ])
})
