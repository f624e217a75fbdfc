import { type Journal, useCheck, useHoldfast } from '@holdfast/react'
import { deploymentFor } from '@holdfast/sdk/chain'
import type { RiskReport } from '@holdfast/sdk/risk'
import type { CosignVeto, EphemeralPolicy } from '@holdfast/sdk/shield'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { type Address, bytesToHex, type Hex, isAddressEqual } from 'viem'
import { getBlock } from 'viem/actions'
import { useClient } from 'wagmi'
import { useHashLocation } from 'wouter/use-hash-location'
import { announce } from '../../app/announce.js'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { Fault } from '../../parts/Fault.js'
import { firewallOf } from '../../parts/firewallOf.js'
import { Notice } from '../../parts/Notice.js'
import { ReadFault } from '../../parts/ReadFault.js'
import type { Overruled } from '../../payee/Overruled.js'
import { readRecipient } from '../../payee/readRecipient.js'
import { LazyPlanRun } from '../../plan/LazyPlanRun.js'
import { useStealthKeys } from '../../stealth/stealthKeys.js'
import type { Session } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import type { Waiting } from '../../words/Words.js'
import { type BoxForm, emptyBoxForm, termsOf } from './boxForm.js'
import { Hidden } from './Hidden.js'
import { MakeBoxView } from './MakeBoxView.js'
import { TermsView } from './TermsView.js'
import { useCosigner } from './useCosigner.js'
import { type HiddenDraft, type OpenBoxFlow, useOpenBoxFlows } from './useOpenBoxFlows.js'
import { VetoNotice } from './VetoNotice.js'

const BlockView = lazy(() => import('../../payee/BlockView.js').then(({ BlockView }) => ({ default: BlockView })))

/** A spending account that can be created: always at the same address. */
type Draft = {
  factory: Address
  salt: Hex
  policy: EphemeralPolicy
  /** Its row of the journal. */
  entry?: string | undefined
  /** Of one of a hidden address, which is announced first. */
  announcement?: HiddenDraft['announcement'] | undefined
  isAnnounced?: boolean | undefined
}

/** A new spending account: its terms, what firewall and co-signer say of them, and its creation. */
export function MakeBoxScreen({ session }: { session: Session }) {
  const { form: texts } = useBoxWords()
  const isOnline = useOnline()
  const client = useClient({ chainId: session.chainId })
  const { journal } = useHoldfast()
  const [form, setForm] = useState<BoxForm>(emptyBoxForm)
  const [areFaultsShown, setFaultsShown] = useState(false)
  const [overruled, setOverruled] = useState<Overruled>()
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>()
  const [veto, setVeto] = useState<CosignVeto>()
  const [draft, setDraft] = useState<Draft>()
  const { account, chainId } = session
  const deployment = deploymentFor(chainId)
  const keys = useStealthKeys(account)
  const service = useCosigner(keys)

  const recipient = readRecipient(form.recipient, account)
  const target = useDeferredValue(recipient.kind === 'address' ? recipient.address : undefined)
  const check = useCheck({ chainId, sender: account, target })
  const report = check.data ?? undefined
  const firewall = firewallOf(check, report, target !== undefined && account !== undefined)
  const isDecided = (one: RiskReport) => overruled !== undefined && isAddressEqual(overruled.report.target, one.target)
  const block = report?.level === 'block' && !isDecided(report) ? report : undefined

  const meant = (now: number) =>
    recipient.kind === 'address' && service.address !== undefined && deployment !== undefined
      ? termsOf(form, { token: deployment.usdc, cosigner: service.address, target: recipient.address, now })
      : undefined
  const waits = waitingOf()
  function waitingOf(): Waiting | undefined {
    if (!isOnline) return 'offline'
    if (!session.hasContract) return 'contract'
    if (account === undefined) return 'wallet'
    if (session.isStray) return 'network'
    if (recipient.kind !== 'address') return 'recipient'
    if (service.address === undefined || (form.owner === 'hidden' && keys === undefined)) return 'refused'
    if (meant(0) === undefined) return 'amount'
    return firewall.state === 'answered' && block === undefined && !isAsking ? undefined : 'checking'
  }

  const review = async () => {
    if (client === undefined || account === undefined || deployment === undefined) return
    setError(undefined)
    setVeto(undefined)
    setAsking(true)
    try {
      const { timestamp } = await getBlock(client)
      const terms = meant(Number(timestamp))
      if (terms === undefined) return
      const { cosigner, target, maxAmount: amount } = terms
      // Before there is an account whose payments it would refuse.
      const answer = await service.open({ cosigner, chainId }).precheck({ owner: account, target, amount })
      if (!answer.approved && !(overruled !== undefined && answer.code === 'risk_blocked')) return setVeto(answer)
      const factory = deployment.spendPolicyFactory
      if (form.owner === 'wallet' || keys === undefined) {
        const salt = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
        return setDraft({ factory, salt, policy: { ...terms, owner: account, vault: account } })
      }
      const { drawHidden } = await import('../../stealth/hiddenOwner.js')
      const kept = { factory, ...(await drawHidden(client, keys, { factory, terms })) }
      // Before it is announced: nothing else has its terms.
      const entry = await journal.keep({ draft: kept })
      setDraft({ ...kept, entry, isAnnounced: false })
    } catch (failure) {
      setError(failure)
    } finally {
      setAsking(false)
    }
  }

  if (draft !== undefined)
    return (
      <ReviewBox
        session={session}
        draft={draft}
        onBack={() => {
          setDraft(undefined)
          if (draft.entry !== undefined) void dropUnused(journal, draft.entry)
        }}
      />
    )
  return (
    <Screen title={texts.title} lead={texts.lead}>
      <MakeBoxView
        form={form}
        recipient={recipient}
        firewall={firewall}
        waits={waits}
        areFaultsShown={areFaultsShown}
        onChange={(next) => {
          setForm((before) => ({ ...before, ...next }))
          setVeto(undefined)
          if (next.recipient !== undefined) setFaultsShown(false)
        }}
        onLeave={() => setFaultsShown(true)}
        onAgain={() => void check.refetch()}
        onReview={() => void review()}
        unlock={<Hidden session={session} isUnlocked={keys !== undefined} />}
      >
        <WalletNotice session={session} />
        {!service.hasService && (
          <Notice kind="warning" title={texts.noService.title}>
            <p>{texts.noService.why}</p>
          </Notice>
        )}
        <ReadFault read={service.read} />
        {error !== undefined && <Fault error={error} />}
        {veto !== undefined && <VetoNotice veto={veto} />}
      </MakeBoxView>
      {block !== undefined && (
        <Suspense>
          <BlockView
            report={block}
            hasChanged={false}
            onBack={() => setForm((before) => ({ ...before, recipient: '' }))}
            onOverrule={() => setOverruled({ report: block, at: Date.now() })}
          />
        </Suspense>
      )}
    </Screen>
  )
}

/** Goes on with a spending account whose creation was begun in this browser. */
export function ResumeBoxScreen({ entry, session }: { entry: string; session: Session }) {
  const { form: texts, missing } = useBoxWords()
  const [, navigate] = useHashLocation()
  const flow = useOpenBoxFlows(session.account).find((one) => one.entry === entry)
  // The row is closed once it is created, which leads to another page.
  const [first, setFirst] = useState(flow)
  if (first === undefined && flow !== undefined) setFirst(flow)
  const draft = first && draftOf(first)
  if (draft === undefined)
    return (
      <Screen title={texts.title}>
        <p>
          <a href="#/boxes">{missing.back}</a>
        </p>
      </Screen>
    )
  return <ReviewBox session={session} draft={draft} onBack={() => navigate('/boxes')} />
}

function draftOf({ entry, plan: { params }, draft }: OpenBoxFlow): Draft | undefined {
  if (draft !== undefined) return { ...draft, entry }
  return 'salt' in params ? { factory: params.factory, salt: params.salt, policy: params.policy, entry } : undefined
}

/** A row that no write has used holds nothing that anything goes on from. */
async function dropUnused(journal: Journal, entry: string): Promise<void> {
  const { state } = await journal.open(entry)
  if (state === 'kept') await journal.remove(entry)
}

/** The plans of a creation, beside the terms that it fixes for good: one of a hidden address is announced first. */
function ReviewBox({ session, draft, onBack }: { session: Session; draft: Draft; onBack: () => void }) {
  const { form: texts, done, announce: announcing } = useBoxWords()
  const [, navigate] = useHashLocation()
  const { chainId, chainName } = session
  const { factory, salt, policy, entry, announcement } = draft
  const [isAnnounced, setAnnounced] = useState(draft.isAnnounced !== false)
  const [params] = useState({ factory, salt, policy })
  const common = { session, chainId, chainName, entry, onBack, onOpen: () => navigate('/boxes') }
  if (!isAnnounced && announcement !== undefined)
    return (
      <Screen title={texts.title} lead={announcing.lead}>
        <LazyPlanRun<'announceStealthBox'>
          {...common}
          key="announce"
          operation="announceStealthBox"
          params={announcement}
          press={announcing.press}
          note={<TermsView policy={policy} />}
          onDone={() => setAnnounced(true)}
        />
      </Screen>
    )
  return (
    <Screen title={texts.title} lead={texts.lead}>
      <LazyPlanRun<'createEphemeral'>
        {...common}
        key="create"
        operation="createEphemeral"
        params={params}
        amountLabel={texts.most}
        press={texts.press}
        note={<TermsView policy={policy} />}
        onDone={({ account }) => {
          announce(done.create)
          navigate(`/box/${chainId}/${account}`)
        }}
      />
    </Screen>
  )
}
