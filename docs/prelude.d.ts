/** What an example in the guides or in a doc comment may use without declaring it. */
import type { ClientPair } from '@holdfast/sdk'
import type { Address, Hash, Hex } from 'viem'

declare global {
  const publicClient: ClientPair['publicClient']
  const walletClient: ClientPair['walletClient']
  const clients: ClientPair
  const sender: Address
  const recipient: Address
  const transferId: bigint
  const configId: Hex
  const claimHash: Hex
  const code: string
  const salt: Hex
  const txHash: Hash
}
