import { SignatureDeclinedError } from '@holdfast/sdk/errors'
import { Fault } from '../../parts/Fault.js'
import { useFlowWords } from '../../words/useFlowWords.js'

/** Why hidden spending accounts are not shown; a person who declined needs no more words. */
export function UnlockFailure({ error }: { error: unknown }) {
  const { plan } = useFlowWords()
  if (!error) return null
  return error instanceof SignatureDeclinedError ? <p>{plan.declined}</p> : <Fault error={error} />
}
