import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { announce } from '../app/announce.js'
import type { Busy } from '../journal/withFlowLock.js'
import { saidOf } from '../parts/saidOf.js'
import { useSingleRun } from '../parts/useSingleRun.js'
import { useWords } from '../words/useWords.js'
import { afterFailure } from './afterFailure.js'

/** Carries a plan out when a button is pressed, and keeps for its screen why that did not happen. */
export function usePlanAttempt({ error: cause, isFetching, refetch }: Planned) {
  const language = useWords()
  const [busy, setBusy] = useState<Busy>()
  const [error, setError] = useState<unknown>()
  // Not offered again while it is asked: each press would start over.
  const unplanned = isFetching ? undefined : (cause ?? undefined)
  /**
   * @param attempt - Returns what else is paying, where nothing was asked of the wallet.
   * @param onElsewhere - Called with a failure that another page shows.
   */
  const run = useSingleRun(
    async (attempt: () => Promise<Busy | undefined>, onElsewhere: (failure: unknown) => void) => {
      setError(undefined)
      setBusy(undefined)
      try {
        const stopped = await attempt()
        setBusy(stopped)
        if (stopped !== undefined) announce(language.words.busy[stopped], 'assertive')
      } catch (failure) {
        const follows = afterFailure(failure)
        const isElsewhere = follows === 'elsewhere'
        if (follows === 'plan_again') void refetch()
        if (isElsewhere) onElsewhere(failure)
        else setError(failure)
        announce(await saidOf(failure, language, isElsewhere), 'assertive')
      }
    },
  )
  return {
    run,
    busy,
    error,
    /** What the screen says: a network that does not answer fails both, and is said once. */
    fault: error === undefined ? unplanned && { error: unplanned, isUnasked: true } : { error },
    /** Whether the plan must be made again before it can be carried out. */
    hasFailed: unplanned !== undefined || (error !== undefined && afterFailure(error) === 'over'),
    forget: () => setError(undefined),
    planAgain() {
      setError(undefined)
      void refetch()
    },
  }
}

type Planned = Pick<UseQueryResult, 'error' | 'isFetching'> & { refetch: () => unknown }
