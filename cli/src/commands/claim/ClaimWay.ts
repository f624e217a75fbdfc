import type { ReadClient } from '@holdfast/sdk/chain'
import type { ClaimKey, ClaimSecret } from '@holdfast/sdk/transfer'
import type { Address, Hash } from 'viem'

/** Who submits a claim, and pays for it. */
export type ClaimWay = {
  client: ReadClient
  chainId: number
  /** What the network takes, and from whom. */
  network: string
  /** The account that submits it; absent where the service does. */
  account?: Address
  /** Resolves to the transaction that paid `recipient`. */
  submit: (transferId: bigint, opener: ClaimOpener, recipient: Address) => Promise<Hash>
}

/** What opens a transfer, by its claim mode. */
export type ClaimOpener = ClaimSecret | ClaimKey
