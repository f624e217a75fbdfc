import { RELAY_TIMING } from '@holdfast/testkit/relayTiming'
import type { AdmissionRequest } from '../src/admission/Admission.js'
import { createAdmission } from '../src/admission/createAdmission.js'
import { connectChain } from '../src/chains/connectChain.js'
import type { Config } from '../src/config/Config.js'
import { openSigner } from '../src/keys/openSigner.js'
import { createRelay } from '../src/relay/createRelay.js'
import type { OperationKind } from '../src/store/Database.js'
import { openStore } from '../src/store/openStore.js'
import { createMetrics } from '../src/telemetry/createMetrics.js'
import type { Log } from '../src/telemetry/Telemetry.js'
import { DEVNET_START, MONEY, PRIMARY } from './relayStage.js'

/**
 * Relays in a separate process, which ends at a named step of an operation that an earlier process has left or this one
 * has admitted. Otherwise it ends by itself when no operation is open.
 */
export type RelayOrders = {
  rpcUrl: string
  store: Config['store']
  privateKey: `0x${string}`
  sponsor: Config['sponsor']
  /** The requests, in this order, and whether the store must know each already. */
  asked: readonly { request: RequestText; admitted: 'new' | 'attached' }[]
  /** The step at which the process kills itself; `admitted` is before the relay has started. */
  death: { step: string; kind: OperationKind } | undefined
}

/** A request as JSON. */
export type RequestText = Omit<AdmissionRequest, 'hold' | 'also'> & { hold: string }

const orders: RelayOrders = JSON.parse(process.argv[2] ?? '')
const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
/** Long, since a busy machine is not an outage. */
const patienceMs = 600_000
const die = () => process.kill(process.pid, 'SIGKILL')

// The test that started it has ended.
process.stdin.once('end', die).resume()

const store = await openStore({ store: orders.store })
const settings = { id: PRIMARY, rpcUrls: [orders.rpcUrl], explorerApi: undefined, deployBlocks: DEVNET_START }
const chain = await connectChain(settings, { timeoutMs: patienceMs })
const admission = createAdmission({
  store,
  config: { limits: { addressUnitsPerDay: 100, globalUnitsPerDay: 100_000, networkSharePercent: 25 }, money: MONEY },
  now: Date.now,
  log: silent,
})
for (const { request, admitted } of orders.asked) {
  const result = await admission.admit({ ...request, hold: BigInt(request.hold) })
  const answer = 'refused' in result ? result.refused : result.admitted
  if (answer !== admitted) throw new Error(`${request.operation.kind} is ${answer}, not ${admitted}.`)
}
if (orders.death?.step === 'admitted') die()
const parts = {
  store,
  admission,
  chains: new Map([[PRIMARY, chain]]),
  signer: await openSigner({ kind: 'raw', privateKey: orders.privateKey }),
  config: { money: MONEY, sponsor: orders.sponsor, instanceId: 'child' },
  log: silent,
  metrics: createMetrics({ version: '0.0.0', commit: 'test' }),
  now: Date.now,
}
const relay = createRelay(parts, {
  timing: {
    ...RELAY_TIMING,
    pollMs: 50,
    resendMs: 300,
    answerMs: patienceMs,
    sponsorMs: patienceMs,
    bumpMs: patienceMs,
    // On a server the lease outlives the process that held it.
    leaseMs: orders.store.kind === 'postgres' ? 800 : patienceMs,
  },
  async onStep(step, operationId) {
    if (step !== orders.death?.step || operationId === undefined) return
    if ((await admission.get(operationId)).kind === orders.death.kind) die()
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
process.stdin.destroy()
