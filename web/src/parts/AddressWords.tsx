import type { AddressWords as Four } from '@holdfast/sdk/words'
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { useWords } from '../words/useWords.js'

/** The four words of an address. Their list comes after the first paint, and moves nothing: their place is kept. `known` is for a test. */
export function AddressWords({ value, hint, known }: { value: Address; hint?: string; known?: Four }) {
  const { words } = useWords()
  const [loaded, setLoaded] = useState<{ of: Address; four: Four }>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const { addressWords } = await import('@holdfast/sdk/words')
      if (isCurrent) setLoaded({ of: value, four: addressWords(value) })
    }
    // Without their list no words are shown: the address itself is whole.
    if (known === undefined) load().catch(() => setFailed(true))
    return () => {
      isCurrent = false
    }
  }, [value, known])
  const four = known ?? (loaded?.of === value ? loaded.four : undefined)
  if (four === undefined && hasFailed) return null
  return (
    <div className="words-block">
      <span>{words.address.words}</span>
      <span className="words" translate="no" lang="en">
        {four?.join(' ') ?? '…'}
      </span>
      {hint !== undefined && <span className="hint">{hint}</span>}
    </div>
  )
}
