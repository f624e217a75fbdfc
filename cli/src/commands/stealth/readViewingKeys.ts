import { parseStealthMetaAddress, type ViewingKeys } from '@holdfast/sdk/stealth'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, type Hex, hexToBytes, isHex, size } from 'viem'
import type { Context } from '../../command/Context.js'
import { usageFailure } from '../../failure/CommandFailure.js'

/**
 * The keys of a reader that finds payments and cannot spend them: the meta-address as typed, and its viewing key, which is
 * read like a code.
 *
 * @throws CommandFailure `invalid_viewing_key` where it is invalid, or that of another meta-address; it is not repeated.
 */
export async function readViewingKeys(
  { terminal }: Pick<Context, 'terminal'>,
  metaAddress: string,
  chainId: number,
): Promise<ViewingKeys> {
  const { spendingPub, viewingPub } = parseStealthMetaAddress(metaAddress, chainId)
  const viewingKey = (await terminal.askSecret('Viewing key:')).trim()
  if (!isHex(viewingKey) || publicKeyOf(viewingKey) !== viewingPub)
    throw usageFailure('invalid_viewing_key', 'That is not the viewing key of this meta-address.', [
      'stealth keys --viewing-key-file <file> writes it, with the wallet of the meta-address.',
    ])
  return { viewingKey, spendingPub }
}

function publicKeyOf(key: Hex): Hex | undefined {
  if (size(key) !== 32) return undefined
  try {
    return bytesToHex(secp256k1.getPublicKey(hexToBytes(key)))
  } catch {
    return undefined
  }
}
