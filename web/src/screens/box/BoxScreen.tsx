import { useBox, useHoldfast, useJournal } from '@holdfast/react'
import { deploymentFor, parseAddress } from '@holdfast/sdk/chain'
import { NotABoxError, SignatureDeclinedError } from '@holdfast/sdk/errors'
import type { Plan } from '@holdfast/sdk/plan'
import {
  ACTION_PULL,
  type BoxDetails,
  boxCautions,
  boxStatus,
  type CosignVeto,
  type EphemeralPolicy,
  MODE_PULL,
  ownerHash,
  type SignedSweep,
  vaultHash,
} from '@holdfast/sdk/shield'
import type { StealthBox } from '@holdfast/sdk/stealth'
import { useState } from 'react'
import { type Address, type Hex, isAddressEqual } from 'viem'
import { useClient, useConfig } from 'wagmi'
import { announce } from '../../app/announce.js'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { Fault } from '../../parts/Fault.js'
import { Notice } from '../../parts/Notice.js'
import { readAmount } from '../../parts/readAmount.js'
import { useNames } from '../../people/usePeople.js'
import { LazyPlanRun } from '../../plan/LazyPlanRun.js'
import { useStealthKeys } from '../../stealth/stealthKeys.js'
import { useDiscovery } from '../../stealth/useDiscovery.js'
import { type Session, sessionOn } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import type { BoxAct } from '../../words/BoxWords.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import { usePayWords } from '../../words/usePayWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import { useBalance } from '../send/useBalance.js'
import { BoxView, needsAmount } from './BoxView.js'
import { Hidden } from './Hidden.js'
import { type KeptCosigner, useCosigner } from './useCosigner.js'
import { boxPlanOf, type OpenBoxFlow, useOpenBoxFlows } from './useOpenBoxFlows.js'
import { VetoNotice } from './VetoNotice.js'

/** One spending account. */
export function BoxScreen({ chain, address, session }: { chain: string; address: string; session: Session }) {
  const { chains } = useConfig()
  const known = chains.find(({ id }) => String(id) === chain)
  const account = readBoxAddress(address)
  if (known === undefined || account === undefined) return <MissingBox />
  return <KnownBox account={account} session={sessionOn(session, known)} />
}

function MissingBox() {
  const { missing } = useBoxWords()
  return (
    <Screen title={missing.title} lead={missing.why}>
      <p>
        <a href="#/boxes">{missing.back}</a>
      </p>
    </Screen>
  )
}

/** What is being done: the parameters of a plan, and what its row of the journal keeps. */
type Doing =
  | { act: 'fund'; params: Plan<'fundEphemeral'>['params'] }
  | {
      act: 'pay'
      params: Plan<'settlePrivatePayment'>['params']
      ephemeralPubKey: Hex | undefined
      entry?: string | undefined
    }
  | { act: 'pull'; params: Plan<'submitPull'>['params']; signature: Hex }
  | { act: 'sweep'; params: Plan<'sweepToVault'>['params']; entry?: string | undefined }
  /** Of a hidden address, which has no coin for gas: it signs, and the wallet submits. */
  | { act: 'sweep'; signed: SignedSweep }

function KnownBox({ account, session }: { account: Address; session: Session }) {
  const words = useBoxWords()
  const { words: shared } = useWords()
  const pay = usePayWords()
  const { journal } = useHoldfast()
  const { chainId, chainName } = session
  const isOnline = useOnline()
  const nameOf = useNames()
  const keys = useStealthKeys(session.account)
  const discovery = useDiscovery(session.account, chainId, keys)
  const service = useCosigner(keys)
  const client = useClient({ chainId })
  const read = useBox({ chainId, account, query: { refetchInterval: 10_000 } })
  const wallet = useBalance(session.account, chainId)
  const rows = useJournal()
  const open = useOpenBoxFlows(session.account).filter(({ plan }) => isAbout(plan, account, chainId))
  const [chosen, setChosen] = useState<BoxAct>()
  const [typed, setTyped] = useState('')
  const [isFaultShown, setFaultShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [doing, setDoing] = useState<Doing>()
  const [said, setSaid] = useState<BoxAct>()
  const [veto, setVeto] = useState<Pick<CosignVeto, 'code' | 'riskReasons'>>()
  const [error, setError] = useState<unknown>()
  const box = read.data ?? undefined
  const deployment = deploymentFor(chainId)

  if (read.error instanceof NotABoxError) return <MissingBox />
  if (box === undefined || deployment === undefined)
    return (
      <Screen title={words.one}>
        <WalletNotice session={session} />
        {read.error !== null && <Fault error={read.error} />}
        {read.error === null && (
          <section className="card bones" aria-label={shared.app.waiting}>
            <span />
            <span />
            <span />
          </section>
        )}
      </Screen>
    )

  const amount = readAmount(typed, undefined)
  const cautions = boxCautions(box, { usdc: deployment.usdc, cosigner: service.address })
  const holder = holderOf(box, session.account, discovery.boxes)
  const acts = actsOf(box, holder, session.account, service.hasService && !cautions.includes('foreign_cosigner'))
  const act = chosen !== undefined && acts.includes(chosen) ? chosen : acts[0]
  const wasConfirmed = (rows.data ?? []).some((row) => {
    const params = row.state === 'done' ? boxPlanOf(row)?.params : undefined
    return params !== undefined && 'salt' in params && isAddressEqual(params.policy.target, box.target)
  })
  const waits = waitingOf()
  function waitingOf(): Waiting | undefined {
    if (!isOnline) return 'offline'
    if (session.account === undefined) return 'wallet'
    if (session.isStray) return 'network'
    if (isAsking) return 'checking'
    return act !== undefined && needsAmount(act) && amount.kind !== 'amount' ? 'amount' : undefined
  }

  const forget = () => {
    setError(undefined)
    setVeto(undefined)
    setSaid(undefined)
  }
  const finish = (done: BoxAct) => {
    setDoing(undefined)
    setTyped('')
    setChosen(undefined)
    setSaid(done)
    announce(words.done[done])
    void read.refetch()
  }
  const ask = async (question: (cosigner: ReturnType<typeof service.open>) => Promise<CosignVeto | 'approved'>) => {
    setAsking(true)
    try {
      const owner = act === 'bind' ? holder?.owner : undefined
      const answer = await question(
        service.open({ cosigner: box.cosigner, chainId, owner, ephemeralPubKey: holder?.ephemeralPubKey }),
      )
      if (answer !== 'approved') setVeto(answer)
    } catch (failure) {
      setError(failure)
    } finally {
      setAsking(false)
    }
  }
  const sign = async (ephemeralPubKey: Hex) => {
    if (client === undefined) return
    try {
      const { signHiddenSweep } = await import('../../stealth/hiddenOwner.js')
      setDoing({ act: 'sweep', signed: await signHiddenSweep(client, keys, { ephemeralPubKey, box: account }) })
    } catch (failure) {
      setError(failure)
    }
  }
  const review = async () => {
    const { account: own } = session
    forget()
    if (own === undefined) return
    if (act === 'sweep' && holder?.ephemeralPubKey !== undefined) return sign(holder.ephemeralPubKey)
    if (act === 'sweep') return setDoing({ act, params: { account, vault: own } })
    if (act === 'bind')
      return ask(async (cosigner) => {
        const answer = await cosigner.bind({ chainId, account, payer: own, until: box.expiry })
        if (!answer.approved) return answer
        finish('bind')
        return 'approved'
      })
    if (amount.kind !== 'amount') return
    const asked = { account, amount: amount.amount }
    if (act === 'fund' && holder !== undefined)
      return setDoing({ act, params: { ...asked, policy: policyOf(box, holder.owner) } })
    if (act === 'pay' && holder !== undefined) {
      const { owner, ephemeralPubKey } = holder
      const whose = ephemeralPubKey === undefined ? { owner } : { owner, payer: own }
      return setDoing({ act, params: { ...asked, ...whose, spentBefore: box.spent }, ephemeralPubKey })
    }
    if (act === 'pull')
      return ask(async (cosigner) => {
        const { nonce, remaining, expiry, target } = box
        const seen = { chainId, target, nonce, remaining, expiry, now: box.now }
        const answer = await cosigner.authorize({ ...asked, ...seen, action: ACTION_PULL })
        if (!answer.approved) return answer
        setDoing({ act, params: asked, signature: answer.signature })
        return 'approved'
      })
  }

  if (doing !== undefined) {
    const common = {
      session,
      chainId,
      chainName,
      onBack: () => setDoing(undefined),
      onOpen: () => setDoing(undefined),
    }
    return (
      <Screen title={words.acts[doing.act]}>
        <Run
          common={common}
          doing={doing}
          box={box}
          wasConfirmed={wasConfirmed}
          makeCosigner={(kept) => ({ cosigner: service.open(kept) })}
          onDone={(outcome) => {
            if (outcome === undefined || outcome.ok) return finish(doing.act)
            setDoing(undefined)
            setVeto(outcome)
          }}
        />
      </Screen>
    )
  }
  return (
    <Screen title={words.one}>
      <BoxView
        box={box}
        name={nameOf(box.target)}
        cautions={cautions}
        acts={acts}
        act={act}
        amount={typed}
        wallet={wallet}
        isServiceCosigner={service.address !== undefined && isAddressEqual(service.address, box.cosigner)}
        isStranger={
          session.account !== undefined && holder === undefined && !isAddressEqual(session.account, box.target)
        }
        waits={waits}
        isAsking={isAsking}
        isFaultShown={isFaultShown}
        onAct={(next) => {
          forget()
          setChosen(next)
        }}
        onAmount={setTyped}
        onLeave={() => setFaultShown(typed !== '')}
        onReview={() => void review()}
      >
        <WalletNotice session={session} />
        {said !== undefined && <Notice title={words.done[said]} />}
        {veto !== undefined && <VetoNotice veto={veto} />}
        {error instanceof SignatureDeclinedError && <p className="notice">{pay.review.declined}</p>}
        {error !== undefined && !(error instanceof SignatureDeclinedError) && <Fault error={error} />}
        {read.error !== null && <Fault error={read.error} />}
        {session.account !== undefined && holder?.ephemeralPubKey === undefined && isStrange(box, session.account) && (
          <Hidden session={session} discovery={{ ...discovery, isUnlocked: keys !== undefined }} />
        )}
        {open.map((flow) => (
          <OpenFlowNotice
            key={flow.entry}
            flow={flow}
            box={box}
            ephemeralPubKey={holder?.ephemeralPubKey}
            onGoOn={(next) => {
              forget()
              setDoing(next)
            }}
            onClose={() => void journal.change(flow.entry, () => ({ state: 'done' }))}
          />
        ))}
      </BoxView>
    </Screen>
  )
}

/** Carries out what was chosen: the plan of the library, and nothing besides. */
function Run({
  common,
  doing,
  box,
  wasConfirmed,
  makeCosigner,
  onDone,
}: {
  common: Pick<Parameters<typeof LazyPlanRun>[0], 'session' | 'chainId' | 'chainName' | 'onBack' | 'onOpen'>
  doing: Doing
  box: BoxDetails
  wasConfirmed: boolean
  makeCosigner: (kept: KeptCosigner) => { cosigner: ReturnType<ReturnType<typeof useCosigner>['open']> }
  onDone: (outcome?: { ok: true } | ({ ok: false } & Pick<CosignVeto, 'code' | 'riskReasons'>)) => void
}) {
  const { presses, proof } = useBoxWords()
  const { format } = useWords()
  switch (doing.act) {
    case 'fund':
      return (
        <LazyPlanRun<'fundEphemeral'>
          {...common}
          operation="fundEphemeral"
          params={doing.params}
          isConfirmed={wasConfirmed}
          press={presses.fund(format.usdc(doing.params.amount))}
          onDone={() => onDone()}
        />
      )
    case 'pay':
      return (
        <LazyPlanRun<'settlePrivatePayment'>
          {...common}
          operation="settlePrivatePayment"
          params={doing.params}
          // Its payee was confirmed when money went in.
          isConfirmed
          entry={doing.entry}
          note={doing.ephemeralPubKey === undefined && <p className="notice">{proof}</p>}
          press={presses.pay(format.usdc(doing.params.amount))}
          handOver={{
            cosigner: box.cosigner,
            chainId: common.chainId,
            owner: doing.params.owner,
            ephemeralPubKey: doing.ephemeralPubKey,
          }}
          // What this screen has kept.
          makeHandOver={(kept) => makeCosigner(kept as KeptCosigner)}
          onDone={onDone}
        />
      )
    case 'pull':
      return (
        <LazyPlanRun<'submitPull'>
          {...common}
          operation="submitPull"
          params={doing.params}
          press={presses.pull(format.usdc(doing.params.amount))}
          handOver={{ cosignerSig: doing.signature }}
          onDone={() => onDone()}
        />
      )
    default:
      if ('signed' in doing) {
        const { signature, ...params } = doing.signed
        return (
          <LazyPlanRun<'sweepWithSignature'>
            {...common}
            operation="sweepWithSignature"
            params={params}
            // The hidden address of the person.
            isConfirmed
            press={presses.sweep(format.usdc(box.balance ?? 0n))}
            handOver={{ signature }}
            onDone={() => onDone()}
          />
        )
      }
      return (
        <LazyPlanRun<'sweepToVault'>
          {...common}
          operation="sweepToVault"
          params={doing.params}
          entry={doing.entry}
          press={presses.sweep(format.usdc(box.balance ?? 0n))}
          onDone={() => onDone()}
        />
      )
  }
}

/** An operation whose outcome is open: the chain is asked first, by the plan of the same operation. */
function OpenFlowNotice({
  flow,
  box,
  ephemeralPubKey,
  onGoOn,
  onClose,
}: {
  flow: OpenBoxFlow
  box: BoxDetails
  ephemeralPubKey: Hex | undefined
  onGoOn: (doing: Doing) => void
  onClose: () => void
}) {
  const { unfinished, fundOpen } = useBoxWords()
  const { plan } = flow
  const next = resumeOf(flow, ephemeralPubKey)
  if (next !== undefined)
    return (
      <Notice title={unfinished.title}>
        <p>{unfinished.why}</p>
        <div>
          <button type="button" className="button button-small" onClick={() => onGoOn(next)}>
            {unfinished.press}
          </button>
        </div>
      </Notice>
    )
  const expected = plan.effects.find(({ account }) => isAddressEqual(account, box.account))?.after ?? 0n
  const isThere = plan.operation === 'submitPull' ? box.lastPull > 0 : (box.balance ?? 0n) >= expected
  return (
    <Notice title={fundOpen.title}>
      <p>{isThere ? fundOpen.arrived : fundOpen.missing}</p>
      <div>
        <button type="button" className="button button-small" onClick={onClose}>
          {fundOpen.close}
        </button>
      </div>
    </Notice>
  )
}

/** What can be carried out once more, since the operation itself finds what it has done. */
function resumeOf({ entry, plan }: OpenBoxFlow, ephemeralPubKey: Hex | undefined): Doing | undefined {
  const { operation, params } = plan
  // The operation says which parameters these are.
  if (operation === 'settlePrivatePayment')
    return { act: 'pay', params: params as Plan<typeof operation>['params'], entry, ephemeralPubKey }
  // As above.
  if (operation === 'sweepToVault') return { act: 'sweep', params: params as Plan<typeof operation>['params'], entry }
  return undefined
}

function isAbout({ params, chainId }: OpenBoxFlow['plan'], account: Address, chain: number): boolean {
  return chainId === chain && 'account' in params && isAddressEqual(params.account, account)
}

/** Who acts for a spending account: the wallet, or a hidden address of its that the account was announced to. */
type Holder = { owner: Address; ephemeralPubKey: Hex | undefined }

function holderOf(
  box: BoxDetails,
  account: Address | undefined,
  found: readonly StealthBox[] = [],
): Holder | undefined {
  if (account !== undefined && ownerHash(account) === box.ownerHash)
    return { owner: account, ephemeralPubKey: undefined }
  const one = found.find(
    (one) => isAddressEqual(one.box, box.account) && ownerHash(one.stealthAddress) === box.ownerHash,
  )
  return one && { owner: one.stealthAddress, ephemeralPubKey: one.ephemeralPubKey }
}

/** What an account can do with a spending account now. The library refuses what is not allowed; this leaves it out. */
function actsOf(
  box: BoxDetails,
  holder: Holder | undefined,
  account: Address | undefined,
  isCosigned: boolean,
): BoxAct[] {
  if (account === undefined) return []
  const isActive = boxStatus(box) === 'active'
  const isFunded = box.balance !== null && box.balance > 0n
  const isOwner = holder !== undefined
  const isVault = vaultHash(holder?.owner ?? account) === box.vaultHash
  const isPull = box.mode === MODE_PULL
  const pays = isActive && isCosigned
  return [
    ...(pays && isFunded && isOwner && !isPull ? ['pay' as const] : []),
    ...(pays && isPull && isAddressEqual(account, box.target) ? ['pull' as const] : []),
    ...(pays && isOwner && isVault ? ['fund' as const] : []),
    ...(pays && isOwner && isPull ? ['bind' as const] : []),
    ...(isFunded && isVault ? ['sweep' as const] : []),
  ]
}

/** The policy of a spending account whose owner and vault is this account. */
function policyOf(box: BoxDetails, own: Address): EphemeralPolicy {
  const { token, cosigner, target, maxAmount, perPullMax, expiry, interval, mode } = box
  const limit = mode === MODE_PULL ? { perPullMax } : {}
  return { token, owner: own, vault: own, cosigner, target, maxAmount, ...limit, expiry, interval, mode }
}

function isStrange(box: BoxDetails, account: Address): boolean {
  return ownerHash(account) !== box.ownerHash && !isAddressEqual(account, box.target)
}

function readBoxAddress(text: string): Address | undefined {
  try {
    return parseAddress('account', text)
  } catch {
    return undefined
  }
}
