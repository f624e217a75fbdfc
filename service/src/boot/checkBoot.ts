import { hexToNumber } from 'viem'
import type { ServedChain } from '../chains/ServedChain.js'
import { StartBlockError } from '../indexes/IndexErrors.js'
import type { ServiceParts } from '../ServiceParts.js'
import { BootError } from './BootError.js'

/**
 * Checks the clock and the newest blocks before anything is signed. `connectChain` has already checked that the
 * endpoints serve the right chains, with our contracts on them.
 *
 * @throws `StartBlockError`, {@link BootError}, `StoreUnavailableError`.
 */
export async function checkBoot(
  { store, chains, now, log }: Pick<ServiceParts, 'config' | 'store' | 'chains' | 'now' | 'log'>,
  options: { maxClockSkewSeconds?: number | undefined } = {},
): Promise<void> {
  await store.probe()
  const skews = await Promise.all([...chains.values()].map((chain) => checkChain(chain, now)))
  // A single chain may have stopped, but hardly all of them at once: the one that agrees best shows the error of the
  // host's clock.
  const skew = skews.reduce((least, one) => (Math.abs(one) < Math.abs(least) ? one : least), Number.POSITIVE_INFINITY)
  const seconds = Math.round(Math.abs(skew))
  if (seconds > (options.maxClockSkewSeconds ?? refusedSeconds))
    throw new BootError(
      `The host's clock and the newest block are ${seconds} seconds apart.`,
      'Set the clock by NTP, or check whether the endpoints are behind.',
    )
  if (seconds > warnedSeconds) log.warn("the host's clock and the newest block differ", { seconds })
}

const warnedSeconds = 30
const refusedSeconds = 60

/** @returns By how many seconds the host's clock is ahead of the newest block. */
async function checkChain({ id, client, deployment }: ServedChain, now: () => number): Promise<number> {
  const head = await client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  if (!head?.number) throw new BootError(`Chain ${id} has no newest block.`, 'Check that its endpoints work.')
  const number = hexToNumber(head.number)
  const { transfer, stealthAnnouncer, spendPolicyFactory } = deployment.deployBlocks
  for (const [what, block] of Object.entries({ transfer, stealthAnnouncer, spendPolicyFactory }))
    if (Number(block) > number) throw new StartBlockError(id, what, Number(block), number)
  return now() / 1000 - hexToNumber(head.timestamp)
}
