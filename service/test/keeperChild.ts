import { setTimeout as pause } from 'node:timers/promises'
import { connectChain } from '../src/chains/connectChain.js'
import type { Config } from '../src/config/Config.js'
import { createKeeper } from '../src/keeper/createKeeper.js'
import { openSigner } from '../src/keys/openSigner.js'
import type { SenderStep } from '../src/sender/SenderParts.js'
import { openStore } from '../src/store/openStore.js'
import { createMetrics } from '../src/telemetry/createMetrics.js'
import type { Log } from '../src/telemetry/Telemetry.js'
import { DEVNET_START, MONEY, PRIMARY } from './relayStage.js'

/** A keeper in a separate process that ends at a named step of a transaction, or by itself when no work is left. */
export type KeeperOrders = {
  rpcUrl: string
  store: Config['store']
  privateKey: `0x${string}`
  /** The step at which the process kills itself. */
  death: SenderStep | undefined
}

const orders: KeeperOrders = JSON.parse(process.argv[2] ?? '')
const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
/** Long, since a busy machine is not an outage. */
const patienceMs = 600_000
const die = () => process.kill(process.pid, 'SIGKILL')

// The test that started it has ended.
process.stdin.once('end', die).resume()

const store = await openStore({ store: orders.store })
const settings = { id: PRIMARY, rpcUrls: [orders.rpcUrl], explorerApi: undefined, deployBlocks: DEVNET_START }
const chain = await connectChain(settings, { timeoutMs: patienceMs })
const keeper = createKeeper(
  {
    store,
    chains: new Map([[PRIMARY, chain]]),
    keys: {
      keeper: await openSigner({ kind: 'raw', privateKey: orders.privateKey }),
      relayer: undefined,
      cosigner: undefined,
    },
    config: { instanceId: 'child', money: MONEY },
    log: silent,
    metrics: createMetrics({ version: '0', commit: 'test' }),
    now: Date.now,
    stopping: new AbortController().signal,
  },
  {
    maxBatch: 1,
    // On a server the lease outlives the process that held it.
    leaseMs: orders.store.kind === 'postgres' ? 800 : patienceMs,
    timing: { offerMs: 400, pollMs: 50, confirmMs: patienceMs, bumpMs: patienceMs },
    onStep(step) {
      if (step === orders.death) die()
    },
  },
)
for (;;) {
  const [report] = await keeper.runOnce()
  const left = await store.db.selectFrom('keeper_tasks').select('subject').execute()
  if (report?.isHolder && report.trouble === undefined && left.length === 0) break
  await pause(50)
}
await keeper.stop()
await store.close()
process.stdin.destroy()
