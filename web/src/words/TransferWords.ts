import type { TransferDifference } from '@holdfast/sdk/errors'
import type { TransferStatus } from '@holdfast/sdk/transfer'

/** Sentences of one payment: its state, its code, and what can be done with it. */
export type TransferWords = {
  readonly title: (id: string) => string
  readonly to: string
  readonly status: { readonly [status in TransferStatus]: string }
  readonly overdue: string
  readonly lockedWhy: string
  readonly code: {
    title: string
    why: string
    never: string
    copyNow: string
    copy: string
    link: string
    qr: string
    linkWithTitle: string
    linkWith: string
    linkWithWhy: string
    otherAccount: string
    notKept: string
  }
  readonly actions: string
  readonly readOnly: string
  readonly cancel: string
  readonly cancelWhy: string
  readonly rekey: string
  readonly rekeyWhy: string
  readonly giveBack: string
  readonly giveBackWhy: string
  readonly confirm: string
  readonly keep: string
  readonly lost: Readonly<Record<'claimed' | 'cancelled' | 'returned', string>>
  readonly missing: { title: string; why: string }
  readonly swapped: {
    readonly title: string
    readonly lead: string
    readonly shown: string
    readonly mined: string
    readonly fields: Readonly<Record<TransferDifference, string>>
    readonly holder: string
    readonly cancel: string
    readonly cancelled: string
    readonly cancelledWhy: string
    readonly after: string
  }
}
