import type { ReadClient } from '@holdfast/sdk/chain'
import type { ClaimSecret } from '@holdfast/sdk/transfer'
import type { Hash } from 'viem'

/** Who submits a claim, and pays for it. */
export type ClaimWay = {
  client: ReadClient
  chainId: number
  /** What the network takes, and from whom. */
  network: string
  /** Resolves to the transaction that paid. */
  submit: (transferId: bigint, secret: ClaimSecret) => Promise<Hash>
}
