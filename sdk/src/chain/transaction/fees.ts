import { getBlock } from 'viem/actions'
import { ChainUnavailableError } from '../../errors/chain.js'
import type { ClientPair, ReadClient } from '../clients.js'
import { isInconclusive, withoutSecrets } from '../failure.js'
import type { WriteChain } from '../registry.js'
import { transportOf } from '../transportOf.js'

/** What a transaction carries for its gas: by base fee, or, on a chain without one, by a plain price. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } | { gasPrice: bigint }

/** Prices of a unit of gas, in the coin's smallest unit. */
export type Price = {
  /** What a transaction offers at most. */
  offered: bigint
  /** What the next block asks for. */
  least: bigint
  /** `undefined` on a chain without one. */
  baseFee?: bigint
  /** A fair tip, part of what is offered. */
  tip: bigint
}

/**
 * Twice the next block's base fee, so that the transaction survives a few full blocks, plus a fair tip: the median of
 * what the newest blocks' middle transactions paid, where an empty block counts as the least. A node that does not tell
 * is asked for the newest block and for what it calls a fair tip; on a chain whose blocks have no base fee, for its
 * price, and that gets a quarter on top.
 */
export async function priceOf(
  { publicClient }: Pick<ClientPair, 'publicClient'>,
  { minFeePerGas = 0n }: WriteChain,
  attempted: string,
): Promise<Price> {
  const atLeast = (price: bigint) => (price < minFeePerGas ? minFeePerGas : price)
  try {
    const { baseFeePerGas, tip } = (await readFeeHistory(publicClient)) ?? (await readNewest(publicClient))
    if (baseFeePerGas === undefined) {
      const gasPrice = BigInt(await publicClient.request({ method: 'eth_gasPrice' }))
      return { offered: atLeast((gasPrice * 5n) / 4n), least: atLeast(gasPrice), tip: 0n }
    }
    const least = baseFeePerGas + (tip < leastTip ? tip : leastTip)
    return { offered: atLeast(2n * baseFeePerGas + tip), least: atLeast(least), baseFee: baseFeePerGas, tip }
  } catch (error) {
    throw new ChainUnavailableError(attempted, withoutSecrets(error))
  }
}

/** The fields of a transaction that offers so much, with as much of the tip as that leaves beside the base fee. */
export function feesAt(offered: bigint, { baseFee, tip }: Price): Fees {
  if (baseFee === undefined) return { gasPrice: offered }
  return { maxFeePerGas: offered, maxPriorityFeePerGas: baseFee + tip > offered ? offered - baseFee : tip }
}

type Quote = { baseFeePerGas: bigint | undefined; tip: bigint }

/** For nodes that do not know the question: 1 gwei. */
const defaultTip = 1_000_000_000n

/** What a block's maker asks for at least by default, 0.001 gwei. */
const leastTip = 1_000_000n

const blocksAsked = 5

/** Transports whose node does not tell past fees. */
const withoutHistory = /* @__PURE__ */ new WeakSet<object>()

/** Both figures in one request; `undefined` where the node does not tell them. */
async function readFeeHistory(client: ReadClient): Promise<Quote | undefined> {
  const transport = transportOf(client)
  if (withoutHistory.has(transport)) return undefined
  try {
    const history = await client.request({
      method: 'eth_feeHistory',
      params: [`0x${blocksAsked.toString(16)}`, 'latest', [50]],
    })
    // Of the blocks asked for, and of the one to come.
    const baseFeePerGas = BigInt(history.baseFeePerGas.at(-1) ?? 0)
    const tips = (history.reward ?? []).map(([middle]) => BigInt(middle ?? 0))
    const tip = medianOf(tips) ?? 0n
    if (baseFeePerGas > 0n) return { baseFeePerGas, tip: tip < leastTip ? leastTip : tip }
  } catch (error) {
    if (isInconclusive(error)) throw error
  }
  withoutHistory.add(transport)
  return undefined
}

async function readNewest(client: ReadClient): Promise<Quote> {
  const [{ baseFeePerGas }, tip] = await Promise.all([
    getBlock(client),
    client.request({ method: 'eth_maxPriorityFeePerGas' }).then(BigInt, (error: unknown) => {
      if (isInconclusive(error)) throw error
      return defaultTip
    }),
  ])
  return { baseFeePerGas: baseFeePerGas ?? undefined, tip }
}

function medianOf(tips: bigint[]): bigint | undefined {
  return tips.sort((a, b) => (a < b ? -1 : 1))[Math.floor(tips.length / 2)]
}
