import { describeError, ServiceError } from '@holdfast/sdk/errors'
import { type ReactNode, useEffect, useState } from 'react'
import { isHash } from 'viem'
import type { FaultWords } from '../words/FaultWords.js'
import type { Format } from '../words/format.js'
import { loadFaults } from '../words/loadFaults.js'
import { useWords } from '../words/useWords.js'
import { CopyButton } from './CopyButton.js'
import { Notice } from './Notice.js'
import { Replacement } from './Replacement.js'

/**
 * An error in words of the page: what, whether money moved, what to do. Its English text is only under the details. Of a wallet that
 * declined there is one calm sentence.
 *
 * @param isUnasked - Nothing that moves money was asked for: an error that the library does not know leaves no doubt then.
 */
export function Fault({
  error,
  known,
  isUnasked = false,
  children,
}: {
  error: unknown
  known?: FaultWords
  isUnasked?: boolean | undefined
  children?: ReactNode
}) {
  const { words, id, format } = useWords()
  const [loaded, setLoaded] = useState<FaultWords>()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const faults = await loadFaults(id)
      if (isCurrent) setLoaded(faults)
    }
    // Until they are here, or offline, there is only the sentence on the money.
    if (known === undefined) load().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [id, known])
  const faults = known ?? loaded
  const { code, effect: possible, advice } = describeError(error)
  const isHarmless = isUnasked && code === undefined
  const effect = isHarmless ? 'none' : possible
  const other = code === 'transaction_replaced' && advice.do === 'look_up_transaction' ? advice.txHash : undefined
  const what = faults && wordError(error, faults)
  // By its code: its class would bring its module to every screen.
  if (code === 'signature_declined')
    return (
      <div className="notice">
        <p>{what ?? words.effect.none}</p>
        {children}
      </div>
    )
  return (
    <Notice kind="warning" title={what ?? words.effect[effect]}>
      {faults !== undefined && other !== undefined && isHash(other) ? (
        <Replacement txHash={other} words={faults.replaced} />
      ) : (
        <>
          {what !== undefined && <p>{words.effect[effect]}</p>}
          {faults && !isHarmless && <p>{wordAdvice(advice, faults, format)}</p>}
        </>
      )}
      {children}
      {error instanceof ServiceError && (
        <details className="details">
          <summary>{words.app.details}</summary>
          <p className="mono" translate="no" lang="en">
            {error.code}: {error.shortMessage}
          </p>
          <p>
            <CopyButton text={`${error.code}: ${error.shortMessage}`} />
          </p>
        </details>
      )}
    </Notice>
  )
}

/** What an error says, by its name. */
function wordError(error: unknown, faults: FaultWords): string {
  if (!(error instanceof ServiceError)) return faults.unexpected
  const named: Readonly<Record<string, string>> = faults.what
  return named[error.name] ?? faults.unexpected
}

/** What to do about an error. */
function wordAdvice(advice: ReturnType<typeof describeError>['advice'], faults: FaultWords, format: Format): string {
  // The type does not relate a kind with the words of the same kind.
  return (faults.todo[advice.do] as (given: typeof advice, format: Format) => string)(advice, format)
}
