import type { BridgeStatus } from '@holdfast/sdk/bridge'
import type { RefusalCode, RefusalFix } from '@holdfast/sdk/chain'

/** Sentences of moving money between networks: the Bridge, the Hub, and the plan that each of their payments is reviewed by. */
export type FlowWords = {
  readonly plan: {
    readonly preparing: string
    readonly arrives: string
    readonly to: string
    readonly own: string
    readonly leaves: string
    readonly fee: string
    readonly atMost: (amount: string) => string
    readonly networkFee: string
    readonly none: string
    readonly wallet: (count: number) => string
    /** By the name of the function that is called, or of what is signed. */
    readonly call: Readonly<Record<string, string>>
    readonly waits: Readonly<Record<string, string>>
    readonly running: string
    readonly again: string
    readonly back: string
    readonly switchTo: (network: string) => string
    readonly switchWhy: (network: string) => string
  }
  readonly refusal: { readonly [code in RefusalCode]: (facts: Readonly<Record<string, string>>) => string }
  readonly fix: { readonly [kind in RefusalFix['kind']]: (fix: Extract<RefusalFix, { kind: kind }>) => string }
  readonly amount: string
  readonly balance: (amount: string) => string
  readonly review: string
  readonly other: { title: string; why: string }
  readonly oldQuote: string
  readonly quoting: string
  readonly unfinished: string
  readonly goOn: string
  /** It is said to have arrived, and no chain has shown it here. */
  readonly claimed: { title: string; not_seen: (network: string) => string; unread: (network: string) => string }
  readonly bridge: {
    readonly title: string
    readonly lead: string
    readonly from: string
    readonly to: string
    readonly quote: (facts: { fee: string; total: string }) => string
    readonly press: (amount: string) => string
    readonly find: { title: string; why: string; id: string; idHint: string; wrong: string; press: string }
    readonly track: string
    readonly state: { readonly [state in BridgeStatus['state'] | 'failed']: { title: string; why: string } }
    readonly delay: string
    readonly mint: { title: string; why: string; press: string; late: string; lateWhy: string }
    readonly received: (amount: string) => string
    readonly resume: { title: string; why: string; press: string }
    readonly id: string
  }
  readonly hub: {
    readonly title: string
    readonly lead: string
    readonly balance: string
    readonly none: string
    readonly empty: string
    readonly pending: (amount: string, network: string) => string
    readonly pendingWhy: string
    readonly tabs: Readonly<Record<'spend' | 'deposit' | 'withdraw', string>>
    readonly from: string
    readonly to: string
    readonly quote: (facts: { fee: string; total: string }) => string
    readonly spend: (amount: string) => string
    readonly deposit: (amount: string) => string
    readonly depositWhy: string
    readonly withdraw: (amount: string) => string
    readonly withdrawWhy: string
    readonly withdrawing: (amount: string) => string
    readonly complete: (amount: string) => string
    readonly notReady: (block: string) => string
    readonly payOut: string
    readonly done: Readonly<Record<'spend' | 'other' | 'coming' | 'deposit' | 'withdraw' | 'complete', string>>
    readonly resume: { title: string; why: string; press: string; done: string; close: string }
  }
}
