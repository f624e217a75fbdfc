import type { BoxCaution, BoxStatus, CosignerFault } from '@holdfast/sdk/shield'
import type { CosignVetoCode } from '@holdfast/sdk/wire'

/** Sentences of spending accounts: the list, a new one, and one of them. */
export type BoxWords = {
  readonly title: string
  readonly one: string
  readonly lead: string
  readonly make: string
  readonly noWallet: string
  readonly empty: { title: string; why: string; example: string }
  readonly incomplete: { title: string; why: string; again: string }
  readonly unfinished: { title: string; why: string; press: string; locked: string }
  readonly spentOf: (spent: string, cap: string) => string
  readonly state: Readonly<Record<BoxStatus, string>>
  readonly kinds: Readonly<Record<'pay' | 'pull', string>>
  readonly form: {
    readonly title: string
    readonly lead: string
    readonly kind: string
    readonly kindWhy: Readonly<Record<'pay' | 'pull', string>>
    readonly cap: string
    readonly capHint: string
    readonly every: string
    readonly perPull: string
    readonly perPullHint: string
    readonly until: string
    readonly review: string
    readonly press: string
    readonly most: string
    readonly ends: string
    readonly noService: { title: string; why: string }
  }
  readonly fact: {
    readonly pays: string
    readonly cap: string
    readonly spent: string
    readonly left: string
    readonly holds: string
    readonly unknown: string
    readonly until: string
    readonly takes: (amount: string, span: string) => string
    readonly next: string
    readonly now: string
    readonly cosigner: string
    readonly service: string
    readonly address: string
  }
  readonly missing: { title: string; why: string; back: string }
  /** `others` is for a reader who cannot take the money back, where `why` asks for that. */
  readonly caution: { readonly [code in BoxCaution]: { title: string; why: string; others?: string } }
  readonly stranger: string
  readonly acts: Readonly<Record<BoxAct, string>>
  readonly actWhy: Readonly<Record<BoxAct, string>>
  readonly presses: Readonly<Record<BoxAct, (amount: string) => string>>
  readonly proof: string
  readonly asking: string
  readonly done: Readonly<Record<BoxAct | 'create', string>>
  readonly veto: {
    readonly title: string
    /** What becomes of the money. */
    readonly why: Readonly<Record<VetoReader, string>>
    /** By the code of a veto; one that only a newer service knows has `other`. */
    readonly reason: { readonly [code in CosignVetoCode | CosignerFault | 'other']: string }
    /** To the recipient, where that is not what its owner should know. */
    readonly payeeReason: { readonly [code in CosignVetoCode]?: string }
  }
  readonly hidden: {
    readonly title: string
    readonly why: string
    readonly unlock: string
    readonly asking: string
    readonly again: string
    readonly unable: string
    readonly contract: string
    readonly open: string
    readonly forget: string
    readonly searching: (done: number, total: number, step: 'announcements' | 'recognition' | 'proofs') => string
    readonly none: string
    readonly unproven: string
  }
  readonly owner: {
    label: string
    choice: Readonly<Record<'wallet' | 'hidden', string>>
    why: Readonly<Record<'wallet' | 'hidden', string>>
  }
  readonly announce: { lead: string; press: string }
  /** Of an operation whose outcome the chain shows. A sweep that is still to be done goes on. */
  readonly open: {
    fund: { arrived: string; missing: string }
    pull: { arrived: string; missing: string }
    sweep: { arrived: string }
  }
}

/** The reader of a veto: an account that can take the money back, or the recipient. */
export type VetoReader = 'vault' | 'payee'

/** What can be done with a spending account. */
export type BoxAct = 'fund' | 'pay' | 'pull' | 'bind' | 'sweep'
