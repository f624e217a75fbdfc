/** What an example in the guides or in a doc comment may use without declaring it. */
import type { ClientPair, SendAuthorization } from '@holdfast/sdk'
import type {
  Account,
  Address,
  Chain,
  Hash,
  Hex,
  PublicClient,
  TransactionReceipt,
  Transport,
  WalletClient,
} from 'viem'

declare global {
  const publicClient: PublicClient<Transport, Chain | undefined>
  const walletClient: WalletClient<Transport, Chain | undefined, Account | undefined>
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
