import type { Address } from 'viem'

/** What a claim key signs: the recipient of one transfer of one contract. */
export function claimMessage(
  { chainId, contract }: { chainId: number; contract: Address },
  { transferId, recipient }: { transferId: bigint; recipient: Address },
) {
  return {
    domain: transferDomain(chainId, contract),
    types: {
      Claim: [
        { name: 'transferId', type: 'uint256' },
        { name: 'recipient', type: 'address' },
      ],
    },
    primaryType: 'Claim',
    message: { transferId, recipient },
  } as const
}

/** EIP-712 domain of the transfer contract. */
export function transferDomain(chainId: number, contract: Address) {
  return { name: 'Holdfast ProtectedTransfer', version: '1', chainId, verifyingContract: contract } as const
}
