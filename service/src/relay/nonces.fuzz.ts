import { runs, tiered } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { NOON, testAddress, testAdmission, testRequest } from '../../test/admission.js'
import { type Fate, NonceChain } from '../../test/nonceChain.js'
import { MONEY } from '../../test/relayStage.js'
import { stores } from '../../test/stores.js'
import type { Admission } from '../admission/Admission.js'
import { openSigner } from '../keys/openSigner.js'
import type { Signer } from '../keys/Signer.js'
import { Sender } from '../sender/Sender.js'
import type { OnStep } from '../sender/SenderParts.js'
import type { Store } from '../store/Store.js'
import type { Log } from '../telemetry/Telemetry.js'
import { Operations } from './internal/Operations.js'
import { operationPolicy } from './internal/operationPolicy.js'
import { NotQueuedError, readOrphans } from './internal/operationRows.js'
import type { RelayParts, RelayStep } from './internal/RelayParts.js'
import type { Sponsor } from './internal/Sponsor.js'

const { open } = stores('sqlite')
const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
const GWEI = 1_000_000_000n
const FEES = { baseFee: 20n * GWEI, tip: 0n, maxFee: 40n * GWEI }
const TIMING = {
  ...{ pollMs: 1, standbyMs: 1, leaseMs: 86_400_000, offerMs: 3_000, bumpMs: 10_000, giveUpMs: 40_000 },
  ...{ lateReceiptMs: 5_000, answerMs: 1_000, resendMs: 1_000, sponsorMs: 1_000 },
}
const STEPS = ['signed', 'prepared', 'broadcasting', 'broadcast', 'receipt', 'mined', 'settling', 'settled'] as const
const FATES: readonly Fate[] = [
  ...(['lost', 'lost answer', 'refused'] as const),
  // Said of bytes that nobody has, by a host that is behind or wrong.
  ...(['already_known', 'nonce_too_low', 'nonce_too_high', 'underpriced'] as const),
]

/** What happens to the process, the pool and the chain. */
const event = fc.oneof(
  fc.record({ do: fc.constant('ask' as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ do: fc.constant('mine' as const), most: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(3_000, 10_000, 60_000) }),
  fc.record({
    do: fc.constant('fate' as const),
    fates: fc.array(fc.constantFrom(...FATES), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ do: fc.constant('lose' as const) }),
  fc.record({ do: fc.constant('die' as const), at: fc.constantFrom(...STEPS) }),
)

test('nonces are contiguous and each has one use, whatever is lost, refused or killed', {
  timeout: tiered(300_000, 1_200_000),
}, async () => {
  const store = await open()
  const signer = await openSigner({ kind: 'raw', privateKey: generatePrivateKey() })
  const clock = { now: NOON }
  const { admission } = testAdmission(store, {
    now: () => clock.now,
    limits: { addressUnitsPerDay: 1e9, globalUnitsPerDay: 1e9, networkSharePercent: 100 },
    money: { addressDaily: 10n ** 15n, globalDaily: 10n ** 15n },
  })
  let chainId = 0
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 2, maxLength: 10 }), async (events) => {
      const run = new Run({ store, signer, admission, clock, chainId: ++chainId })
      for (const one of events) {
        if (one.do === 'ask') await run.ask(one.count)
        if (one.do === 'mine') run.chain.mine(one.most)
        if (one.do === 'wait') clock.now += one.ms
        if (one.do === 'fate') run.chain.fates.push(...one.fates)
        if (one.do === 'lose') run.chain.lose()
        if (one.do === 'die') run.dieAt = one.at
        await run.round()
        await run.check()
      }
      await run.finish()
    }),
    runs(300, 3_000),
  )
})

type World = { store: Store; signer: Signer; admission: Admission; clock: { now: number }; chainId: number }

class Run {
  readonly chain: NonceChain
  /** The step at which the process ends that comes to it next. */
  dieAt: (typeof STEPS)[number] | undefined
  readonly #world: World
  #life: Life
  #asked = 0

  constructor(world: World) {
    this.#world = world
    this.chain = new NonceChain(world.signer.address)
    this.#life = this.#start()
  }

  /** Seeds, each for somebody else. */
  async ask(count: number): Promise<void> {
    const { admission, chainId } = this.#world
    for (let index = 0; index < count; index++) {
      const to = testAddress(chainId * 1_000 + ++this.#asked)
      const content = JSON.stringify({ to, amount: '50000' })
      const operation = { key: `${chainId} ${to}`, kind: 'gas', chainId, content } as const
      const result = await admission.admit(testRequest({ operation, hold: 200_000n }))
      expect(result).toHaveProperty('admitted')
    }
  }

  async round(): Promise<void> {
    await Promise.race([this.#life.round(), this.#life.death])
    if (!this.#life.isDead) return
    // Whoever held a lease has ended.
    await this.#world.store.db.updateTable('leases').set({ expires_at: 0 }).execute()
    this.#life = this.#start()
  }

  /** Every nonce up to the next one was taken by one operation, and no operation has two. */
  async check(): Promise<readonly { operation_id: string | null; nonce: number; hash: string }[]> {
    const { store, chainId } = this.#world
    const rows = await store.db.selectFrom('transactions').selectAll().where('chain_id', '=', chainId).execute()
    const sender = await store.db.selectFrom('senders').selectAll().where('chain_id', '=', chainId).executeTakeFirst()
    const nonces = [...new Set(rows.map(({ nonce }) => nonce))].sort((a, b) => a - b)
    expect(nonces).toEqual(Array.from({ length: sender?.next_nonce ?? 0 }, (_, nonce) => nonce))
    const uses = new Set(rows.flatMap((row) => row.operation_id ?? []).map(String))
    const pairs = new Set(rows.flatMap((row) => (row.operation_id === null ? [] : `${row.operation_id} ${row.nonce}`)))
    const taken = new Set(rows.flatMap((row) => (row.operation_id === null ? [] : row.nonce)))
    expect([pairs.size, taken.size]).toEqual([uses.size, uses.size])
    return rows
  }

  /** Left in peace, everything ends, and what the store says is what the chain says. */
  async finish(): Promise<void> {
    const { store, clock, chainId } = this.#world
    this.chain.fates.length = 0
    this.dieAt = undefined
    const read = () => store.db.selectFrom('operations').selectAll().where('chain_id', '=', chainId).execute()
    for (let round = 0; round < 40; round++) {
      await this.round()
      if ((await read()).every(({ outcome }) => outcome !== null) && this.#life.isAtRest) break
      this.chain.mine(20)
      clock.now += 10_000
    }
    const rows = await this.check()
    const mined = this.chain.mined
    expect(mined.map(({ nonce }) => nonce)).toEqual(mined.map((_, nonce) => nonce))
    expect(mined).toHaveLength(new Set(rows.map(({ nonce }) => nonce)).size)
    for (const { content_hash: _, ...operation } of await read()) {
      const hashes = new Set(rows.filter((row) => row.operation_id === operation.id).map(({ hash }) => hash))
      const carried = mined.filter(({ hash }) => hashes.has(hash)).length
      expect([operation.state, carried]).toEqual(carried === 1 ? ['final', 1] : ['refused', 0])
    }
  }

  #start(): Life {
    const { chain } = this
    const life = new Life(this.#world, chain, (step) => {
      if (step !== this.dieAt) return false
      this.dieAt = undefined
      return true
    })
    return life
  }
}

/** One process: it works until it comes to the step at which it ends. */
class Life {
  isDead = false
  readonly death: Promise<void>
  readonly #operations: Operations
  readonly #sender: Sender

  constructor({ store, signer, admission, clock, chainId }: World, chain: NonceChain, ends: (step: string) => boolean) {
    let die = () => {}
    this.death = new Promise((resolve) => {
      die = resolve
    })
    const onStep: OnStep<RelayStep> = (step) => {
      if (!this.isDead && !ends(step)) return
      this.isDead = true
      die()
      return new Promise(() => {})
    }
    const parts: RelayParts = {
      ...{ store, signer, admission, onStep, chain: chain.served(chainId), ownAddresses: [], money: MONEY },
      // No claim is asked for, so nobody is asked to pay for one.
      sponsor: {} as Sponsor,
      ...{ holder: `life ${Math.random()}`, now: () => clock.now, log: silent, metrics: undefined, timing: TIMING },
      readFees: async () => FEES,
      balance: () => undefined,
      refreshBalance: async () => ({ available: 10n ** 12n, low: false, asOf: clock.now }) as never,
      onSettled() {},
    }
    const operations = new Operations(parts, () => {})
    this.#operations = operations
    this.#sender = new Sender({
      ...parts,
      leaseName: `relay:${chainId}`,
      maxFeePerGas: MONEY.maxFeePerGas,
      policy: {
        ...operationPolicy(parts, operations),
        recover: async () => {
          for (const orphan of await readOrphans(this.#sender.lease.key()))
            await operations.refuse(orphan, { problem: 'upstream_unavailable' })
        },
        observe() {},
      },
    })
  }

  get isAtRest(): boolean {
    return this.#sender.pending === 0 && !this.#sender.lease.mustRecover
  }

  /** As the relay goes round, without what looks at an operation beforehand. */
  async round(): Promise<void> {
    expect(await this.#sender.lease.hold()).toBe(true)
    await this.#sender.advance()
    const queued = await this.#operations.readQueued(50)
    await Promise.all(
      queued.map((operation) =>
        this.#sender
          .send({ id: operation.id, call: this.#operations.callOf(operation), gas: 60_000n, fees: FEES })
          .catch((error: unknown) => expect(error).toBeInstanceOf(NotQueuedError)),
      ),
    )
    await this.#sender.idle()
  }
}
