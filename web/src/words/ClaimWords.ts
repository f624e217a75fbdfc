import type { LinkState } from '@holdfast/sdk/links'
import type { ClaimFault } from './Words.js'

/** Sentences of claiming a payment. */
export type ClaimWords = {
  readonly title: string
  readonly lead: string
  readonly link: string
  readonly linkHint: string
  readonly linkWrong: string
  readonly open: string
  readonly scan: string
  readonly card: (amount: string) => string
  readonly from: string
  readonly fromHint: string
  readonly to: string
  readonly toOwn: string
  readonly toOther: string
  readonly until: string
  readonly fee: string
  readonly costs: string
  readonly free: string
  readonly code: string
  readonly codeHint: string
  readonly press: string
  readonly pressWallet: string
  readonly own: string
  readonly pressed: string
  readonly done: { title: (amount: string) => string; why: string }
  readonly asksAgain: string
  readonly attempts: (left: number) => string
  readonly fault: Readonly<Record<ClaimFault, string>>
  readonly state: { readonly [state in Exclude<LinkState, 'open'>]: { title: string; why: string } }
  readonly missing: { title: string; why: string }
  readonly otherChain: { title: string; why: string }
}
