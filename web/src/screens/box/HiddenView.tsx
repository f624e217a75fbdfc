import type { ReactNode } from 'react'
import { Notice } from '../../parts/Notice.js'
import type { ScanProgress } from '../../stealth/scanMessages.js'
import type { UnlockFault } from '../../stealth/useUnlock.js'
import { useBoxWords } from '../../words/useBoxWords.js'

export type HiddenProps = {
  isUnlocked: boolean
  isAsking: boolean
  fault: UnlockFault | undefined
  progress: ScanProgress | undefined
  /** How many were found; `undefined` while it is searched. */
  found: number | undefined
  /** An error, or what the wallet has declined. */
  children?: ReactNode
  onUnlock: () => void
  onForget: () => void
}

/** Spending accounts of hidden addresses: why their keys are needed, how far the search is, and the way to forget the keys. */
export function HiddenView(props: HiddenProps) {
  const { isUnlocked, isAsking, fault, progress, found, children, onUnlock, onForget } = props
  const { hidden } = useBoxWords()
  return (
    <Notice title={isUnlocked ? hidden.open : hidden.title}>
      {children}
      {!isUnlocked && <p>{fault === undefined ? hidden.why : hidden[fault]}</p>}
      {!isUnlocked && isAsking && (
        <p className="quiet" role="status">
          <span className="turning" aria-hidden="true" /> {hidden.asking}
        </p>
      )}
      {progress !== undefined && (
        <p className="quiet">
          <span className="turning" aria-hidden="true" />{' '}
          {hidden.searching(progress.done, progress.total, progress.step)}
        </p>
      )}
      {isUnlocked && found === 0 && <p>{hidden.none}</p>}
      {fault !== 'contract' && (
        <div>
          <button
            type="button"
            className="button button-small"
            aria-disabled={isAsking}
            onClick={isUnlocked ? onForget : onUnlock}
          >
            {isUnlocked ? hidden.forget : hidden.unlock}
          </button>
        </div>
      )}
    </Notice>
  )
}
