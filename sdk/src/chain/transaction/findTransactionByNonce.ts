import { type Address, isAddressEqual, numberToHex, type RpcTransaction } from 'viem'
import { ChainUnavailableError } from '../../errors/chain.js'
import { textOf } from '../../errors/textOf.js'
import { parseAddress } from '../address.js'
import type { ReadClient } from '../clients.js'
import { withoutSecrets } from '../failure.js'
import { assertReads, chainIdOf } from '../network.js'

/**
 * Finds the mined transaction that used a nonce of an account: where its hash is another one than expected, the expected
 * transaction can be mined only if the other one's block is taken back.
 *
 * Asks for the account's nonce at earlier blocks, the newest first and in growing steps, since nodes keep few past states.
 *
 * @returns `undefined` where the nonce is free, or no transaction of the account used it (a delegation by EIP-7702 does, too).
 * @throws {@link ChainUnavailableError} with effect `open`: the node failed, has forgotten the state or lacks the block, or the
 *   client came to another chain meanwhile. Nothing is known of the nonce then. `InvalidAddressError` before any request.
 * @example
 * const { hash } = (await findTransactionByNonce(publicClient, sender, 7)) ?? {}
 */
export async function findTransactionByNonce(
  client: ReadClient,
  sender: Address,
  nonce: number,
): Promise<RpcTransaction | undefined> {
  const from = parseAddress('sender', sender)
  try {
    const chainId = await chainIdOf(client)
    const found = await searchNonce(client, from, BigInt(nonce))
    await assertReads(client, chainId)
    return found === 'free' ? undefined : found
  } catch (error) {
    const attempted = `looking for transaction ${textOf(nonce)} of ${from}`
    throw new ChainUnavailableError(attempted, withoutSecrets(error), 'open')
  }
}

/**
 * The search of {@link findTransactionByNonce}, without its checks of address and chain, and with the client's own errors.
 *
 * @returns `'free'` where the nonce is unused at the newest block that the node shows, `undefined` where something else than a
 *   transaction has used it.
 */
export async function searchNonce(
  client: ReadClient,
  sender: Address,
  nonce: bigint,
): Promise<RpcTransaction | 'free' | undefined> {
  const isUsedAt = async (block: bigint) =>
    BigInt(await client.request({ method: 'eth_getTransactionCount', params: [sender, numberToHex(block)] })) > nonce
  let used = BigInt(await client.request({ method: 'eth_blockNumber' }))
  if (!(await isUsedAt(used))) return 'free'
  // The nonce is used from one block on: in growing steps back to where it is free, then by halves between the two.
  for (let free = -1n, step = 1n; used - free > 1n; step *= 2n) {
    const halfway = (used + free) / 2n
    const block = used - step > halfway ? used - step : halfway
    if (await isUsedAt(block)) used = block
    else free = block
  }
  const block = await client.request({ method: 'eth_getBlockByNumber', params: [numberToHex(used), true] })
  if (block === null) throw new Error(`Block ${used} is not there.`)
  // Asked for with its transactions.
  const transactions = block.transactions as readonly RpcTransaction[]
  return transactions.find((one) => isAddressEqual(one.from, sender) && BigInt(one.nonce) === nonce)
}
