import type { Address, Hash } from 'viem'
import { recoverAddress } from 'viem/utils'
import { readAddress, readHex, readList, readObject } from '../../chain/explorerApi/fields.js'
import { lower } from '../history/lower.js'
import { fact } from './findings.js'
import { hashDelegation } from './hashDelegation.js'
import type { Ask } from './rpcAsk.js'

/** The numbers of the delegations (EIP-7702) that an account has signed in one transaction. */
export async function readDelegationsOf(
  ask: Ask,
  account: Address,
  hash: Hash,
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const transaction = await ask('eth_getTransactionByHash', [hash], signal)
  return transaction === null ? [] : delegationsIn(account, transaction)
}

/**
 * Finds the block of the delegation that used one nonce of an account. Any account can submit a delegation, in a transaction to
 * any address, and no list of the signer contains it: the node is asked for the block in which the nonce passed this one, and
 * that block is read. Where a node has no past states, the search covers the blocks whose state it has.
 *
 * @param range - Blocks in which that happened; without an end, up to the newest.
 * @returns `undefined` where no delegation used that nonce.
 */
export async function findDelegation(
  ask: Ask,
  account: Address,
  number: number,
  range: { from: bigint; to: bigint | undefined },
  signal: AbortSignal | undefined,
): Promise<bigint | undefined> {
  const newest = async () => BigInt(readHex(await ask('eth_blockNumber', [], signal), 'block number'))
  const hasPassed = async (block: bigint) => {
    const read = () => ask('eth_getTransactionCount', [account, toHex(block)], signal)
    const { value } = await fact(signal, async () => Number(readHex(await read(), 'nonce')))
    return value !== undefined && value > number
  }
  // At the end of `low` the nonce has not passed the number, at the end of `high` it has.
  let [low, high] = [range.from - 1n, range.to ?? (await newest())]
  while (high - low > 1n) {
    const places = cut(low, high)
    const passed = (await Promise.all(places.map(hasPassed))).indexOf(true)
    high = places[passed] ?? high
    low = places[passed < 0 ? places.length - 1 : passed - 1] ?? low
  }
  const block = readObject(await ask('eth_getBlockByNumber', [toHex(high), true], signal), 'block')
  const found = readList(block.transactions, 'transactions').map((one) => delegationsIn(account, one))
  return (await Promise.all(found)).some((numbers) => numbers.includes(number)) ? high : undefined
}

/** Blocks asked about side by side: each round leaves an eighth. */
const probes = 7n

function cut(low: bigint, high: bigint): bigint[] {
  const parts = Array.from({ length: Number(probes) }, (_, at) => low + ((high - low) * BigInt(at + 1)) / (probes + 1n))
  return [...new Set(parts)].filter((block) => block > low && block < high)
}

function toHex(block: bigint): string {
  return `0x${block.toString(16)}`
}

async function delegationsIn(account: Address, transaction: unknown): Promise<number[]> {
  const list = readObject(transaction, 'transaction').authorizationList
  const delegations = list === undefined ? [] : readList(list, 'authorizationList')
  const numbers = delegations.map(async (value) => {
    const { chainId, address, nonce, yParity, r, s } = readObject(value, 'authorization')
    const number = Number(readHex(nonce, 'nonce'))
    const hash = hashDelegation({
      chainId: Number(readHex(chainId, 'chainId')),
      address: readAddress(address, 'address'),
      nonce: number,
    })
    const signature = { yParity: Number(readHex(yParity, 'yParity')), r: readHex(r, 'r'), s: readHex(s, 's') }
    const authority = await recoverAddress({ hash, signature })
    return lower(authority) === account ? [number] : []
  })
  return (await Promise.allSettled(numbers)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}
