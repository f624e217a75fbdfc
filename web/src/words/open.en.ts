import type { OpenWords } from './OpenWords.js'

export const open: OpenWords = {
  unknown: 'It is not known whether your wallet has sent this.',
  absent: 'The chain does not know its transaction. It may still arrive.',
  reverted: 'It was mined and failed: no money moved.',
  closeWhy: 'Close this note only if you are sure that it was not sent. Closing stops nothing that is on its way.',
  close: 'Close this note',
}
