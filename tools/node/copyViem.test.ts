import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsdown'
import { expect, test } from 'vitest'
import { copyViem } from './copyViem.js'

/** The bundle of one source for Node, all chunks as one text. */
async function bundle(source: string, clients: Parameters<typeof copyViem>[0] = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'copy-viem-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "peerDependencies": { "viem": "*" } }')
  writeFileSync(
    join(folder, 'clients.ts'),
    "import { http } from 'viem'\nexport const open = async () => http('http://localhost')",
  )
  writeFileSync(join(folder, 'entry.ts'), source)
  const [made] = await build({
    ...copyViem(clients),
    config: false,
    cwd: folder,
    entry: ['entry.ts'],
    format: 'esm',
    platform: 'neutral',
    dts: false,
    write: false,
    logLevel: 'silent',
  })
  return made?.chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n') ?? ''
}

test('copies functions on data, and keeps the application’s own actions', async () => {
  const text = await bundle(`import { keccak256 } from 'viem'
import { getBlock } from 'viem/actions'
export const hash = keccak256('0x00')
export const read = (client) => getBlock(client)`)
  expect(text).toContain('_esm/utils/hash/keccak256.js')
  expect(text).toContain('await import("viem/actions")')
  expect(text).not.toMatch(/^import .* from "viem/m)
})

test('loads a module that makes clients when it is first called', async () => {
  const source = "import { open } from './clients.js'\nexport const first = () => open()"
  const text = await bundle(source, { '/clients.ts': ['open'] })
  expect(text).toMatch(/const open = async \(\.\.\.given\) => \(await import\(/)
  expect(text).toMatch(/^import \{ http \} from "viem"/m)
})

test('refuses to copy actions that would not recognise the errors of the application’s clients', async () => {
  await expect(bundle("export { createClient } from 'viem'")).rejects.toThrow(/createClient\.js would be copied/)
  await expect(bundle("export { getGasPrice } from 'viem/actions'")).rejects.toThrow(/getGasPrice/)
})
