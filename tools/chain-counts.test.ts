import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bridgeChains, chains } from '@holdfast/contracts'
import { BRIDGE_CHAINS, HUB_CHAIN_NAMES } from '@holdfast/sdk'
import { expect, test } from 'vitest'
import { readSources } from './imports.js'
import { listMarkdown } from './links.js'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const sectionOf = (page: string) => read(page).split('\n## Chains\n')[1] ?? ''

test('the guides count the chains of the Bridge and the Hub as the table does, and name each', () => {
  expect(read('docs/bridge.md')).toContain(`[${Object.keys(BRIDGE_CHAINS).length} chains](#chains)`)
  expect(read('docs/hub.md')).toContain(`[${HUB_CHAIN_NAMES.length} chains](#chains)`)
  const named = [...sectionOf('docs/bridge.md').matchAll(/`(\w+_\w+)`/g)].map(([, name]) => name)
  expect(named.filter((name) => name !== 'BRIDGE_CHAINS').sort()).toEqual(Object.keys(BRIDGE_CHAINS).sort())
  const sourcesOnly = sectionOf('docs/bridge.md').split('as sources only')[1] ?? ''
  for (const [name, { isForwardingDestination }] of Object.entries(bridgeChains))
    expect([name, sourcesOnly.includes(`\`${name}\``)]).toEqual([name, !isForwardingDestination])
  for (const name of HUB_CHAIN_NAMES)
    expect(sectionOf('docs/hub.md')).toContain(name.replace(/_(?:Testnet|Sepolia|Fuji|Amoy)$/, '').replaceAll('_', ' '))
})

test('the page on chains has a row for each chain of ours: its id, whether USDC is its gas, and its explorer API', () => {
  const flavours = { blockscout: 'Blockscout', etherscan: 'Etherscan-like' }
  const rows = [...read('docs/chains-and-endpoints.md').matchAll(/^\| [^|]+ \| (\d+) \| (yes|no) \| ([^|]+) \|$/gm)]
  expect(rows.map(([, ...cells]) => cells.join(' '))).toEqual(
    chains.map(
      ({ id, gasIsUsdc, explorerApiKind }) => `${id} ${gasIsUsdc ? 'yes' : 'no'} ${flavours[explorerApiKind]}`,
    ),
  )
})

test('no count of these chains is written out, since the table grows', () => {
  const written =
    /\b(?:nine|ten|eleven|twelve|nineteen|twenty|twenty-five)\s+(?:bridge\s+|hub\s+|other\s+)?(?:chains|domains|testnets)\b/i
  const texts = [
    ...listMarkdown(root).map((page) => [page, read(page)] as const),
    ...readSources(root, [
      'contracts/src',
      'sdk/src',
      'devnet/src',
      'guard/src',
      'react/src',
      'web/src',
      'service/src',
      'cli/src',
      'testkit/src',
    ]),
  ]
  expect(texts.filter(([, text]) => written.test(text)).map(([file]) => file)).toEqual([])
})
