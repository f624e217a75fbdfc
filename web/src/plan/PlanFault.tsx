import { StalePlanError } from '@holdfast/sdk/errors'
import { Fault } from '../parts/Fault.js'
import { useReviewWords } from '../words/useReviewWords.js'

/**
 * Why a plan was not made or not carried out; of one that is out of date also what has changed.
 *
 * @param isUnasked - It was not made: no wallet was asked.
 */
export function PlanFault({ error, isUnasked }: { error: unknown; isUnasked?: boolean }) {
  const { review } = useReviewWords()
  return (
    <Fault error={error} isUnasked={isUnasked}>
      {error instanceof StalePlanError && (
        <p>{review.changed(error.changed.map((change) => review.changes[change]).join('; '))}</p>
      )}
    </Fault>
  )
}
