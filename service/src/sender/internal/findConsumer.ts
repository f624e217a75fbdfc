import { type Address, type Hash, hexToBigInt, hexToNumber, isAddressEqual, numberToHex } from 'viem'
import type { ServedChain } from '../../chains/ServedChain.js'

/**
 * Finds the transaction that used a nonce: it proves that another one with that nonce can never be mined.
 *
 * Asks for counts of the newest blocks only, because hosts keep few past states.
 *
 * @returns `undefined` when it is not found; nothing is proven then.
 */
export async function findConsumer({ client }: ServedChain, sender: Address, nonce: number): Promise<Hash | undefined> {
  const countAt = async (block: bigint) =>
    hexToNumber(await client.request({ method: 'eth_getTransactionCount', params: [sender, numberToHex(block)] }))
  const head = hexToBigInt(await client.request({ method: 'eth_blockNumber' }))
  if ((await countAt(head)) <= nonce) return undefined

  // Steps back in growing steps to a block where the nonce was free, then bisects.
  let used = head
  let step = 8n
  while (used > step && (await countAt(used - step)) > nonce) {
    used -= step
    step *= 2n
  }
  let free = used > step ? used - step : 0n
  if ((await countAt(free)) > nonce) return undefined
  while (used - free > 1n) {
    const middle: bigint = (used + free) / 2n
    if ((await countAt(middle)) <= nonce) free = middle
    else used = middle
  }
  const block = await client.request({ method: 'eth_getBlockByNumber', params: [numberToHex(used), true] })
  const found = block?.transactions.find(
    (transaction) =>
      typeof transaction !== 'string' &&
      isAddressEqual(transaction.from, sender) &&
      hexToNumber(transaction.nonce ?? '0x0') === nonce,
  )
  return typeof found === 'object' ? found.hash : undefined
}
