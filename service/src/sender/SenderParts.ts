import type { ServedChain } from '../chains/ServedChain.js'
import type { Signer } from '../keys/Signer.js'
import type { Store } from '../store/Store.js'
import type { Fees } from './fees.js'
import type { SenderPolicy } from './SenderPolicy.js'

/** What a sender needs. */
export type SenderParts = {
  store: Store
  chain: ServedChain
  signer: Signer
  policy: SenderPolicy
  /** Of its lease. Senders of one key on one chain share it. */
  leaseName: string
  /** Unique among running senders. */
  holder: string
  /** Native wei. */
  maxFeePerGas: bigint
  readFees: (maxAgeMs?: number) => Promise<Fees>
  /** Unix milliseconds. */
  now: () => number
  /** For ages. */
  elapsed: () => number
  timing: SenderTiming
  onStep: OnStep | undefined
}

/** Called at each step before the next one begins; for tests that end the process there. */
export type OnStep<step extends string = SenderStep> = (step: step, jobId: string | undefined) => void | Promise<void>

/** In this order. */
export type SenderStep = 'signed' | 'prepared' | 'broadcasting' | 'broadcast' | 'receipt' | 'mined' | 'settled'

/** All in milliseconds. */
export type SenderTiming = {
  leaseMs: number
  /** After this time the same bytes are broadcast again. */
  offerMs: number
  /** After this time fees are raised. */
  bumpMs: number
  /** After this time again, when fees cannot be raised any more, the nonce is given up. */
  giveUpMs: number
  /** When a nonce is used but its receipt is missing: after this time the blocks are searched. */
  lateReceiptMs: number
}
