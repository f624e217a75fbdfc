/** What an example in the guides or in a doc comment may use without declaring it. */
import type { ClientPair, SendAuthorization } from '@holdfast/sdk'
import type { Account, Address, Hash, Hex, TransactionReceipt } from 'viem'

declare global {
  const publicClient: ClientPair['publicClient']
  const walletClient: ClientPair['walletClient']
  const clients: ClientPair
  const account: Account
  const address: Address
  const sender: Address
  const recipient: Address
  const to: Address
  const contractAddress: Address
  const feeRecipient: Address
  const verifier: Address
  const amount: bigint
  const balance: bigint
  const transferId: bigint
  const configId: Hex
  const claimHash: Hex
  const code: string
  const salt: Hex
  const nonceSalt: Hex
  const authorization: SendAuthorization
  const txHash: Hash
  const receipt: TransactionReceipt
}
