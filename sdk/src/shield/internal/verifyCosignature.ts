import { type Address, type Hex, isAddressEqual } from 'viem'
import type { ReadClient } from '../../chain/clients.js'
import { withoutSecrets } from '../../chain/failure.js'
import { acceptsSignature } from '../../chain/transaction/erc1271.js'
import { ChainUnavailableError } from '../../errors/chain.js'
import { recoverSigner } from './recoverSigner.js'

/**
 * Whether a box would take a signature as its co-signer's: ECDSA first, and ERC-1271 only where that fails and the
 * co-signer has code. Nothing is asked of the chain about a co-signer that has signed with its key.
 *
 * @throws {@link ChainUnavailableError} when the co-signer must be asked and the node does not answer.
 */
export async function verifyCosignature(
  client: ReadClient,
  { cosigner, digest, signature }: { cosigner: Address; digest: Hex; signature: Hex },
): Promise<boolean> {
  const signer = recoverSigner(digest, signature, 'contract')
  if (signer !== undefined && isAddressEqual(signer, cosigner)) return true
  // A precompile answers without having code, and its answer is not a judgement.
  if (!(await hasCode(client, cosigner))) return false
  return acceptsSignature(client, cosigner, digest, signature)
}

async function hasCode(client: ReadClient, address: Address): Promise<boolean> {
  try {
    const code = await client.request({ method: 'eth_getCode', params: [address, 'latest'] })
    return code !== undefined && code !== '0x'
  } catch (error) {
    throw new ChainUnavailableError('reading the code of the co-signer', withoutSecrets(error))
  }
}
