/** Builds both pages into `dist`. `HOLDFAST_WEB_SERVICE` names the service of the public one. */
import { fileURLToPath } from 'node:url'
import { buildPage } from './buildPage.js'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const service = process.env.HOLDFAST_WEB_SERVICE
for (const kind of ['public', 'loopback'] as const) {
  const hash = await buildPage(kind, `${dist}/${kind}`, { service: kind === 'public' ? service : undefined })
  console.log(`web ${kind.padEnd(8)} ${hash}`)
}
