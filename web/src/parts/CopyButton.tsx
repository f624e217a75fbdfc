import { useState } from 'react'
import { announce } from '../app/announce.js'
import { useWords } from '../words/useWords.js'

/** Copies a text, and says so. */
export function CopyButton({
  text,
  label,
  name,
  isMain,
  onCopied,
}: {
  text: string
  label?: string
  /** For a screen reader, where several say the same. */
  name?: string
  isMain?: boolean
  onCopied?: () => void
}) {
  const { words } = useWords()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(words.app.copied)
    onCopied?.()
  }
  return (
    <button
      type="button"
      aria-label={isCopied ? undefined : name}
      className={`button ${isMain === true ? 'button-main' : 'button-small'}`}
      // A refused clipboard leaves the text to be selected by hand.
      onClick={() => void copy().catch(() => {})}
    >
      {isCopied ? words.app.copied : (label ?? words.app.copy)}
    </button>
  )
}
