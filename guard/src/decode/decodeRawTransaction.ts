import { type Address, type Hex, parseTransaction, recoverTransactionAddress, serializeTransaction } from 'viem'
import { decodeCall, type KnownBox } from './decodeCall.js'
import { recoverAuthorities } from './internal/recoverAuthorities.js'
import { readHex } from './json.js'
import { malformed } from './malformed.js'
import type { Decoded } from './types.js'

/**
 * {@link decodeCall} of a signed transaction, on behalf of the account that signed it. Takes anything, and refuses what is not
 * a signed transaction of this chain.
 *
 * Only bytes that serialize to themselves are read, so that no node can read them differently.
 *
 * @param serialized - As of `eth_sendRawTransaction`, at most 256 KiB.
 * @param chainId - Transactions of another chain are refused. One from before EIP-155 names none and is valid on each.
 * @param boxes - As of {@link decodeCall}.
 * @returns Also the recovered sender; undefined where it cannot be recovered, and then `refusal` is set.
 * @example
 * const { from, movements, refusal } = await decodeRawTransaction('0x02f8', 5042002)
 */
export async function decodeRawTransaction(
  serialized: unknown,
  chainId: number,
  boxes?: readonly KnownBox[],
): Promise<Decoded & { readonly from: Address | undefined }> {
  const raw = typeof serialized === 'string' && serialized.length <= maxLength ? readHex(serialized) : undefined
  const read = raw && (await readTransaction(raw))
  if (read === undefined) return { ...malformed('The signed transaction is malformed.'), from: undefined }
  const { from, transaction } = read
  if (transaction.chainId !== undefined && transaction.chainId !== chainId)
    return { ...malformed(`The transaction is for chain ${transaction.chainId}.`, 'other_chain'), from }
  const authorizations = await recoverAuthorities(transaction.authorizationList ?? [], from)
  if (authorizations === undefined)
    return { ...malformed('The transaction has too many authorizations, or a malformed one.'), from }
  const { to, value, data } = transaction
  return { ...decodeCall({ chainId, from, to, value, data, authorizations, boxes }), from }
}

/** Most digits that are read: calldata is shorter, blobs do not pay. */
const maxLength = 2 * 256 * 1024

async function readTransaction(raw: Hex) {
  try {
    // Which kind it is shows only when it is parsed.
    const transaction = parseTransaction(raw) as ReturnType<typeof parseTransaction> & {
      authorizationList?: readonly unknown[]
    }
    // As above: what is signed has these.
    const { r, s, v, yParity } = transaction as Signed
    if (r === undefined || s === undefined) return undefined
    // As above.
    const signature = { r, s, v: v ?? 27n, yParity } as Parameters<typeof serializeTransaction>[1]
    // What was parsed can be written.
    if (serializeTransaction(transaction as Parameters<typeof serializeTransaction>[0], signature) !== raw)
      return undefined
    // It was parsed: it begins as a transaction does.
    const from = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })
    return { from, transaction }
  } catch {
    return undefined
  }
}

/** The signature fields of a parsed transaction. */
type Signed = { readonly r?: Hex; readonly s?: Hex; readonly v?: bigint; readonly yParity?: number }
