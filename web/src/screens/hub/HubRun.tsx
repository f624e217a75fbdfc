import { BRIDGE_CHAINS, chainLabel } from '@holdfast/sdk/chain'
import type { Address } from 'viem'
import { LazyPlanRun } from '../../plan/LazyPlanRun.js'
import type { Session } from '../../wallets/useSession.js'
import { useFlowWords } from '../../words/useFlowWords.js'
import { useWords } from '../../words/useWords.js'
import type { HubForm } from './HubView.js'
import { type Said, useArrival } from './useArrival.js'

/** What is reviewed: the form with its amount, or the payout of what was set apart. */
export type HubReview = { act: HubForm['act']; amount: bigint } | { act: 'complete' }

/** The plan of what was reviewed. */
export function HubRun({
  review,
  form: { from, to },
  recipient,
  session,
  apiUrl,
  onBack,
  onOpen,
  onDone,
}: {
  review: HubReview
  form: HubForm
  /** Another account than the own one. */
  recipient: Address | undefined
  session: Session
  apiUrl: string | undefined
  onBack: () => void
  /** The outcome is not known: what is open is listed above the form. */
  onOpen: () => void
  /** @param said - What has become of it. */
  onDone: (said: Said) => void
}) {
  const { hub } = useFlowWords()
  const { format } = useWords()
  const arrivalOf = useArrival()
  const common = {
    session,
    chainId: BRIDGE_CHAINS[from].chainId,
    chainName: chainLabel(from),
    issuerUrl: apiUrl,
    onBack,
    onOpen,
  }
  if (review.act === 'complete')
    return (
      <LazyPlanRun<'completeHubWithdrawal'>
        {...common}
        operation="completeHubWithdrawal"
        params={{ chain: from }}
        press={hub.payOut}
        onDone={() => onDone({ title: hub.done.complete })}
      />
    )
  const { act, amount } = review
  const shown = format.usdc(amount)
  if (act === 'deposit')
    return (
      <LazyPlanRun<'depositToHub'>
        {...common}
        operation="depositToHub"
        params={{ chain: from, amount }}
        press={hub.deposit(shown)}
        onDone={() => onDone({ title: hub.done.deposit })}
      />
    )
  if (act === 'withdraw')
    return (
      <LazyPlanRun<'initiateHubWithdrawal'>
        {...common}
        operation="initiateHubWithdrawal"
        params={{ chain: from, amount }}
        press={hub.withdraw(shown)}
        onDone={() => onDone({ title: hub.done.withdraw })}
      />
    )
  const arrived = arrivalOf(to, recipient === undefined ? hub.done.spend : hub.done.other)
  return (
    <LazyPlanRun<'spendFromHub'>
      {...common}
      // The wallet signs for the balance of any network, wherever it is itself.
      chainId={session.chainId}
      operation="spendFromHub"
      params={{ from, to, amount, recipient }}
      press={hub.spend(shown)}
      onDone={({ mintTxHash }) => onDone(mintTxHash === undefined ? { title: hub.done.coming } : arrived)}
    />
  )
}
