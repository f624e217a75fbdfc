import type { Address, Hex, TypedDataDefinition } from 'viem'

/** What is signed about a transfer: `Claim` by its claim key, the others by its sender. */
type Messages = {
  Claim: { transferId: bigint; recipient: Address }
  Cancel: { transferId: bigint; claimHash: Hex; deadline: bigint }
  Rekey: { transferId: bigint; claimHash: Hex; newClaimHash: Hex; deadline: bigint }
  Release: { transferId: bigint; recipient: Address; claimHash: Hex; deadline: bigint }
}

const transferId = { name: 'transferId', type: 'uint256' } as const
const recipient = { name: 'recipient', type: 'address' } as const
const claimHash = { name: 'claimHash', type: 'bytes32' } as const
const newClaimHash = { name: 'newClaimHash', type: 'bytes32' } as const
const deadline = { name: 'deadline', type: 'uint256' } as const

const fields = {
  Claim: [transferId, recipient],
  Cancel: [transferId, claimHash, deadline],
  Rekey: [transferId, claimHash, newClaimHash, deadline],
  Release: [transferId, recipient, claimHash, deadline],
} as const

/** EIP-712 data of the transfer contract. */
export function transferMessage<type extends keyof Messages>(
  primaryType: type,
  { chainId, contract: verifyingContract }: { chainId: number; contract: Address },
  message: Messages[type],
): TypedDataDefinition {
  const domain = { name: 'Holdfast ProtectedTransfer', version: '1', chainId, verifyingContract }
  // The table holds the fields of each type; viem infers them only from a literal.
  return {
    domain,
    types: { [primaryType]: fields[primaryType] },
    primaryType,
    message,
  } as unknown as TypedDataDefinition // viem types a definition by its primary type, which is a parameter here.
}
