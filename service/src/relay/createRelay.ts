import { randomUUID } from 'node:crypto'
import type { Address, Hash } from 'viem'
import type { Admission } from '../admission/Admission.js'
import type { Refusal } from '../audit/Refusal.js'
import type { ServedChain } from '../chains/ServedChain.js'
import type { Config } from '../config/Config.js'
import type { Signer } from '../keys/Signer.js'
import type { ServiceParts } from '../ServiceParts.js'
import { createFeeReader } from '../sender/fees.js'
import type { OnStep } from '../sender/SenderParts.js'
import { pollMsOf, SENDER_TIMING } from '../sender/timing.js'
import type { Store } from '../store/Store.js'
import { elapsed as sinceStart } from '../telemetry/elapsed.js'
import { ChainRelay } from './internal/ChainRelay.js'
import type { RelayStep, RelayTiming } from './internal/RelayParts.js'
import { Sponsor } from './internal/Sponsor.js'
import { watchBalance } from './internal/watchBalance.js'
import { quoteOf } from './quoteOf.js'
import type { Quote, Relay } from './Relay.js'

/**
 * Starts relaying: first settles what an earlier process left, then carries out admitted operations.
 *
 * @example
 * const relay = createRelay({ ...parts, admission, signer })
 * const admitted = await admission.admit(request)
 * relay.wake()
 */
export function createRelay(parts: createRelay.Parts, options: createRelay.Options = {}): Relay {
  const { store, chains, config, onRefused } = parts
  const served = [...chains.values()].filter(({ deployment }) => deployment.gasIsUsdc)
  const opened = new Map(served.map((chain) => [chain.id, openChain(chain, parts, options)]))

  const chainOf = (chainId: number) => {
    const chain = opened.get(chainId)
    if (!chain) throw new RangeError(`Chain ${chainId} is not relayed on.`)
    return chain
  }

  const isBlocked = (chainId: number) => opened.get(chainId)?.balance()?.isBlocked === true

  return {
    serves: (chainId) => opened.has(chainId),
    async quote(chainId, kind) {
      const fees = await chainOf(chainId)
        .readFees(quoteMs)
        .catch(() => undefined)
      const quote: Quote = fees ? quoteOf(kind, fees, config.money) : { refused: 'upstream_unavailable' }
      if ('refused' in quote && quote.refused === 'fee_ceiling') onRefused?.({ reason: quote.refused, kind, chainId })
      return quote
    },
    wake() {
      for (const { relay } of opened.values()) relay.wake()
    },
    findTransaction: (operationId) => findTransaction(store, operationId),
    balance: (chainId) => opened.get(chainId)?.balance(),
    trouble: (chainId) => chainOf(chainId).relay.trouble ?? (isBlocked(chainId) ? 'blocked' : undefined),
    isReady: (chainId) => chainOf(chainId).relay.isReady && !isBlocked(chainId),
    async stop() {
      await Promise.all([...opened.values()].map((chain) => chain.stop()))
    },
  }
}

export declare namespace createRelay {
  type Parts = Pick<ServiceParts, 'store' | 'chains' | 'log' | 'metrics' | 'now' | 'elapsed'> & {
    config: Pick<Config, 'instanceId' | 'money'> & {
      /** Pays for claims, if it accepts them. */
      sponsor?: Config['sponsor']
    }
    admission: Admission
    signer: Signer
    /** Accounts of the service that never get a gas seed: co-signer, keeper. */
    ownAddresses?: readonly Address[] | undefined
    /** Called when a request is refused before admission, because of the chain's fees. */
    onRefused?: ((refusal: Refusal) => void) | undefined
  }

  type Options = {
    /** For tests. */
    timing?: Partial<RelayTiming> | undefined
    /** For tests. */
    onStep?: OnStep<RelayStep> | undefined
  }
}

/** Fits the half-second blocks of the primary chain; docs/operating.md describes the effects. */
const defaultTiming: Omit<RelayTiming, 'pollMs'> = {
  ...SENDER_TIMING,
  standbyMs: 1_000,
  leaseMs: 15_000,
  answerMs: 10_000,
  resendMs: 30_000,
  sponsorMs: 5_000,
}

/** Highest age of the fees of a quote. */
const quoteMs = 2_000

/** Starts relaying on one chain. */
function openChain(chain: ServedChain, parts: createRelay.Parts, options: createRelay.Options) {
  const { store, admission, signer, ownAddresses = [], config, log, metrics, now, elapsed = sinceStart } = parts
  const { money, sponsor, instanceId } = config
  const timing = { ...defaultTiming, pollMs: pollMsOf(chain.deployment), ...options.timing }
  const readFees = createFeeReader(chain, elapsed)
  const watch = watchBalance({ chain, relayer: signer.address, money, readFees, metrics, now })
  const relay = new ChainRelay({
    store,
    admission,
    chain,
    signer,
    ownAddresses,
    money,
    sponsor: new Sponsor(sponsor, chain, signer, timing.sponsorMs),
    holder: `${instanceId}:${randomUUID()}`,
    now,
    elapsed,
    log,
    metrics,
    readFees,
    balance: watch.balance,
    refreshBalance: watch.refresh,
    onSettled: watch.refreshSoon,
    timing,
    onStep: options.onStep,
  })
  const stop = async () => {
    watch.stop()
    await relay.stop()
  }
  return { readFees, relay, balance: watch.balance, stop }
}

async function findTransaction({ db }: Store, operationId: string): Promise<Hash | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select('hash')
    .where('operation_id', '=', operationId)
    .where('state', '!=', 'dead')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Only the relay writes the column.
  return row?.hash as Hash | undefined
}
