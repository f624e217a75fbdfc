import { describeError } from '@holdfast/sdk/errors'
import { loadFaults } from '../words/loadFaults.js'
import type { Language } from '../words/useWords.js'

/**
 * What is read out of a failure: whether money moved. Of a wallet that declined, the sentence of the screen, since an approval may have
 * been sent before.
 *
 * @param isElsewhere - Another page looks for it, so something may have been sent.
 */
export async function saidOf(
  failure: unknown,
  { id, words }: Pick<Language, 'id' | 'words'>,
  isElsewhere = false,
): Promise<string> {
  const { code, effect } = describeError(failure)
  // Offline there is only the sentence on the money, as on the screen.
  const faults = code === 'signature_declined' ? await loadFaults(id).catch(() => undefined) : undefined
  return faults?.what.SignatureDeclinedError ?? words.effect[isElsewhere && effect === 'none' ? 'open' : effect]
}
