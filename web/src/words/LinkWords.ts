import type { LinkState } from '@holdfast/sdk/links'

/** Sentences of payment links: as their sender, and as who holds one. */
export type LinkWords = {
  /** Said wherever such a link is made, copied or opened. */
  readonly cash: { title: string; why: string; released: string; releasedTo: string }
  readonly make: {
    title: string
    lead: string
    limit: (amount: string) => string
    release: string
    releaseHint: string
    releaseForced: (amount: string) => string
    review: string
    reviewTitle: string
    sentence: (facts: { amount: string; time: string }) => string
    sentenceReleased: (facts: { amount: string; time: string }) => string
    send: (amount: string) => string
    progress: string
  }
  readonly list: {
    title: string
    lead: string
    make: string
    empty: { title: string; why: string }
    noWallet: string
    state: { readonly [state in LinkState]: string }
    until: (moment: string) => string
    paidTo: string
    notHere: string
  }
  readonly page: {
    title: (amount: string) => string
    copy: string
    qr: string
    notHere: string
    asked: { none: string; noneWhy: string; one: string; many: string; manyWhy: string; incomplete: string }
    release: string
    releaseWhy: string
    blocked: string
    look: string
    gone: { title: string; why: string }
    readOnly: string
  }
  readonly pay: {
    one: string
    title: (amount: string) => string
    titleReleased: (amount: string) => string
    lead: string
    from: string
    fromHint: string
    to: string
    toHint: string
    toWrong: string
    claim: string
    ask: string
    wallet: string
    working: string
    unknown: string
    done: { title: (amount: string) => string; why: string }
    waiting: { title: string; why: string }
    state: { readonly [state in Exclude<LinkState, 'open'>]: { title: string; why: string } }
    lost: { title: string; why: string }
    missing: { title: string; why: string }
  }
}
