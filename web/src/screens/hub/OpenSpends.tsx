import { useHoldfast, useResumeHubSpend } from '@holdfast/react'
import { HubTransferIdLostError } from '@holdfast/sdk/errors'
import { useOpenFlows } from '../../journal/useOpenFlows.js'
import { Fault } from '../../parts/Fault.js'
import { Notice } from '../../parts/Notice.js'
import { useFlowWords } from '../../words/useFlowWords.js'

/** Spends whose outcome is open: the same signed request is handed in again, and no wallet is asked. */
export function OpenSpends({ apiUrl }: { apiUrl: string | undefined }) {
  const { hub } = useFlowWords()
  const flows = useOpenFlows()
  const { journal } = useHoldfast()
  const resume = useResumeHubSpend()
  /** The issuer has carried it out: handing it in once more brings nothing new. */
  const close = async () => {
    const entry = resume.variables?.entry
    if (entry !== undefined) await journal.change(entry, () => ({ state: 'done' }))
    resume.reset()
  }
  const open = flows.filter(({ state, isSigned }) => state === 'started' && isSigned)
  return (
    <>
      {open.map(({ id, transferId }) => (
        <Notice key={id} title={hub.resume.title}>
          <p>{hub.resume.why}</p>
          {transferId !== undefined && (
            <p className="mono" translate="no">
              {transferId}
            </p>
          )}
          <div>
            <button
              type="button"
              className="button button-small"
              aria-disabled={resume.isPending}
              onClick={() => !resume.isPending && resume.mutate({ entry: id, apiUrl })}
            >
              {hub.resume.press}
            </button>
          </div>
        </Notice>
      ))}
      {resume.isSuccess && <Notice title={hub.resume.done} />}
      {resume.isError && (
        <Fault error={resume.error}>
          {resume.error instanceof HubTransferIdLostError && (
            <div>
              <button type="button" className="button button-small" onClick={() => void close()}>
                {hub.resume.close}
              </button>
            </div>
          )}
        </Fault>
      )}
    </>
  )
}
