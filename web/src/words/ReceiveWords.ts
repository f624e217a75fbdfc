/** Sentences of "Receive" and of "Ask for money". */
export type ReceiveWords = {
  readonly title: string
  readonly lead: string
  readonly address: string
  readonly copy: string
  readonly qr: string
  readonly noWallet: { title: string; why: string }
  readonly ask: { title: string; why: string; go: string }
  readonly form: {
    title: string
    lead: string
    amount: string
    amountHint: string
    reference: string
    referenceHint: string
    referenceWrong: string
    life: string
    lives: Readonly<Record<'day' | 'week' | 'month', string>>
    sign: string
    signing: string
  }
  readonly made: {
    title: string
    lead: (facts: { amount: string | undefined; until: string }) => string
    qr: string
    copy: string
    warning: string
    file: string
    fileWhy: string
    again: string
  }
}
