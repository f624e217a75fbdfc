/**
 * Builds both pages once more, elsewhere, and compares every byte with `dist`: the same sources give the same page. With the address of
 * a host, compares instead what that serves, files and headers, with `dist/public`. Only the page for this machine may have what is for a
 * devnet.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPage } from './buildPage.js'
import { devnetTraces } from './devnetTraces.js'
import { servedFaults } from './servedFaults.js'
import { treeHash } from './treeHash.js'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const service = process.env.HOLDFAST_WEB_SERVICE
const address = process.argv[2]
if (address === undefined) await compareBuilds()
else await compareHost(address)

async function compareHost(host: string): Promise<void> {
  const faults = await servedFaults(`${dist}/public`, host)
  console.log(
    faults.length === 0 ? `✓ ${host} serves ${treeHash(`${dist}/public`)}` : faults.map((one) => `✗ ${one}`).join('\n'),
  )
  if (faults.length > 0) process.exitCode = 1
}

async function compareBuilds(): Promise<void> {
  const elsewhere = mkdtempSync(join(tmpdir(), 'holdfast-web-'))
  try {
    for (const kind of ['public', 'loopback'] as const) {
      const built = treeHash(`${dist}/${kind}`)
      const again = await buildPage(kind, join(elsewhere, kind), { service: kind === 'public' ? service : undefined })
      const isSame = built === again
      console.log(`${isSame ? '✓' : '✗'} ${kind.padEnd(8)} ${built}${isSame ? '' : ` in dist, ${again} built again`}`)
      if (!isSame) process.exitCode = 1
    }
    const traces = devnetTraces(`${dist}/public`)
    for (const trace of traces) console.log(`✗ public   ${trace}`)
    // Else they are no longer found by what they are looked for.
    const isKnown = devnetTraces(`${dist}/loopback`).length === 3
    if (!isKnown) console.log('✗ loopback lacks what is for a devnet')
    if (traces.length > 0 || !isKnown) process.exitCode = 1
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
  }
}
