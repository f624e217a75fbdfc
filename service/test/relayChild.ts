import { appendFileSync } from 'node:fs'
import type { Hex } from 'viem'
import { createAdmission } from '../src/admission/createAdmission.js'
import { connectChain } from '../src/chains/connectChain.js'
import { openSigner } from '../src/keys/openSigner.js'
import { createRelay } from '../src/relay/createRelay.js'
import { openStore } from '../src/store/openStore.js'
import type { Log } from '../src/telemetry/Telemetry.js'
import { MONEY, PRIMARY, someBox, someone, TIMING } from './relayStage.js'

/**
 * Relays as a process of its own, whose life ends at a named step: once for an operation that an earlier process left, or
 * that this one admits. Prints the outcome of every operation it has seen through, and ends when there is none left.
 */
type Orders = {
  rpcUrl: string
  directory: string
  privateKey: Hex
  /** A box to create, by salt; none to see through only what is there. */
  salt: Hex | undefined
  /** Step at which the process kills itself; `admitted` is before the relay has started. */
  dieAt: string | undefined
}

const orders: Orders = JSON.parse(process.argv[2] ?? '')
const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
const die = () => process.kill(process.pid, 'SIGKILL')

const store = await openStore({ store: { kind: 'sqlite', directory: orders.directory } })
const settings = { id: PRIMARY, rpcUrls: [orders.rpcUrl], explorerApi: undefined, deployBlocks: {} }
const chain = await connectChain(settings, { timeoutMs: 2_000 })
const admission = createAdmission({
  store,
  limits: { addressUnitsPerDay: 100, globalUnitsPerDay: 1_000, networkSharePercent: 25 },
  money: MONEY,
  now: Date.now,
  log: silent,
})
if (orders.salt) {
  const { part } = someBox(chain, orders.salt)
  await admission.admit({ ...part, signer: someone(), network: undefined })
  if (orders.dieAt === 'admitted') die()
}
const relay = createRelay({
  store,
  admission,
  chains: new Map([[PRIMARY, chain]]),
  signer: await openSigner({ kind: 'raw', privateKey: orders.privateKey }),
  ownAddresses: [],
  money: MONEY,
  instanceId: 'child',
  log: silent,
  timing: TIMING,
  onStep(step) {
    if (step === orders.dieAt) die()
  },
})
for (;;) {
  const open = await store.db.selectFrom('operations').select('id').where('outcome', 'is', null).execute()
  if (open.length === 0) break
  await admission.wait(open[0]?.id ?? '', { waitMs: 1_000, signal: new AbortController().signal })
}
// The settled operation's bytes are blanked after its end.
await relay.stop()
await store.close()
appendFileSync(1, 'done\n')
