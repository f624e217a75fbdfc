import { bridgeChainByChainId, chainLabel } from '@holdfast/sdk/chain'
import type { Plan } from '@holdfast/sdk/plan'
import { type ReactNode, useId } from 'react'
import { isAddressEqual } from 'viem'
import { Address } from '../parts/Address.js'
import { AddressWords } from '../parts/AddressWords.js'
import { FirewallNotice } from '../parts/FirewallNotice.js'
import { MIDDLE_GROUPS } from '../parts/groupsOf.js'
import { WaitingButton } from '../parts/WaitingButton.js'
import { writeNetworkFee } from '../parts/writeNetworkFee.js'
import { MiddleField } from '../payee/MiddleField.js'
import { useFlowWords } from '../words/useFlowWords.js'
import { useReviewWords } from '../words/useReviewWords.js'
import { useWords } from '../words/useWords.js'
import type { Waiting } from '../words/Words.js'
import { StepList } from './StepList.js'
import { TransactionDetails } from './TransactionDetails.js'

/** How far a plan is that is being carried out. */
type PlanProgress = { at: number; phase: string; txHash: string | undefined }

/** What a plan shows, and the one button that carries it out. */
export type PlanProps = {
  /** `undefined` while it is prepared. */
  plan: Plan | undefined
  press: string
  waits: Waiting | undefined
  progress: PlanProgress | undefined
  /** @default that it arrives */
  amountLabel?: string | undefined
  /** Asked at the first payment to an address. */
  middle?: { typed: string; isRight: boolean; onType: (typed: string) => void } | undefined
  /** Above the plan: an error, or what the wallet has declined. */
  children?: ReactNode
  hasFailed: boolean
  onPress: () => void
  onAgain: () => void
  onBack: () => void
}

/** A plan of the library: whom it pays, what it costs, and what the wallet will be asked; then its steps. */
export function PlanView(props: PlanProps) {
  const { plan, press, waits, progress, amountLabel, middle, children, hasFailed, onPress, onAgain, onBack } = props
  const flow = useFlowWords()
  if (plan !== undefined && progress !== undefined) return <Steps plan={plan} progress={progress} />
  return (
    <section className="stack-wide">
      {children}
      {plan !== undefined && (
        <Facts plan={plan} amountLabel={amountLabel} isHidden={middle?.isRight === false} onAgain={onAgain} />
      )}
      {middle !== undefined && <MiddleField {...middle} />}
      {plan === undefined && !hasFailed && (
        <p className="quiet" role="status">
          <span className="turning" aria-hidden="true" /> {flow.plan.preparing}
        </p>
      )}
      <div className="actions">
        {hasFailed ? (
          <button type="button" className="button" onClick={onAgain}>
            {flow.plan.again}
          </button>
        ) : (
          <WaitingButton waits={waits} onPress={onPress}>
            {press}
          </WaitingButton>
        )}
        <button type="button" className="link" onClick={onBack}>
          {flow.plan.back}
        </button>
      </div>
    </section>
  )
}

function Facts({
  plan,
  amountLabel,
  isHidden,
  onAgain,
}: {
  plan: Plan
  amountLabel: string | undefined
  isHidden: boolean
  onAgain: () => void
}) {
  const { plan: texts } = useFlowWords()
  const { words, format } = useWords()
  const { recipient, amount, fee, account } = plan
  const report = plan.firewall.find(({ level }) => level !== 'safe') ?? plan.firewall[0]
  return (
    <section className="card stack-wide">
      <dl className="rows">
        <Row label={amountLabel ?? texts.arrives}>
          <strong>{format.usdc(amount)}</strong>
        </Row>
        {recipient !== null && (
          <Row label={texts.to}>
            {isAddressEqual(recipient, account) && <span>{texts.own}</span>}
            <Address value={recipient} hidden={isHidden ? MIDDLE_GROUPS : []} />
            {!isAddressEqual(recipient, account) && <AddressWords value={recipient} hint={words.address.wordsHint} />}
          </Row>
        )}
        {fee > 0n && <Row label={texts.fee}>{texts.atMost(format.usdc(fee))}</Row>}
        {fee > 0n && <Row label={texts.leaves}>{texts.atMost(format.usdc(amount + fee))}</Row>}
        <Row label={texts.networkFee}>
          {plan.networkFee.most === 0n ? texts.none : texts.atMost(writeNetworkFee(plan, format))}
        </Row>
      </dl>
      {report !== undefined && <FirewallNotice firewall={{ state: 'answered', report }} onAgain={onAgain} />}
      <Calls plan={plan} />
    </section>
  )
}

/** What the wallet will show, in its own words under the details. */
function Calls({ plan }: { plan: Plan }) {
  const { plan: texts } = useFlowWords()
  const shown = plan.steps.map((step, index) => ({ index, name: nameOf(step), step }))
  return (
    <section className="stack-small">
      <h2>{texts.wallet(plan.steps.length)}</h2>
      <ol className="calls">
        {shown.map(({ index, name, step }) => (
          <li key={index}>
            <details className="details">
              <summary>{texts.call[name] ?? name}</summary>
              <p className="mono" translate="no">
                {name}
                {step.kind === 'transaction' && ` · ${networkOf(step.chainId)} · ${step.calls.at(-1)?.to}`}
              </p>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Steps({ plan, progress: { at, phase, txHash } }: { plan: Plan; progress: PlanProgress }) {
  const { plan: texts } = useFlowWords()
  const { progress } = useReviewWords()
  const known: Readonly<Record<string, string>> = { ...progress.phase, ...texts.waits }
  const names = [progress.step.checking, ...plan.steps.map((step) => texts.call[nameOf(step)] ?? nameOf(step))]
  const title = useId()
  return (
    <section className="stack" aria-labelledby={title}>
      <section className="card stack">
        <h2 id={title} className="unseen">
          {progress.title}
        </h2>
        <StepList names={names} at={at} phase={known[phase]} />
        {txHash !== undefined && <TransactionDetails txHash={txHash} />}
      </section>
      <p className="quiet">{texts.running}</p>
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="stack-small">{children}</dd>
    </div>
  )
}

/** What is called last, or signed. */
function nameOf(step: Plan['steps'][number]): string {
  return step.kind === 'signature' ? step.primaryType : (step.calls.at(-1)?.functionName ?? '')
}

function networkOf(chainId: number): string {
  const name = bridgeChainByChainId(chainId)
  return name === undefined ? String(chainId) : chainLabel(name)
}
