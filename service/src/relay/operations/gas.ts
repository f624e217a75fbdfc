import { type Address, hexToBigInt, hexToNumber, isAddressEqual } from 'viem'
import { contractsOf } from '../../chains/contractsOf.js'
import type { ServedChain } from '../../chains/ServedChain.js'
import { toUnits } from '../../sender/money.js'
import { isBlocked } from '../isBlocked.js'
import { codeAt } from './internal/reads.js'
import type { Planner } from './Planner.js'

/** Content of a gas seed. */
export type GasContent = {
  to: Address
  /** USDC base units, decimal: the amount that `relay.quote` returned. */
  amount: string
}

/** Identifies a seed: one for each recipient, permanently. */
export function gasKey({ id }: Pick<ServedChain, 'id'>, to: Address): string {
  return `gas:${id}:${to.toLowerCase()}`
}

/** Gas of the one transaction that a seed pays for: a sweep or a claim, with a margin. */
export const SEEDED_GAS = 300_000n

/** The smallest seed: 0.05 USDC. */
export const MIN_SEED = 50_000n

/**
 * Gives a fresh address the cost of one transaction. An address that has sent, holds code, is blocked, has no key or is
 * used by the service itself is not eligible; one that holds enough gets nothing.
 */
export const gasPlanner: Planner<GasContent> = {
  kind: 'gas',
  gasMax: 60_000n,
  // Written by the route from a body that was checked.
  parse: (content) => JSON.parse(content) as GasContent,
  plan: ({ to, amount }) => ({ to, data: '0x', value: BigInt(amount) }),
  async preflight({ to, amount }, { chain, relayer, ownAddresses }) {
    const refused = {
      outcome: { problem: 'recipient_not_eligible', impossible: true },
      units: 'refund',
      state: 'refused',
    } as const
    const { deployment, client } = chain
    if (BigInt(to) < keyless) return refused
    if ([relayer, ...ownAddresses, ...contractsOf(deployment)].some((own) => isAddressEqual(own, to))) return refused
    const [nonce, code, balance, blocked] = await Promise.all([
      client.request({ method: 'eth_getTransactionCount', params: [to, 'latest'] }),
      codeAt(chain, to),
      client.request({ method: 'eth_getBalance', params: [to, 'latest'] }),
      isBlocked(chain, to),
    ])
    if (hexToNumber(nonce) !== 0 || code !== '0x' || blocked) return refused
    if (toUnits(hexToBigInt(balance), 'down') >= BigInt(amount))
      return { outcome: { body: { txHash: null, amount: '0' } }, units: 'refund', state: 'refused' }
    return { ok: true }
  },
  async interpret({ amount }, receipt) {
    const txHash = receipt.transactionHash
    return receipt.status === 'success'
      ? { state: 'final', outcome: { body: { txHash, amount } } }
      : { state: 'failed', outcome: { problem: 'upstream_unavailable', txHash } }
  },
}

/** Addresses below it are the zero address, to which the chain pays nothing, and precompiles. */
const keyless = 2n ** 16n
