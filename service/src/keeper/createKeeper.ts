import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Address, getAddress, isAddressEqual } from 'viem'
import type { ServedChain } from '../chains/ServedChain.js'
import type { Signer } from '../keys/Signer.js'
import type { ServiceParts } from '../ServiceParts.js'
import { createFeeReader } from '../sender/fees.js'
import type { OnStep } from '../sender/SenderParts.js'
import { pollMsOf, SENDER_TIMING } from '../sender/timing.js'
import { nameOf } from '../telemetry/nameOf.js'
import { KeeperOutbox, type KeeperTiming } from './internal/KeeperOutbox.js'
import { chainTime, type KeeperRound } from './internal/KeeperRound.js'
import { observeSender } from './internal/observeSender.js'
import { pullDue, pullFrom } from './internal/pullDue.js'
import { recordTransfers } from './internal/recordTransfers.js'
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
  const { address } = signer
  for (const other of [keys.relayer?.address, keys.cosigner?.address, ...(cosigner ? [cosigner.address] : [])])
    if (other && isAddressEqual(other, signer.address)) throw new KeeperKeyError('shared')
  const holder = `${config.instanceId}:${randomUUID()}`
  const ending = new AbortController()
  const signal = AbortSignal.any([stopping, ending.signal])
  const outboxes = [...chains.values()]
    .filter(({ deployment }) => deployment.gasIsUsdc)
    .map((chain) => ({ chain, outbox: openOutbox(chain, signer) }))
  let running: Promise<void> | undefined
  let working: Promise<unknown> = Promise.resolve()

  function openOutbox(chain: ServedChain, key: Signer): KeeperOutbox {
    return new KeeperOutbox({
      store,
      chain,
      signer: key,
      dailyLimit,
      maxFeePerGas: config.money.maxFeePerGas,
      readFees: createFeeReader(chain, now),
      holder,
      now,
      timing: {
        ...SENDER_TIMING,
        pollMs: pollMsOf(chain.deployment),
        confirmMs: confirmMs,
        leaseMs,
        ...options.timing,
      },
      observe: (event) => observeSender({ log, metrics, chainId: chain.id }, event),
      onStep: options.onStep,
    })
  }

  async function runRound(chain: ServedChain, outbox: KeeperOutbox): Promise<KeeperReport> {
    const report: KeeperReport = { chainId: chain.id, isHolder: true, returned: [], pulled: [], trouble: undefined }
    const { sender } = outbox
    const { lease } = sender
    const count = (outcome: string) => metrics.count('keeper_rounds_total', { chain: String(chain.id), outcome })
    if (!(await lease.hold())) {
      await lease.heedStop()
      count('standby')
      return { ...report, isHolder: false }
    }
    // Every write looks at the lease, so that a renewal that fails needs no word.
    const renewal = setInterval(() => void lease.renew().catch(() => {}), leaseMs / 4)
    const round = { chain, store, outbox, key: () => lease.key(), log, metrics, now, signal }
    try {
      await work(round, report)
    } catch (error) {
      report.trouble = nameOf(error)
      if (!signal.aborted) log.warn('the keeper was held up', { chain: chain.id, error: report.trouble })
    } finally {
      clearInterval(renewal)
      await sender.release()
    }
    count(report.trouble === undefined ? 'done' : 'held_up')
    return report
  }

  async function work(round: KeeperRound, report: KeeperReport): Promise<void> {
    const { chain, outbox } = round
    await outbox.settle(signal)
    const balance = await outbox.balance()
    metrics.gauge('keeper_balance_usdc', Number(balance) / 1e6, { chain: String(chain.id) })
    if (refill && cosigner && refill.chainId === chain.id && balance < refill.below) {
      const outcome = await pullFrom(round, cosigner, refill.box, await chainTime(round))
      log.info('the keeper asked its box for money', { chain: chain.id, outcome: outcome.kind })
    }
    await recordTransfers(round)
    report.returned = await returnExpired(round, address, maxBatch)
    if (cosigner) report.pulled = await pullDue(round, cosigner, await readBoxes(chain.id))
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
    const turn = working.then(() => Promise.all(outboxes.map(({ chain, outbox }) => runRound(chain, outbox))))
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
    /** For tests. */
    timing?: Partial<KeeperTiming> | undefined
    /** For tests. */
    onStep?: OnStep | undefined
  }

  type ErrorType = KeeperKeyError
}

/** For which a transaction is waited for. */
const confirmMs = 30_000

/** Returns expired transfers and pulls what is due. */
export type Keeper = {
  /** One round on every chain; what has to wait is left for another one. Never throws for a chain. */
  runOnce: () => Promise<readonly KeeperReport[]>
  /** Round after round. */
  start: () => void
  /** Finishes what is being sent. Idempotent. */
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
