/** What an example in the guides or in a doc comment may use without declaring it: clients, addresses and values of the reader. */
import type {
  AuthorizeRequest,
  ClientPair,
  EphemeralPolicy,
  HistoryEntry,
  newStealthPolicy,
  RemoteCoSigner,
  SendAuthorization,
  ServiceClient,
  StealthAnnouncement,
  StealthKeys,
  StealthMetaAddress,
} from '@holdfast/sdk'
import type * as viem from 'viem'

declare global {
  type Address = viem.Address
  type Hex = viem.Hex

  const publicClient: viem.PublicClient<viem.Transport, viem.Chain | undefined>
  const walletClient: viem.WalletClient<viem.Transport, viem.Chain | undefined, viem.Account | undefined>
  const clients: ClientPair
  const account: viem.Account
  /** The wallet of the page. */
  const ethereum: viem.EIP1193Provider
  const address: Address
  const sender: Address
  const recipient: Address
  const to: Address
  const contractAddress: Address
  const feeRecipient: Address
  const verifier: Address
  const token: Address
  const amount: bigint
  const balance: bigint
  const transferId: bigint
  const configId: Hex
  const claimHash: Hex
  const code: string
  const salt: Hex
  const linkSecret: Hex
  const nonceSalt: Hex
  const authorization: SendAuthorization
  const txHash: viem.Hash
  const receipt: viem.TransactionReceipt
  const entry: HistoryEntry

  // Boxes. The clients of the vault sign with its key.
  const box: Address
  const myBoxes: readonly Address[]
  const owner: Address
  const payer: Address
  const vault: Address
  const vaultClients: ClientPair
  const target: Address
  const expiry: number
  const terms: newStealthPolicy.Terms
  const policy: EphemeralPolicy
  const signature: Hex
  const privateKey: Hex
  const cosigner: RemoteCoSigner
  const cosignerAddress: Address
  const request: AuthorizeRequest
  const text: string
  const response: Response
  const service: ServiceClient

  // Stealth owners.
  const keys: StealthKeys
  const meta: StealthMetaAddress
  const stealth: StealthAnnouncement
}
