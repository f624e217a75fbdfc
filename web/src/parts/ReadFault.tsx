import type { UseQueryResult } from '@tanstack/react-query'
import { useWords } from '../words/useWords.js'
import { Fault } from './Fault.js'
import { useLast } from './useLast.js'

/** What a screen reads, as the query of it. */
export type Reading = Pick<UseQueryResult, 'error' | 'data' | 'isFetching'> & { refetch: () => unknown }

/** Why something could not be read, and the button that reads it again: else a person is left to reload. */
export function ReadFault({ read }: { read: Reading }) {
  const { words } = useWords()
  const { error, data, isFetching, refetch } = read
  // A query forgets its error while it is asked again. The button, which may have the focus, stays.
  const last = useLast(error ?? undefined)
  const shown = error ?? (isFetching && data === undefined ? last : undefined)
  if (shown === undefined) return null
  return (
    <Fault error={shown} isUnasked>
      <div className="again">
        <button
          type="button"
          className="button button-small"
          aria-disabled={isFetching}
          onClick={() => !isFetching && void refetch()}
        >
          {words.app.again}
        </button>
      </div>
    </Fault>
  )
}
