import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Address, getAddress, isAddressEqual } from 'viem'
import type { ServedChain } from '../chains/ServedChain.js'
import type { ServiceParts } from '../parts/ServiceParts.js'
import { acquireLease, type Lease, releaseLease, renewLease } from '../store/lease.js'
import { LeaseLostError } from '../store/StoreErrors.js'
import { nameOf } from '../telemetry/nameOf.js'
import { chainTime, type Desk } from './internal/Desk.js'
import { noteTransfers } from './internal/noteTransfers.js'
import { Purse } from './internal/Purse.js'
import { pullDue, pullFrom } from './internal/pullDue.js'
import { returnExpired } from './internal/returnExpired.js'
import type { KeeperCosigner } from './KeeperCosigner.js'
import { KeeperKeyError } from './KeeperErrors.js'

/**
 * Makes the keeper: it returns transfers whose time is over to their senders, and pulls what is due from boxes whose owner
 * has bound a payer, each time the one amount that the box names. Everybody may do either; the keeper does it for those who
 * are not there.
 *
 * It pays for gas with its own key, at most so much a day, and only on chains whose fees are USDC. Of all keepers of one
 * store one at a time works on a chain. Keepers of different stores do each other no harm: what one has done the other
 * finds done, before it sends.
 *
 * @throws {@link KeeperKeyError}
 * @example
 * const keeper = createKeeper(parts, { cosigner: cosignerInProcess(cosigner) })
 * const [report] = await keeper.runOnce()
 * keeper.start()
 */
export function createKeeper(parts: createKeeper.Parts, options: createKeeper.Options = {}): Keeper {
  const { store, chains, keys, config, log, metrics, now, stopping } = parts
  const { cosigner, boxes = [], refill, dailyLimit = 5_000_000n, maxBatch = 50, pollMs = 30_000 } = options
  const { leaseMs = 30_000 } = options
  const signer = keys.keeper
  if (!signer) throw new KeeperKeyError('missing')
  for (const other of [keys.relayer?.address, keys.cosigner?.address, ...(cosigner ? [cosigner.address] : [])])
    if (other && isAddressEqual(other, signer.address)) throw new KeeperKeyError('shared')
  const served = [...chains.values()].filter(({ deployment }) => deployment.gasIsUsdc)
  const holder = `${config.instanceId}:${randomUUID()}`
  const ending = new AbortController()
  const signal = AbortSignal.any([stopping, ending.signal])
  let running: Promise<void> | undefined
  let working: Promise<unknown> = Promise.resolve()

  async function round(chain: ServedChain): Promise<KeeperReport> {
    const report: KeeperReport = { chainId: chain.id, isHolder: true, returned: [], pulled: [], trouble: undefined }
    const first = await acquireLease(store, `keeper:${chain.id}`, holder, leaseMs, now())
    const count = (outcome: string) => metrics.count('keeper_rounds_total', { chain: String(chain.id), outcome })
    if (!first) {
      count('standby')
      return { ...report, isHolder: false }
    }
    let lease: Lease | undefined = first
    const renewal = setInterval(() => {
      const held = lease
      if (held)
        renewLease(store, held, leaseMs, now()).then(
          (renewed) => {
            if (lease === held) lease = renewed
          },
          // It is asked for again, and every write looks at it.
          () => {},
        )
    }, leaseMs / 3)
    const desk: Desk = {
      ...{ chain, store, log, metrics, now, signal },
      lease: () => {
        if (!lease) throw new LeaseLostError(first.name)
        return lease
      },
    }
    try {
      await work(desk, report)
    } catch (error) {
      report.trouble = nameOf(error)
      if (!signal.aborted) log.warn('the keeper was held up', { chain: chain.id, error: report.trouble })
    } finally {
      clearInterval(renewal)
      const held = lease
      lease = undefined
      if (held) await releaseLease(store, held).catch(() => {})
    }
    count(report.trouble === undefined ? 'done' : 'held_up')
    return report
  }

  async function work(desk: Desk, report: KeeperReport): Promise<void> {
    const { chain } = desk
    const purse = new Purse(desk, signer as NonNullable<typeof signer>, {
      dailyLimit,
      maxFeePerGas: config.money.maxFeePerGas,
    })
    if (!(await purse.settle())) {
      report.trouble = 'TransactionOpen'
      return
    }
    try {
      const balance = await purse.balance()
      metrics.gauge('keeper_balance_usdc', Number(balance) / 1e6, { chain: String(chain.id) })
      if (refill && cosigner && refill.chainId === chain.id && balance < refill.below) {
        const outcome = await pullFrom(desk, purse, cosigner, refill.box, await chainTime(desk))
        log.info('the keeper asked its box for money', { chain: chain.id, outcome: outcome.kind })
        if (!(await purse.settle())) return
      }
      await noteTransfers(desk)
      report.returned = await returnExpired(desk, purse, signer?.address as Address, maxBatch)
      if (cosigner && (await purse.settle()))
        report.pulled = await pullDue(desk, purse, cosigner, await readBoxes(chain.id))
    } finally {
      // Whatever was sent is settled as far as it can be; the next round does the rest.
      await purse.settle().catch(() => {})
    }
  }

  /** Those that were named, and those with a binding; without the one that feeds the keeper. */
  async function readBoxes(chainId: number): Promise<Address[]> {
    const bound = await store.db
      .selectFrom('bindings')
      .select('account')
      .where('chain_id', '=', chainId)
      .where('until', '>=', now())
      .execute()
    const named = boxes.filter((box) => box.chainId === chainId).map(({ account }) => account)
    const all = new Set([...named, ...bound.map(({ account }) => account as Address)].map((box) => getAddress(box)))
    if (refill?.chainId === chainId) all.delete(getAddress(refill.box))
    return [...all]
  }

  async function runOnce(): Promise<readonly KeeperReport[]> {
    const turn = working.then(() => Promise.all(served.map(round)))
    working = turn.catch(() => {})
    return turn
  }

  return {
    runOnce,
    start() {
      running ??= (async () => {
        while (!signal.aborted) {
          await runOnce().catch((error) => log.warn('the keeper was held up', { error: nameOf(error) }))
          await pause(pollMs, undefined, { signal }).catch(() => {})
        }
      })()
    },
    async stop() {
      ending.abort()
      await running
      await working
    },
  }
}

export declare namespace createKeeper {
  type Parts = Pick<ServiceParts, 'store' | 'chains' | 'keys' | 'log' | 'metrics' | 'now' | 'stopping'> & {
    config: { instanceId: string; money: { maxFeePerGas: bigint } }
  }

  type Options = {
    /** Asked for the signatures of pulls; without one nothing is pulled. */
    cosigner?: KeeperCosigner | undefined
    /** Boxes to pull from besides those whose binding is in the store. */
    boxes?: readonly { chainId: number; account: Address }[] | undefined
    /** A box whose target is the keeper: pulled from when the keeper has less than `below`, USDC base units. */
    refill?: { chainId: number; box: Address; below: bigint } | undefined
    /** Gas it may pay for in a day of UTC, on one chain, USDC base units.
     * @default 5_000_000n */
    dailyLimit?: bigint | undefined
    /** Transfers it returns in one transaction.
     * @default 50 */
    maxBatch?: number | undefined
    /** Between two rounds.
     * @default 30_000 */
    pollMs?: number | undefined
    /** @default 30_000 */
    leaseMs?: number | undefined
  }

  type ErrorType = KeeperKeyError
}

/** Returns expired transfers and pulls what is due. */
export type Keeper = {
  /** One round on every chain; what has to wait is left for another one. Never throws for a chain. */
  runOnce: () => Promise<readonly KeeperReport[]>
  /** Round after round. */
  start: () => void
  /** Finishes what is being sent. Twice is once. */
  stop: () => Promise<void>
}

/** What a round did on one chain. */
type KeeperReport = {
  chainId: number
  /** Not where another keeper is at work. */
  isHolder: boolean
  returned: readonly bigint[]
  pulled: readonly Address[]
  /** Name of what held it up. */
  trouble: string | undefined
}
