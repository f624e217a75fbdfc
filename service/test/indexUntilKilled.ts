import { createIndexes } from '../src/indexes/createIndexes.js'
import { openStore } from '../src/store/openStore.js'
import { createMetrics } from '../src/telemetry/createMetrics.js'
import type { Log } from '../src/telemetry/Telemetry.js'
import { killedChain } from './killedChain.js'

// Reads the test's chain into a directory, and kills itself at one of its steps.
const [directory = '', last = 'never'] = process.argv.slice(2)
const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
const chain = killedChain()
const store = await openStore({ store: { kind: 'sqlite', directory } })
let steps = 0
const parts = {
  store,
  chains: new Map([[chain.id, chain.served()]]),
  config: { instanceId: 'killed' },
  log: silent,
  metrics: createMetrics({ version: '0.2.0', commit: 'test' }),
  now: Date.now,
}
const indexes = await createIndexes(parts, {
  timing: { pollMs: 5, standbyMs: 5 },
  onStep() {
    if (++steps === Number(last)) process.kill(process.pid, 'SIGKILL')
  },
})
const timer = setInterval(() => {
  const { complete, completeToBlock } = indexes.announcements(chain.id).status()
  if (!complete || completeToBlock < chain.head) return
  clearInterval(timer)
  console.log('complete')
}, 5)
