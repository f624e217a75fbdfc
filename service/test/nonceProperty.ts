import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { generatePrivateKey } from 'viem/accounts'
import { expect } from 'vitest'
import type { Admission } from '../src/admission/Admission.js'
import { openSigner } from '../src/keys/openSigner.js'
import type { Signer } from '../src/keys/Signer.js'
import type { Job } from '../src/sender/Job.js'
import type { LeasedKey } from '../src/sender/LeasedKey.js'
import { Sender } from '../src/sender/Sender.js'
import type { OnStep, SenderParts, SenderStep } from '../src/sender/SenderParts.js'
import type { SenderPolicy, TransactionRow } from '../src/sender/SenderPolicy.js'
import type { Store } from '../src/store/Store.js'
import { NOON, testAdmission } from './admission.js'
import { type Fate, NonceChain } from './nonceChain.js'
import { MONEY } from './relayStage.js'

/**
 * Checks the nonce property for one user of the sender: despite losses, refusals and kills, nonces are contiguous, each
 * has one use, and the user's results agree with the chain.
 */
export async function checkNonces(store: Store, openUser: (world: UserWorld) => SenderUser): Promise<void> {
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
      const chain = new NonceChain(signer.address)
      const world = { store, signer, admission, clock, chain, chainId: ++chainId, now: () => clock.now }
      const run = new Run(world, openUser(world))
      for (const one of events) {
        if (one.do === 'ask') await run.user.ask(one.count)
        if (one.do === 'mine') chain.mine(one.most)
        if (one.do === 'wait') clock.now += one.ms
        if (one.do === 'fate') chain.fates.push(...one.fates)
        if (one.do === 'lose') chain.lose()
        if (one.do === 'die') run.dieAt = one.at
        if (one.do === 'fees') chain.baseFee = one.baseFee
        if (one.do === 'lag') chain.lag = one.blocks
        await run.round()
        await run.check()
      }
      await run.finish()
    }),
    runs(150, 1_200),
  )
}

/** What a user of a sender wants to send on one chain, across all its processes. */
export type SenderUser = {
  /** Adds a number of wanted jobs. */
  ask: (count: number) => Promise<void>
  /** The user in a new process. */
  open: (process: UserProcess) => OpenUser
  /** Whether everything that was wanted has ended. */
  isDone: () => Promise<boolean>
  /** Checks that its own rows agree with the transactions, at any time. */
  check: (rows: readonly TransactionRow[]) => Promise<void>
  /** Checks that its result for each job agrees with the chain. */
  checkEnd: (rows: readonly TransactionRow[]) => Promise<void>
}

export type UserProcess = Pick<SenderParts, 'store' | 'chain' | 'signer' | 'readFees' | 'now' | 'elapsed'> & {
  key: () => LeasedKey
  onStep: OnStep<'held' | SenderStep | 'settling'>
}

export type OpenUser = {
  policy: SenderPolicy
  /** The jobs to be sent now, without gas and fees. */
  readJobs: (pending: number) => Promise<readonly Pick<Job, 'id' | 'call'>[]>
  /** Whether its policy has refused a job, and nothing was signed for it. */
  isRefusal: (error: unknown) => boolean
}

export type UserWorld = Pick<SenderParts, 'store' | 'now'> & {
  admission: Admission
  chainId: number
  chain: NonceChain
}

const gwei = 1_000_000_000n
const defaultTiming = { leaseMs: 86_400_000, offerMs: 3_000, bumpMs: 10_000, giveUpMs: 40_000, lateReceiptMs: 5_000 }
const steps = ['signed', 'prepared', 'broadcasting', 'broadcast', 'receipt', 'mined', 'settling', 'settled'] as const
const fates: readonly Fate[] = [
  'lost',
  'lost answer',
  'refused',
  // Answers about bytes that no node has, by an endpoint that is behind or wrong.
  'already_known',
  'nonce_too_low',
  'nonce_too_high',
  'underpriced',
]

/** What happens to the process, the pool and the chain. */
const event = fc.oneof(
  fc.record({ do: fc.constant('ask' as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ do: fc.constant('mine' as const), most: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(3_000, 10_000, 60_000) }),
  fc.record({
    do: fc.constant('fate' as const),
    fates: fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ do: fc.constant('lose' as const) }),
  fc.record({ do: fc.constant('die' as const), at: fc.constantFrom(...steps) }),
  fc.record({ do: fc.constant('fees' as const), baseFee: fc.constantFrom(20n * gwei, 90n * gwei, 400n * gwei) }),
  fc.record({ do: fc.constant('lag' as const), blocks: fc.integer({ min: 0, max: 3 }) }),
)

type World = UserWorld & { signer: Signer; clock: { now: number } }

class Run {
  /** The next process to reach this step ends there. */
  dieAt: (typeof steps)[number] | undefined
  readonly user: SenderUser
  readonly #world: World
  #life: Life

  constructor(world: World, user: SenderUser) {
    this.#world = world
    this.user = user
    this.#life = this.#start()
  }

  async round(): Promise<void> {
    await Promise.race([this.#life.round(), this.#life.death])
    if (!this.#life.isDead) return
    // The process that held a lease has ended.
    await this.#world.store.db.updateTable('leases').set({ expires_at: 0 }).execute()
    this.#life = this.#start()
  }

  /** Every nonce up to the next one was taken by one job, no job has two, and no offer exceeds the ceiling. */
  async check(): Promise<readonly TransactionRow[]> {
    const { store, chainId } = this.#world
    const rows = await store.db.selectFrom('transactions').selectAll().where('chain_id', '=', chainId).execute()
    const sender = await store.db.selectFrom('senders').selectAll().where('chain_id', '=', chainId).executeTakeFirst()
    const nonces = [...new Set(rows.map(({ nonce }) => nonce))].sort((a, b) => a - b)
    expect(nonces).toEqual(Array.from({ length: sender?.next_nonce ?? 0 }, (_, nonce) => nonce))
    const uses = new Set(rows.flatMap((row) => row.operation_id ?? []).map(String))
    const pairs = new Set(rows.flatMap((row) => (row.operation_id === null ? [] : `${row.operation_id} ${row.nonce}`)))
    const taken = new Set(rows.flatMap((row) => (row.operation_id === null ? [] : row.nonce)))
    expect([pairs.size, taken.size]).toEqual([uses.size, uses.size])
    for (const { max_fee_wei } of rows) expect(BigInt(max_fee_wei)).toBeLessThanOrEqual(MONEY.maxFeePerGas)
    await this.user.check(rows)
    return rows
  }

  /** Without further faults, everything ends, and the store agrees with the chain. */
  async finish(): Promise<void> {
    const { chain, clock } = this.#world
    chain.fates.length = 0
    chain.baseFee = 20n * gwei
    chain.lag = 0
    this.dieAt = undefined
    for (let round = 0; round < 80; round++) {
      await this.round()
      if ((await this.user.isDone()) && this.#life.isAtRest) break
      chain.mine(20)
      clock.now += 10_000
    }
    const rows = await this.check()
    const { mined } = chain
    expect(mined.map(({ nonce }) => nonce)).toEqual(mined.map((_, nonce) => nonce))
    expect(mined).toHaveLength(new Set(rows.map(({ nonce }) => nonce)).size)
    await this.user.checkEnd(rows)
  }

  #start(): Life {
    return new Life(this.#world, this.user, (step) => {
      if (step !== this.dieAt) return false
      this.dieAt = undefined
      return true
    })
  }
}

/** One process: it works until it reaches the step at which it ends. */
class Life {
  isDead = false
  readonly death: Promise<void>
  readonly #sender: Sender
  readonly #user: OpenUser
  readonly #readFees: () => Promise<{ baseFee: bigint; tip: bigint; maxFee: bigint }>

  constructor({ store, signer, chain, chainId, now }: World, user: SenderUser, ends: (step: string) => boolean) {
    let die = () => {}
    this.death = new Promise((resolve) => {
      die = resolve
    })
    const onStep: OnStep<'held' | SenderStep | 'settling'> = (step) => {
      if (!this.isDead && !ends(step)) return
      this.isDead = true
      die()
      return new Promise(() => {})
    }
    const readFees = async () => {
      const baseFee = chain.baseFee || 20n * gwei
      return { baseFee, tip: 0n, maxFee: 2n * baseFee }
    }
    const parts = { store, signer, chain: chain.served(chainId), now, elapsed: now, readFees, onStep }
    this.#readFees = readFees
    this.#user = user.open({ ...parts, key: () => this.#sender.lease.key() })
    this.#sender = new Sender({
      ...parts,
      policy: this.#user.policy,
      leaseName: `sender:${chainId}`,
      holder: `life ${Math.random()}`,
      maxFeePerGas: MONEY.maxFeePerGas,
      timing: defaultTiming,
    })
  }

  get isAtRest(): boolean {
    return this.#sender.pending === 0 && !this.#sender.lease.mustRecover
  }

  /** Works as the user does in a round, without its requests to the chain. */
  async round(): Promise<void> {
    expect(await this.#sender.lease.hold()).toBe(true)
    await this.#sender.advance()
    const jobs = await this.#user.readJobs(this.#sender.pending)
    const fees = await this.#readFees()
    await Promise.all(
      jobs.map(({ id, call }) =>
        this.#sender
          .send({ id, call, gas: 60_000n, fees })
          .catch((error: unknown) => expect(this.#user.isRefusal(error)).toBe(true)),
      ),
    )
    await this.#sender.idle()
  }
}
