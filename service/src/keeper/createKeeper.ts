import { setTimeout as pause } from 'node:timers/promises'
import { isAddressEqual } from 'viem'
import type { Signer } from '../keys/Signer.js'
import type { ServiceParts } from '../ServiceParts.js'
import { nameOf } from '../telemetry/nameOf.js'
import { ChainKeeper } from './internal/ChainKeeper.js'
import type { Keeper, KeeperReport } from './Keeper.js'
import { KeeperKeyError } from './KeeperErrors.js'
import type { KeeperOptions } from './KeeperOptions.js'

/**
 * Creates the keeper: it returns expired transfers to their senders, and pulls what is due from boxes whose owner has
 * bound a payer, each time exactly the amount that the box names. Any account may do either; the keeper does it for
 * those who are offline.
 *
 * It pays for gas with its own key, up to a daily limit, and only on chains whose fees are USDC. Of all keepers of one
 * store, one at a time works on a chain. Keepers of different stores do not disturb each other: before sending, each
 * checks on chain whether the work is already done.
 *
 * @throws {@link KeeperKeyError}
 * @example
 * const keeper = createKeeper(parts, { cosigner: cosignerInProcess(cosigner) })
 * const [report] = await keeper.runOnce()
 * keeper.start()
 */
export function createKeeper(parts: createKeeper.Parts, options: createKeeper.Options = {}): Keeper {
  const { chains, log, stopping } = parts
  const { pollMs = 30_000 } = options
  const signer = signerOf(parts, options)
  const ending = new AbortController()
  const signal = AbortSignal.any([stopping, ending.signal])
  const keepers = [...chains.values()]
    .filter(({ deployment }) => deployment.gasIsUsdc)
    .map((chain) => new ChainKeeper({ ...parts, chain, signer, signal }, options))
  let running: Promise<void> | undefined
  let working: Promise<unknown> = Promise.resolve()

  /** Rounds never overlap. */
  async function runOnce(): Promise<readonly KeeperReport[]> {
    const round = working.then(() => Promise.all(keepers.map((keeper) => keeper.runRound())))
    working = round.catch(() => {})
    return round
  }

  async function runOn(): Promise<void> {
    while (!signal.aborted) {
      await runOnce().catch((error) => log.warn('the keeper was held up', { error: nameOf(error) }))
      await pause(pollMs, undefined, { signal }).catch(() => {})
    }
  }

  return {
    runOnce,
    start() {
      running ??= runOn()
    },
    async stop() {
      ending.abort()
      await running
      await working
    },
  }
}

export declare namespace createKeeper {
  type Parts = Pick<ServiceParts, 'chains' | 'keys' | 'stopping'> &
    Omit<ChainKeeper.Parts, 'chain' | 'signer' | 'signal'>

  type Options = KeeperOptions

  type ErrorType = KeeperKeyError
}

/**
 * The keeper's own key.
 * @throws {@link KeeperKeyError}
 */
function signerOf({ keys }: createKeeper.Parts, { cosigner }: createKeeper.Options): Signer {
  const { keeper } = keys
  if (!keeper) throw new KeeperKeyError('missing')
  for (const other of [keys.relayer, keys.cosigner, cosigner])
    if (other && isAddressEqual(other.address, keeper.address)) throw new KeeperKeyError('shared')
  return keeper
}
