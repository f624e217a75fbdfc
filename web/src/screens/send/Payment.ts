import type { VerifiedPaymentRequest } from '@holdfast/sdk/requests'
import type { RiskReport } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import type { Overruled } from '../../payee/Overruled.js'

/** How long a payment can be claimed. */
export const TIMES = { hour: 3_600, day: 86_400, week: 604_800 } as const
export type Time = keyof typeof TIMES

/** What the form holds. */
export type SendForm = { recipient: string; amount: string; time: Time }

/** A payment that can be reviewed. */
export type Payment = {
  to: Address
  amount: bigint
  time: Time
  report: RiskReport
  overruled: Overruled | undefined
  /** The signed request that is paid. */
  request?:
    | (Pick<VerifiedPaymentRequest, 'hash' | 'source'> & {
        /** Whether it can still be paid, by its row in the journal: it may have expired, or another tab may have paid it. */
        isOpen: (entry: string) => Promise<boolean>
      })
    | undefined
}
