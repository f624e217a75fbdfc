import { useHoldfast, useReadHubWithdrawal, useResumeHubSpend } from '@holdfast/react'
import { HubTransferIdLostError } from '@holdfast/sdk/errors'
import type { HubSpendResult } from '@holdfast/sdk/hub'
import type { Plan } from '@holdfast/sdk/plan'
import { useState } from 'react'
import { useOnline } from '../../app/useOnline.js'
import type { OpenRow } from '../../journal/openRow.js'
import { useOpenRows } from '../../journal/useOpenRows.js'
import { Fault } from '../../parts/Fault.js'
import { Notice } from '../../parts/Notice.js'
import { SuspendingOpenNote } from '../../plan/LazyOpenNote.js'
import type { FlowWords } from '../../words/FlowWords.js'
import { useFlowWords } from '../../words/useFlowWords.js'
import { useWords } from '../../words/useWords.js'
import { SaidNotice } from './SaidNotice.js'
import { type Said, useArrival } from './useArrival.js'

/** What was begun with a Hub balance and not seen to end. */
export function OpenHubRows({ apiUrl }: { apiUrl: string | undefined }) {
  const { format } = useWords()
  const { hub, unfinished } = useFlowWords()
  const arrivalOf = useArrival()
  const [said, setSaid] = useState<Said>()
  const { journal } = useHoldfast()
  const rows = useOpenRows() ?? []
  const isOnline = useOnline()
  const resume = useResumeHubSpend()
  /** The issuer has taken it, or has carried it out: submitting it again would change nothing. */
  const close = async (entry: string) => {
    await journal.change(entry, () => ({ state: 'done' }))
    if (entry === resume.variables?.entry) resume.reset()
  }
  const goOn = ({ id, plan: { params } }: OpenRow) => {
    setSaid(undefined)
    // The operation says which parameters these are.
    const { to } = params as Plan<'spendFromHub'>['params']
    const onSuccess = ({ mintTxHash }: HubSpendResult) =>
      setSaid(mintTxHash === undefined ? { title: hub.done.coming } : arrivalOf(to, hub.resume.done))
    resume.mutate({ entry: id, apiUrl }, { onSuccess })
  }
  return (
    <>
      {rows.map((row) => {
        const { id, transferId, plan } = row
        if (plan.operation === 'completeHubWithdrawal') return <OpenPayout key={id} row={row} />
        const press = pressOf(row, hub, format.usdc(plan.amount))
        if (press !== undefined) return <SuspendingOpenNote key={id} row={row} title={`${unfinished}: ${press}`} />
        if (plan.operation !== 'spendFromHub') return null
        // The same signed request is submitted again, and no wallet is asked.
        return (
          <Notice key={id} title={hub.resume.title}>
            <p>{hub.resume.why}</p>
            {transferId !== undefined && (
              <p className="mono" translate="no">
                {transferId}
              </p>
            )}
            <div className="actions">
              <button
                type="button"
                className="button button-small"
                aria-disabled={resume.isPending || !isOnline}
                onClick={() => !resume.isPending && isOnline && goOn(row)}
              >
                {hub.resume.press}
              </button>
              {transferId !== undefined && (
                <button type="button" className="link" onClick={() => void close(id)}>
                  {hub.resume.close}
                </button>
              )}
            </div>
          </Notice>
        )
      })}
      {said !== undefined && <SaidNotice {...said} />}
      {resume.isError && (
        <Fault error={resume.error}>
          {resume.error instanceof HubTransferIdLostError && (
            <div>
              <button type="button" className="button button-small" onClick={() => void close(resume.variables.entry)}>
                {hub.resume.close}
              </button>
            </div>
          )}
        </Fault>
      )}
    </>
  )
}

/** A payout of what was set apart. The chain pays out all of it at once: where nothing is left, it was made. */
function OpenPayout({ row }: { row: OpenRow }) {
  const { hub, unfinished } = useFlowWords()
  const { chainId, account: depositor, params } = row.plan
  // The operation says which parameters these are.
  const { chain } = params as Plan<'completeHubWithdrawal'>['params']
  const { data } = useReadHubWithdrawal({ chainId, chain, depositor, query: { refetchInterval: 10_000 } })
  const isPaid = data?.withdrawing === 0n
  return (
    <SuspendingOpenNote
      row={row}
      title={isPaid ? hub.payOut : `${unfinished}: ${hub.payOut}`}
      said={isPaid ? hub.done.complete : undefined}
    />
  )
}

/** What was pressed, of a transaction. */
function pressOf({ plan: { operation } }: OpenRow, hub: FlowWords['hub'], amount: string): string | undefined {
  if (operation === 'depositToHub') return hub.deposit(amount)
  return operation === 'initiateHubWithdrawal' ? hub.withdraw(amount) : undefined
}
