import type { ServedChain } from '../chains/ServedChain.js'
import type { Signer } from '../keys/Signer.js'
import type { Store } from '../store/Store.js'
import type { Fees } from './fees.js'
import type { SenderPolicy } from './SenderPolicy.js'

/** What a sender works with. */
export type SenderParts = {
  store: Store
  chain: ServedChain
  signer: Signer
  policy: SenderPolicy
  /** Of its lease. Senders of one key on one chain share it. */
  leaseName: string
  /** Unique among living senders. */
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

/** Told of each step before the next one begins; for tests that end the process there. */
export type OnStep<step extends string = SenderStep> = (step: step, jobId: string | undefined) => void | Promise<void>

/** In this order. */
export type SenderStep = 'signed' | 'prepared' | 'broadcasting' | 'broadcast' | 'receipt' | 'mined' | 'settled'

/** All in milliseconds. */
export type SenderTiming = {
  leaseMs: number
  /** After which the same bytes are offered again. */
  offerMs: number
  /** After which fees are raised. */
  bumpMs: number
  /** After that again, where fees cannot be raised any more, the nonce is given up. */
  giveUpMs: number
  /** A nonce is used, its receipt is not there: after which the blocks are searched. */
  lateReceiptMs: number
}
