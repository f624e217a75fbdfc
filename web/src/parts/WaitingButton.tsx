import type { ReactNode } from 'react'
import { useId } from 'react'
import { useWords } from '../words/useWords.js'
import type { Waiting } from '../words/Words.js'

/** The button of a screen. One that waits can still be reached, and says what it waits for. */
export function WaitingButton({
  waits,
  onPress,
  children,
}: {
  waits: Waiting | undefined
  onPress: () => void
  children: ReactNode
}) {
  const { words } = useWords()
  const reason = useId()
  return (
    <>
      <button
        type="button"
        className="button button-main"
        aria-disabled={waits !== undefined}
        aria-describedby={waits === undefined ? undefined : reason}
        onClick={() => waits === undefined && onPress()}
      >
        {children}
      </button>
      {waits !== undefined && (
        <span className="quiet" id={reason}>
          {words.wait[waits]}
        </span>
      )}
    </>
  )
}
