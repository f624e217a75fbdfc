import {
  useHubBalance,
  useHubDeposits,
  useQuoteHubSpend,
  useReadHubWithdrawal,
  useResumeHubSpend,
} from '@holdfast/react'
import { BRIDGE_CHAINS, bridgeChainByChainId, chainLabel } from '@holdfast/sdk/chain'
import { HUB_CHAIN_NAMES, type HubChainName, hubShortfall } from '@holdfast/sdk/hub'
import { type ReactNode, useState } from 'react'
import { announce } from '../../app/announce.js'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { useOpenFlows } from '../../journal/useOpenFlows.js'
import { Fault } from '../../parts/Fault.js'
import { Notice } from '../../parts/Notice.js'
import { ReadFault } from '../../parts/ReadFault.js'
import { readAmount } from '../../parts/readAmount.js'
import { useLast } from '../../parts/useLast.js'
import { LazyPlanRun } from '../../plan/LazyPlanRun.js'
import { useIssuer, useNetworks } from '../../plan/useNetworks.js'
import type { Session } from '../../wallets/useSession.js'
import { useFlowWords } from '../../words/useFlowWords.js'
import type { Waiting } from '../../words/Words.js'
import { useBalance } from '../send/useBalance.js'
import { type HubForm, HubView } from './HubView.js'

/** The balance in the Hub: deposit, spend on any network, withdraw without the issuer's service. */
export function HubScreen({ session }: { session: Session }) {
  const flow = useFlowWords()
  const isOnline = useOnline()
  const { hub: names } = useNetworks()
  const { hub: apiUrl } = useIssuer()
  const [form, setForm] = useState<HubForm>(() => {
    const from = hubNameOf(session.chainId) ?? names[0] ?? 'Arc_Testnet'
    return { act: 'spend', from, to: names.find((name) => name !== from) ?? from, amount: '' }
  })
  const [isFaultShown, setFaultShown] = useState(false)
  const [reviewed, setReviewed] = useState<'form' | 'complete'>()
  const [done, setDone] = useState<string>()
  const { account } = session
  const { act, from, to } = form
  const { chainId } = BRIDGE_CHAINS[from]
  const amount = readAmount(form.amount, undefined)
  const asked = amount.kind === 'amount' ? amount.amount : undefined

  const balance = useHubBalance({ depositor: account, chains: names, apiUrl, query: { refetchInterval: 10_000 } })
  const deposits = useHubDeposits({ depositor: account, chains: names, apiUrl, query: { refetchInterval: 10_000 } })
  const withdrawal = useReadHubWithdrawal({ chainId, chain: from, depositor: act === 'withdraw' ? account : undefined })
  const wallet = useBalance(account, chainId)
  const quoted = useQuoteHubSpend({
    from,
    to,
    amount: act === 'spend' ? asked : undefined,
    depositor: account,
    apiUrl,
    query: { staleTime: 30_000 },
  })
  const quote = quoted.data ?? undefined
  const last = useLast(quote)
  const byChain = balance.data?.byChain
  const refusal =
    quote === undefined || byChain === undefined
      ? null
      : hubShortfall({
          here: byChain[from] ?? 0n,
          byChain,
          from,
          fromLabel: chainLabel(from),
          committed: quote.total,
          labelOf: chainLabel,
        })
  const waits = waitingOf()
  function waitingOf(): Waiting | undefined {
    if (!isOnline) return 'offline'
    if (account === undefined) return 'wallet'
    if (asked === undefined) return 'amount'
    if (refusal !== null) return 'refused'
    return act === 'spend' && quote === undefined ? 'checking' : undefined
  }
  const change = (next: Partial<HubForm>) => {
    setDone(undefined)
    setForm((before) => ({ ...before, ...next }))
  }
  const finish = (sentence: string) => {
    setReviewed(undefined)
    setDone(sentence)
    setForm((before) => ({ ...before, amount: '' }))
    announce(sentence)
    void balance.refetch()
    void deposits.refetch()
  }
  const common = {
    session,
    chainId,
    chainName: chainLabel(from),
    issuerUrl: apiUrl,
    onBack: () => setReviewed(undefined),
    onOpen: () => setReviewed(undefined),
  }
  const shown = `${form.amount} USDC`

  if (reviewed === 'complete')
    return (
      <Framed>
        <LazyPlanRun<'completeHubWithdrawal'>
          {...common}
          operation="completeHubWithdrawal"
          params={{ chain: from }}
          press={flow.hub.tabs.withdraw}
          onDone={() => finish(flow.hub.done.spend)}
        />
      </Framed>
    )
  if (reviewed === 'form' && asked !== undefined)
    return (
      <Framed>
        {act === 'spend' && (
          <LazyPlanRun<'spendFromHub'>
            {...common}
            // The wallet signs for the balance of any network, wherever it is itself.
            chainId={session.chainId}
            operation="spendFromHub"
            params={{ from, to, amount: asked }}
            press={flow.hub.spend(shown)}
            onDone={() => finish(flow.hub.done.spend)}
          />
        )}
        {act === 'deposit' && (
          <LazyPlanRun<'depositToHub'>
            {...common}
            operation="depositToHub"
            params={{ chain: from, amount: asked }}
            press={flow.hub.deposit(shown)}
            onDone={() => finish(flow.hub.done.deposit)}
          />
        )}
        {act === 'withdraw' && (
          <LazyPlanRun<'initiateHubWithdrawal'>
            {...common}
            operation="initiateHubWithdrawal"
            params={{ chain: from, amount: asked }}
            press={flow.hub.withdraw(shown)}
            onDone={() => finish(flow.hub.done.withdraw)}
          />
        )}
      </Framed>
    )
  return (
    <Screen title={flow.hub.title} lead={flow.hub.lead}>
      <HubView
        form={form}
        names={names}
        balance={account === undefined || balance.isError ? { total: 0n, byChain: {} } : (balance.data ?? undefined)}
        coming={(deposits.data ?? []).map((deposit) => ({
          id: deposit.txHash ?? `${deposit.chain}${deposit.amount}`,
          chain: deposit.chain,
          amount: deposit.amount,
        }))}
        wallet={wallet}
        quote={asked === undefined || quoted.isError ? undefined : last}
        isQuoting={quoted.isFetching}
        refusal={act === 'spend' ? refusal : null}
        withdrawal={withdrawal.data ?? undefined}
        waits={waits}
        isFaultShown={isFaultShown}
        onChange={change}
        onFix={(fix) => {
          if (fix.kind === 'switchSource') change({ from: hubNameOf(BRIDGE_CHAINS[fix.chain].chainId) ?? from })
          else change({ act: 'deposit', amount: fix.display })
        }}
        onLeave={() => setFaultShown(form.amount !== '')}
        onReview={() => setReviewed('form')}
        onComplete={() => setReviewed('complete')}
      >
        {done !== undefined && <Notice title={done} />}
        <OpenSpends apiUrl={apiUrl} />
        <ReadFault read={balance} />
        <ReadFault read={quoted} />
      </HubView>
    </Screen>
  )
}

function Framed({ children }: { children: ReactNode }) {
  const { hub } = useFlowWords()
  return <Screen title={hub.title}>{children}</Screen>
}

/** Spends whose outcome is open: the same signed request is handed in again, and no wallet is asked. */
function OpenSpends({ apiUrl }: { apiUrl: string | undefined }) {
  const { hub } = useFlowWords()
  const flows = useOpenFlows()
  const resume = useResumeHubSpend()
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
      {resume.isError && <Fault error={resume.error} />}
    </>
  )
}

function hubNameOf(chainId: number): HubChainName | undefined {
  const name = bridgeChainByChainId(chainId)
  return HUB_CHAIN_NAMES.find((one) => one === name)
}
