import { useBox, useHoldfast } from '@holdfast/react'
import { type ChainDeployment, deploymentFor, parseAddress } from '@holdfast/sdk/chain'
import { NotABoxError } from '@holdfast/sdk/errors'
import type { Plan, PlanOperation } from '@holdfast/sdk/plan'
import { type BoxDetails, boxCautions } from '@holdfast/sdk/shield'
import type { StealthKeys } from '@holdfast/sdk/stealth'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Address, isAddressEqual } from 'viem'
import { useConfig } from 'wagmi'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { AfterJournal } from '../../journal/AfterJournal.js'
import type { OpenRow } from '../../journal/openRow.js'
import { useSent } from '../../journal/useSent.js'
import { Fault } from '../../parts/Fault.js'
import { Notice } from '../../parts/Notice.js'
import { ReadFault } from '../../parts/ReadFault.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { useNames } from '../../people/usePeople.js'
import { useStealthKeys } from '../../stealth/stealthKeys.js'
import { useDiscovery } from '../../stealth/useDiscovery.js'
import { type Session, sessionOn } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import type { BoxAct } from '../../words/BoxWords.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import type { Waiting } from '../../words/Words.js'
import { useBalance } from '../send/useBalance.js'
import { BoxRun } from './BoxRun.js'
import { BoxView, needsAmount } from './BoxView.js'
import { actsOf, canTakeBack, holderOf, isStrange } from './boxActs.js'
import { type Doing, resumeOf } from './Doing.js'
import { Hidden } from './Hidden.js'
import { OpenBoxNote } from './OpenBoxNote.js'
import { useBoxAct } from './useBoxAct.js'
import { useCosigner } from './useCosigner.js'
import { useOpenBoxRows } from './useOpenBoxRows.js'
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

/** Waits until it is read, and reads it again while it is shown. */
function KnownBox({ account, session }: { account: Address; session: Session }) {
  const words = useBoxWords()
  const { chainId } = session
  // Where something is open, a person waits for it.
  const isOpen = useOpenRowsOf(account, session).length > 0
  const read = useBox({ chainId, account, query: { refetchInterval: isOpen ? 2_000 : 10_000 } })
  const box = read.data ?? undefined
  const deployment = deploymentFor(chainId)
  const [doing, setDoing] = useState<Doing>()
  if (read.error instanceof NotABoxError) return <MissingBox />
  const waiting = (
    <>
      <WalletNotice session={session} />
      <ReadFault read={read} />
      {read.error === null && <Skeleton />}
    </>
  )
  // One screen for all that it shows: another one would take the focus again.
  return (
    <Screen title={doing === undefined ? words.one : words.acts[doing.act]}>
      <AfterJournal fallback={waiting}>
        {box !== undefined && deployment !== undefined ? (
          <ReadBox box={box} deployment={deployment} session={session} read={read} doing={doing} onDoing={setDoing} />
        ) : (
          waiting
        )}
      </AfterJournal>
    </Screen>
  )
}

function ReadBox({
  box,
  deployment,
  session,
  read,
  doing,
  onDoing,
}: {
  box: BoxDetails
  deployment: ChainDeployment
  session: Session
  read: ReturnType<typeof useBox>
  doing: Doing | undefined
  onDoing: (doing: Doing | undefined) => void
}) {
  const { chainId, chainName } = session
  const isOnline = useOnline()
  const keys = useStealthKeys(session.account)
  const discovery = useDiscovery(session.account, chainId, keys)
  const service = useCosigner(keys)
  const nameOf = useNames()
  const wallet = useBalance(session.account, chainId)
  const wasConfirmed = useWasConfirmed(box.target)
  const cautions = boxCautions(box, { usdc: deployment.usdc, cosigner: service.address })
  const holder = holderOf(box, session.account, discovery.boxes)
  const isPayee = session.account !== undefined && isAddressEqual(session.account, box.target)
  const acts = actsOf(box, holder, session.account, service.hasService && !cautions.includes('foreign_cosigner'))
  const onFinish = () => void read.refetch()
  const state = useBoxAct({ box, session, holder, acts, keys, service, doing, onDoing, onFinish })
  const { act } = state
  const isTaker = canTakeBack(box, holder, session.account)
  const operation = act && operations[act]
  const sent = useSent({ operation, account: session.account, chainId, box: box.account })
  const goOn = async (row: OpenRow) => {
    // What was shown may be ten seconds old.
    const { data, isSuccess } = await read.refetch()
    const next = isSuccess ? resumeOf(row, data ?? box, holder?.ephemeralPubKey) : undefined
    if (next !== undefined) state.goOn(next)
  }

  if (doing !== undefined)
    return (
      <BoxRun
        common={{ session, chainId, chainName, onBack: state.back, onOpen: state.back }}
        doing={doing}
        box={box}
        wasConfirmed={wasConfirmed}
        makeCosigner={(kept) => ({ cosigner: service.open(kept) })}
        unlocking={isLocked(doing, keys) ? <Hidden session={session} isUnlocked={false} /> : undefined}
        onDone={state.end}
      />
    )
  return (
    <BoxView
      box={box}
      name={nameOf(box.target)}
      cautions={cautions}
      acts={acts}
      act={act}
      canTakeBack={isTaker}
      amount={state.typed}
      wallet={wallet}
      isServiceCosigner={service.address !== undefined && isAddressEqual(service.address, box.cosigner)}
      isStranger={session.account !== undefined && holder === undefined && !isPayee}
      waits={waitingOf(session, isOnline, sent !== undefined, state)}
      isAsking={state.isAsking}
      isFaultShown={state.isFaultShown}
      onAct={state.choose}
      onAmount={state.type}
      onLeave={state.leave}
      onReview={state.review}
    >
      <WalletNotice session={session} />
      <Outcome state={state} reader={isTaker ? 'vault' : isPayee ? 'payee' : undefined} />
      <ReadFault read={read} />
      {session.account !== undefined && holder?.ephemeralPubKey === undefined && isStrange(box, session.account) && (
        <Hidden session={session} isUnlocked={keys !== undefined} discovery={discovery} />
      )}
      <OpenRows
        box={box}
        session={session}
        ephemeralPubKey={holder?.ephemeralPubKey}
        onGoOn={(row) => void goOn(row)}
      />
    </BoxView>
  )
}

type BoxActState = ReturnType<typeof useBoxAct>

/** How the last act ended. */
function Outcome({
  state: { said, veto, error },
  reader,
}: { state: BoxActState } & Pick<Parameters<typeof VetoNotice>[0], 'reader'>) {
  const { done } = useBoxWords()
  return (
    <>
      {said !== undefined && <Notice title={done[said]} />}
      {veto !== undefined && <VetoNotice veto={veto} reader={reader} />}
      {error !== undefined && <Fault error={error} />}
    </>
  )
}

/** Operations on this spending account whose outcome is open. */
function OpenRows({
  box,
  session,
  onGoOn,
  ...rest
}: Pick<Parameters<typeof OpenBoxNote>[0], 'box' | 'ephemeralPubKey'> & {
  session: Session
  onGoOn: (row: OpenRow) => void
}) {
  const rows = useOpenRowsOf(box.account, session)
  return rows.map((row) => <OpenBoxNote key={row.id} row={row} box={box} onGoOn={() => onGoOn(row)} {...rest} />)
}

function useOpenRowsOf(box: Address, { account, chainId }: Session): readonly OpenRow[] {
  return useOpenBoxRows(account)?.filter(({ plan }) => isAbout(plan, box, chainId)) ?? []
}

/** Whether a payment to this payee was confirmed with a spending account before. */
function useWasConfirmed(target: Address): boolean {
  const { journal } = useHoldfast()
  const { data: made = [] } = useQuery({
    queryKey: ['holdfast', 'journal', 'made'],
    networkMode: 'always',
    async queryFn() {
      const done = (await journal.list()).filter(({ state }) => state === 'done')
      // What `useExecutePlan` has kept of its variables, where this version has written them.
      const plans = done.map(({ params }) => params.plan as { params?: { policy?: { target?: unknown } } } | undefined)
      return plans.map((plan) => String(plan?.params?.policy?.target).toLowerCase())
    },
  })
  return made.includes(target.toLowerCase())
}

/** What each act carries out with a transaction that could be made twice. */
const operations: { readonly [act in BoxAct]?: PlanOperation } = {
  fund: 'fundEphemeral',
  pay: 'settlePrivatePayment',
  pull: 'submitPull',
  sweep: 'sweepToVault',
}

/** Whether the key of a hidden owner must sign for the co-signer, and was forgotten. */
function isLocked(doing: Doing, keys: StealthKeys | undefined): boolean {
  return doing.act === 'pay' && doing.ephemeralPubKey !== undefined && keys === undefined
}

/** What must come before a review. */
function waitingOf(
  session: Session,
  isOnline: boolean,
  isSent: boolean,
  { act, isAmount, isAsking }: BoxActState,
): Waiting | undefined {
  if (!isOnline) return 'offline'
  if (session.account === undefined) return 'wallet'
  if (session.isStray) return 'network'
  if (isSent) return 'open'
  if (isAsking) return 'checking'
  return act !== undefined && needsAmount(act) && !isAmount ? 'amount' : undefined
}

function isAbout({ params, chainId }: Plan, account: Address, chain: number): boolean {
  return chainId === chain && 'account' in params && isAddressEqual(params.account, account)
}

function readBoxAddress(text: string): Address | undefined {
  try {
    return parseAddress('account', text)
  } catch {
    return undefined
  }
}
