import { useHoldfast, useQuoteBridge, useResumeBridge } from '@holdfast/react'
import { BRIDGE_CHAINS, type BridgeProgress } from '@holdfast/sdk/bridge'
import { bridgeChainByChainId, chainLabel } from '@holdfast/sdk/chain'
import { ForwardingFailedError } from '@holdfast/sdk/errors'
import { useState } from 'react'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { AfterJournal } from '../../journal/AfterJournal.js'
import { useOpenRows } from '../../journal/useOpenRows.js'
import { type Busy, withFlowLock } from '../../journal/withFlowLock.js'
import { Fault } from '../../parts/Fault.js'
import { Notice } from '../../parts/Notice.js'
import { ReadFault } from '../../parts/ReadFault.js'
import { readAmount } from '../../parts/readAmount.js'
import { useLast } from '../../parts/useLast.js'
import { useNavigateHere } from '../../parts/useNavigateHere.js'
import { readRecipient } from '../../payee/readRecipient.js'
import { SuspendingOpenNote } from '../../plan/LazyOpenNote.js'
import { LazyPlanRun } from '../../plan/LazyPlanRun.js'
import { useIssuer, useNetworks } from '../../plan/useNetworks.js'
import type { Session } from '../../wallets/useSession.js'
import { useFlowWords } from '../../words/useFlowWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import { type BridgeForm, BridgeFormView } from './BridgeFormView.js'
import { FindView } from './FindView.js'
import { useIsBurning } from './useIsBurning.js'
import { useShortfall } from './useShortfall.js'

/** USDC from one network to another, into the same account or another one: quote, plan, and what was begun before. */
export function BridgeScreen({ session }: { session: Session }) {
  const flow = useFlowWords()
  const { format } = useWords()
  const isOnline = useOnline()
  const navigate = useNavigateHere()
  const { sources, destinations } = useNetworks()
  const { attestation } = useIssuer()
  const [form, setForm] = useState<BridgeForm>(() => {
    const from = bridgeChainByChainId(session.chainId) ?? sources[0] ?? 'Arc_Testnet'
    return { from, to: destinations.find((name) => name !== from) ?? 'Base_Sepolia', amount: '', recipient: '' }
  })
  const [isFaultShown, setFaultShown] = useState(false)
  const [isReviewed, setReviewed] = useState(false)
  const recipient = readRecipient(form.recipient, session.account)
  const payee = recipient.kind === 'address' ? { recipient: recipient.address } : {}
  const amount = readAmount(form.amount, undefined)
  const asked = amount.kind === 'amount' ? amount.amount : undefined
  const quoted = useQuoteBridge({
    from: form.from,
    to: form.to,
    amount: asked,
    apiUrl: attestation,
    query: { staleTime: 30_000 },
  })
  const quote = quoted.data ?? undefined
  const last = useLast(quote)
  const { usdcBalance, refusal } = useShortfall(form.from, session.account, quote)
  const { chainId } = BRIDGE_CHAINS[form.from]
  const isBurning = useIsBurning(session.account, chainId)
  const waits = waitingOf()
  function waitingOf(): Waiting | undefined {
    if (!isOnline) return 'offline'
    if (session.account === undefined) return 'wallet'
    if (isBurning) return 'open'
    if (asked === undefined) return 'amount'
    if (recipient.kind !== 'empty' && recipient.kind !== 'address') return 'recipient'
    if (refusal !== null) return 'refused'
    return quote === undefined ? 'quote' : undefined
  }
  const change = (next: Partial<BridgeForm>) =>
    setForm((before) => {
      const changed = { ...before, ...next }
      const other = destinations.find((name) => name !== changed.from)
      return changed.from === changed.to && other !== undefined ? { ...changed, to: other } : changed
    })

  if (isReviewed && asked !== undefined)
    return (
      <Screen title={flow.bridge.title}>
        <LazyPlanRun<'bridgeFromWallet'>
          session={session}
          chainId={chainId}
          chainName={chainLabel(form.from)}
          operation="bridgeFromWallet"
          params={{ from: form.from, to: form.to, amount: asked, ...payee }}
          issuerUrl={attestation}
          press={flow.bridge.press(format.usdc(asked))}
          onBack={() => setReviewed(false)}
          onDone={({ burnTxHash }) => navigate(`/bridge/${form.from}/${burnTxHash}`)}
          onOpen={(failure) => {
            if (!(failure instanceof ForwardingFailedError)) return setReviewed(false)
            navigate(`/bridge/${form.from}/${failure.burnTxHash}`)
          }}
        />
      </Screen>
    )
  return (
    <Screen title={flow.bridge.title} lead={flow.bridge.lead}>
      <AfterJournal>
        <BridgeFormView
          form={form}
          sources={sources}
          destinations={destinations}
          balance={usdcBalance}
          quote={asked === undefined || quoted.isError ? undefined : last}
          isQuoting={quoted.isFetching}
          refusal={refusal}
          recipient={recipient}
          waits={waits}
          isFaultShown={isFaultShown}
          onChange={change}
          onFix={(fix) => {
            if (fix.kind === 'useMax') change({ amount: fix.display })
          }}
          onLeave={() => setFaultShown(form.amount !== '')}
          onReview={() => setReviewed(true)}
        >
          <Unfinished />
          {asked !== undefined && <ReadFault read={quoted} />}
        </BridgeFormView>
        <FindView names={destinations} onFind={(from, hash) => navigate(`/bridge/${from}/${hash}`)} />
      </AfterJournal>
    </Screen>
  )
}

/** Transfers that this browser has begun and not seen arrive. */
function Unfinished() {
  const flow = useFlowWords()
  const { words } = useWords()
  const rows = useOpenRows()
  const { attestation } = useIssuer()
  const { journal } = useHoldfast()
  const isOnline = useOnline()
  const resume = useResumeBridge()
  const [busy, setBusy] = useState<Busy>()
  const [error, setError] = useState<unknown>()
  const goOn = async (entry: string, { from, sender }: BridgeProgress) => {
    setError(undefined)
    try {
      const { busy } = await withFlowLock({ chainId: BRIDGE_CHAINS[from].chainId, account: sender }, async () => {
        // As it is now: what held the lock before may have burned it.
        const { state, progress } = await journal.open(entry)
        // What the library has handed out to be kept.
        const { bridge } = progress as { bridge?: BridgeProgress }
        if (state === 'started' && bridge !== undefined)
          await resume.mutateAsync({ entry, progress: bridge, apiUrl: attestation })
      })
      setBusy(busy)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <>
      {rows?.map((row) => {
        const { id, bridge, href } = row
        if (bridge === undefined) return null
        // Of a network that only another version knows.
        if (![bridge.from, bridge.to].every((name) => Object.hasOwn(BRIDGE_CHAINS, name)))
          return <SuspendingOpenNote key={id} row={{ ...row, bridge: undefined }} title={flow.unfinished} />
        const title = `${flow.unfinished}: ${chainLabel(bridge.from)} – ${chainLabel(bridge.to)}`
        // Its own page says where it is, and closes what was never sent.
        if (bridge.burnTxHash !== undefined)
          return (
            <Notice key={id} title={title}>
              <p>
                <a href={href}>{flow.goOn}</a>
              </p>
            </Notice>
          )
        const press = (
          <button
            type="button"
            className="button button-small"
            aria-disabled={resume.isPending || !isOnline}
            onClick={() => {
              if (!resume.isPending && isOnline) void goOn(id, bridge)
            }}
          >
            {flow.bridge.resume.press}
          </button>
        )
        return <SuspendingOpenNote key={id} row={row} title={title} said={flow.bridge.resume.why} goOn={press} />
      })}
      {busy !== undefined && <p className="notice">{words.busy[busy]}</p>}
      {error !== undefined && <Fault error={error} />}
    </>
  )
}
