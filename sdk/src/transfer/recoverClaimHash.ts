import { type Address, type Hex, hashTypedData, isHex, pad, recoverAddress, size, slice } from 'viem'
import { parseAddress, parseParty } from '../chain/address.js'
import { requireDeployment } from '../chain/registry.js'
import { assertTransferId } from './internal/contract.js'
import { transferMessage } from './internal/transferMessage.js'
import type { SignedClaim } from './signClaim.js'

/**
 * Finds the claim hash that a signed claim fits: that of the key that has signed it. Asks no chain.
 *
 * @param signed - Of `signClaim`, from any origin.
 * @returns `undefined` for a signature that the contract takes from no key: not 65 bytes, another `v`, a high `s`.
 * @throws {@link InvalidInputError}, `InvalidAddressError`, `UnknownChainError`.
 * @example
 * const signed = await signClaim(claimKeyFromCode('7K3M-9QXV-AB2C-DEFG'), { chainId: 5042002, transferId, recipient })
 * const { claimHash } = await getTransfer(clients, transferId)
 * const isValid = (await recoverClaimHash(signed, { chainId: 5042002 })) === claimHash
 */
export async function recoverClaimHash(
  { transferId, recipient, signature }: SignedClaim,
  { chainId, contractAddress }: { chainId: number; contractAddress?: Address | undefined },
): Promise<Hex | undefined> {
  assertTransferId(transferId)
  const to = parseParty('recipient', recipient)
  const contract = parseAddress('contractAddress', contractAddress ?? requireDeployment(chainId).transferContract)
  if (!isHex(signature) || size(signature) !== 65 || !/1[bc]$/.test(signature)) return undefined
  if (BigInt(slice(signature, 32, 64)) > halfOrder) return undefined
  const hash = hashTypedData(transferMessage('Claim', { chainId, contract }, { transferId, recipient: to }))
  const address = await recoverAddress({ hash, signature }).catch(() => undefined)
  // Letter case does not change the kind.
  return address && pad(address.toLowerCase() as Hex)
}

/** Half of secp256k1's n: of the two forms of a signature the contract takes the one with the lower `s`. */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
