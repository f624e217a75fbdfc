import { useCancel, useCheck, useReclaimExpired, useRelease, useTransfer, useTransferConfig } from '@holdfast/react'
import { RiskBlockedError } from '@holdfast/sdk/errors'
import { formatPaymentLink, linkState } from '@holdfast/sdk/links'
import { CLAIM_MODES, type ProtectedTransfer, ReleaseRequestIndex } from '@holdfast/sdk/transfer'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Hex, isAddressEqual, isHex } from 'viem'
import { useClient, useConfig } from 'wagmi'
import { Redirect } from 'wouter'
import { announce } from '../../app/announce.js'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { type Busy, withFlowLock } from '../../journal/withFlowLock.js'
import { firewallOf } from '../../parts/firewallOf.js'
import { linkHere } from '../../parts/linkHere.js'
import { Notice } from '../../parts/Notice.js'
import { ReadFault } from '../../parts/ReadFault.js'
import { saidOf } from '../../parts/saidOf.js'
import { useChainNow } from '../../parts/useChainNow.js'
import { useLast } from '../../parts/useLast.js'
import { useSingleRun } from '../../parts/useSingleRun.js'
import { LazyBlock } from '../../payee/LazyStops.js'
import type { Overruled } from '../../payee/Overruled.js'
import { useNames } from '../../people/usePeople.js'
import { SilenceNotice } from '../../wallets/SilenceNotice.js'
import type { Session } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import { useLinkWords } from '../../words/useLinkWords.js'
import { useWords } from '../../words/useWords.js'
import type { Payment } from '../send/Payment.js'
import { Lost } from '../transfer/Lost.js'
import { useKeptSecret } from '../transfer/useKeptSecret.js'
import { AskerView } from './AskerView.js'
import { type LinkAction, LinkView } from './LinkView.js'

/** One payment link as its sender sees it. */
export function LinkScreen({ chain, id, session }: { chain: string; id: string; session: Session }) {
  const { page } = useLinkWords()
  const { chains } = useConfig()
  const chainId = chains.find((one) => String(one.id) === chain)?.id
  if (chainId === undefined || !/^[1-9]\d{0,77}$/.test(id))
    return (
      <Screen title={page.gone.title}>
        <p>{page.gone.why}</p>
      </Screen>
    )
  return <KnownLink chainId={chainId} transferId={BigInt(id)} session={session} />
}

function KnownLink({ chainId, transferId, session }: { chainId: number; transferId: bigint; session: Session }) {
  const language = useWords()
  const { words, format } = language
  const { list, page } = useLinkWords()
  const isOnline = useOnline()
  const { account } = session
  const read = useTransfer({
    chainId,
    transferId,
    // What was read once is followed. Until then nothing else reads it.
    query: { refetchInterval: ({ state }) => (state.data === undefined && state.error !== null ? 4_000 : false) },
  })
  const transfer = read.data ?? undefined
  const config = useTransferConfig({ chainId, configId: transfer?.configId })
  const isReleased = config.data?.claimMode === CLAIM_MODES.KEY_RELEASE
  const clock = useChainNow(chainId, transfer?.deadline)
  const state = transfer && linkState(transfer, { now: clock.now })
  const isSender = account !== undefined && transfer !== undefined && isAddressEqual(account, transfer.sender)
  const { secret, swapped, isLoading, unread } = useKeptSecret(chainId, isSender ? transfer : undefined, 'linkSecret')
  const text = isHex(secret)
    ? linkHere(formatPaymentLink({ kind: 'payment', chainId, transferId, linkSecret: secret }, location.origin))
    : undefined
  // A link is shown with its text and with who asks for it: what came later would move the buttons below it.
  const shown = useLast(isLoading || config.isPending || clock.isPending ? undefined : transfer)
  const writes = {
    cancel: useCancel({ chainId }),
    giveBack: useReclaimExpired({ chainId }),
    release: useRelease({ chainId }),
  }
  const working = actions.find((action) => writes[action].isPending)
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState<Busy>()
  const act = useSingleRun(async (run: () => Promise<unknown>) => {
    if (account === undefined) return
    setError(undefined)
    try {
      setBusy((await withFlowLock({ chainId, account }, run)).busy)
    } catch (failure) {
      setError(failure)
      announce(await saidOf(failure, language), 'assertive')
    }
    void read.refetch()
  })
  if (transfer !== undefined && state === undefined)
    return (
      <Screen title={page.gone.title}>
        <p>{page.gone.why}</p>
      </Screen>
    )
  // That page shows both, and offers to take the money back.
  if (swapped !== undefined) return <Redirect to={`/transfer/${chainId}/${transferId}`} replace />
  return (
    <Screen
      title={page.title(transfer === undefined ? '…' : format.usdc(transfer.amount))}
      lead={state && <span role="status">{list.state[state]}</span>}
    >
      {transfer === undefined && <ReadFault read={read} />}
      {unread !== undefined && <ReadFault read={unread} />}
      {read.error !== null && transfer !== undefined && (
        <Notice kind="warning" title={words.app.asOf(format.moment(new Date(read.dataUpdatedAt)))} />
      )}
      {session.isStray && <WalletNotice session={session} />}
      <SilenceNotice isAwaited={working !== undefined && writes[working].progress.state === 'sign'} />
      {busy !== undefined && <Notice kind="warning" title={words.busy[busy]} />}
      {error !== undefined && <Lost error={error} transfer={transfer} />}
      <LinkView
        transfer={shown}
        now={clock.now}
        state={state}
        isReleased={isReleased}
        isSender={isSender}
        account={account}
        text={text}
        isUnread={unread !== undefined}
        working={working}
        isOnline={isOnline}
        onAct={(action) => void act(() => writes[action].mutateAsync({ transferId }))}
      >
        {isReleased && transfer !== undefined && state === 'open' && (
          // What was typed for a release is still there when it was declined.
          <div hidden={working !== undefined}>
            <Askers
              chainId={chainId}
              transfer={transfer}
              session={session}
              isOnline={isOnline}
              blocked={error instanceof RiskBlockedError ? error.report : undefined}
              onRelease={(recipient, overruled) =>
                void act(() =>
                  writes.release.mutateAsync({
                    transferId,
                    recipient,
                    ...(overruled && { acknowledgement: { ...overruled, amount: transfer.amount } }),
                  }),
                )
              }
            />
          </div>
        )}
      </LinkView>
    </Screen>
  )
}

const actions: readonly LinkAction[] = ['cancel', 'giveBack', 'release']

/** Who asks for the release, as the chain has it. */
function Askers({
  chainId,
  transfer,
  session,
  isOnline,
  blocked,
  onRelease,
}: {
  chainId: number
  transfer: ProtectedTransfer
  session: Session
  isOnline: boolean
  blocked: Payment['report'] | undefined
  onRelease: (recipient: Hex, overruled: Overruled | undefined) => void
}) {
  const { page } = useLinkWords()
  const { transferId } = transfer
  const client = useClient({ chainId })
  const [index] = useState(() => client && new ReleaseRequestIndex({ client, transferIds: [transferId] }))
  const asked = useQuery({
    queryKey: ['release requests', chainId, transferId.toString()],
    enabled: index !== undefined,
    gcTime: 0,
    refetchInterval: 4_000,
    queryFn: async ({ signal }) => {
      await index?.sync({ signal })
      // A flood of requests is not judged whole.
      return index?.requestsAtEnds(transferId) ?? []
    },
  })
  const shown = asked.data ?? []
  return (
    <section className="stack">
      <h2 aria-live="polite">
        {shown.length === 0 ? page.asked.none : shown.length === 1 ? page.asked.one : page.asked.many}
      </h2>
      {shown.length !== 1 && <p>{shown.length === 0 ? page.asked.noneWhy : page.asked.manyWhy}</p>}
      {asked.error !== null && <p className="notice notice-warning">{page.asked.incomplete}</p>}
      {shown.map(({ recipient }) => (
        <Asker
          key={recipient}
          chainId={chainId}
          recipient={recipient}
          amount={transfer.amount}
          session={session}
          isOnline={isOnline}
          blocked={blocked !== undefined && isAddressEqual(blocked.target, recipient) ? blocked : undefined}
          onRelease={(overruled) => onRelease(recipient, overruled)}
        />
      ))}
    </section>
  )
}

function Asker({
  chainId,
  recipient,
  amount,
  session,
  isOnline,
  blocked,
  onRelease,
}: {
  chainId: number
  recipient: Hex
  amount: bigint
  session: Session
  isOnline: boolean
  /** What the check said at the release, where that is newer. */
  blocked: Payment['report'] | undefined
  onRelease: (overruled: Overruled | undefined) => void
}) {
  const nameOf = useNames()
  const check = useCheck({ chainId, sender: session.account, target: recipient, amount })
  const [overruled, setOverruled] = useState<Overruled>()
  const [isLooking, setLooking] = useState(false)
  const report = blocked ?? check.data ?? undefined
  return (
    <>
      <AskerView
        recipient={recipient}
        name={nameOf(recipient)}
        firewall={firewallOf(check, report, session.account !== undefined)}
        isOverruled={overruled !== undefined}
        waits={!isOnline ? 'offline' : session.isStray ? 'network' : undefined}
        onAgain={() => void check.refetch()}
        onLook={() => setLooking(true)}
        onRelease={() => onRelease(overruled)}
      />
      {isLooking && report !== undefined && (
        <LazyBlock
          report={report}
          hasChanged={blocked !== undefined}
          onBack={() => setLooking(false)}
          onOverrule={() => {
            setOverruled({ report, at: Date.now() })
            setLooking(false)
          }}
        />
      )}
    </>
  )
}
