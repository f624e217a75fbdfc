/** Sentences of what was begun and not seen to end. */
export type OpenWords = Readonly<Record<'unknown' | 'absent' | 'reverted' | 'closeWhy' | 'close', string>>
