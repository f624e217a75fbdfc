import { type Address, type Hex, hashTypedData } from 'viem'
import { sign } from 'viem/accounts'
import { parseAddress, parseParty } from '../chain/address.js'
import { assertBytes32 } from '../chain/bytes32.js'
import { requireDeployment } from '../chain/registry.js'
import type { ClaimKey } from './claimKey.js'
import { assertTransferId } from './internal/contract.js'
import { transferMessage } from './internal/transferMessage.js'

/** A claim that any account may submit: it pays `recipient` alone, and tells no secret. */
export type SignedClaim = {
  transferId: bigint
  recipient: Address
  /** 65 bytes, by the claim key. */
  signature: Hex
}

/** What a claim key signs. */
export type SignClaimParams = {
  chainId: number
  transferId: bigint
  /** Whom the claim pays: the recorded recipient, or of an open transfer whom its holder chooses. */
  recipient: Address
  /** Default: the transfer contract of the registry. */
  contractAddress?: Address | undefined
}

/**
 * Signs a claim with a claim key. Asks no chain and sends nothing, so it works without gas, wallet and connection.
 *
 * @throws {@link InvalidInputError}, `InvalidAddressError`, `UnknownChainError`.
 * @example
 * const key = claimKeyFromCode('7K3M-9QXV-AB2C-DEFG')
 * const signed = await signClaim(key, { chainId: 5042002, transferId: 42n, recipient })
 * const hash = await claimWithKey(clients, signed)
 */
export async function signClaim(
  { privateKey }: Pick<ClaimKey, 'privateKey'>,
  { chainId, transferId, recipient, contractAddress }: SignClaimParams,
): Promise<SignedClaim> {
  assertBytes32('privateKey', privateKey, { secret: true })
  assertTransferId(transferId)
  const to = parseParty('recipient', recipient)
  const contract = contractAddress ?? requireDeployment(chainId).transferContract
  const scope = { chainId, contract: parseAddress('contractAddress', contract) }
  const hash = hashTypedData(transferMessage('Claim', scope, { transferId, recipient: to }))
  return { transferId, recipient: to, signature: await sign({ hash, privateKey, to: 'hex' }) }
}
