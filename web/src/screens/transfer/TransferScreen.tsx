import { useCancel, useHoldfast, useReclaimExpired, useRekey, useTransfer } from '@holdfast/react'
import {
  claimKeyFromCode,
  generateClaimCode,
  isClaimKeyHash,
  isTerminal,
  type ProtectedTransfer,
} from '@holdfast/sdk/transfer'
import { useEffect, useState } from 'react'
import { isAddressEqual } from 'viem'
import { useConfig } from 'wagmi'
import { announce } from '../../app/announce.js'
import { useKept } from '../../app/KeptContext.js'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { type Busy, withFlowLock } from '../../journal/withFlowLock.js'
import { Notice } from '../../parts/Notice.js'
import { ReadFault } from '../../parts/ReadFault.js'
import { saidOf } from '../../parts/saidOf.js'
import { useChainNow } from '../../parts/useChainNow.js'
import { useLast } from '../../parts/useLast.js'
import { useSingleRun } from '../../parts/useSingleRun.js'
import { useNames } from '../../people/usePeople.js'
import { SilenceNotice } from '../../wallets/SilenceNotice.js'
import type { Session } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import { useTransferWords } from '../../words/useTransferWords.js'
import { useWords } from '../../words/useWords.js'
import { Lost } from './Lost.js'
import { SwappedView } from './SwappedView.js'
import { type TransferAction, TransferView } from './TransferView.js'
import { useKeptSecret } from './useKeptSecret.js'

/** One payment: its state on the chain, its code for the sender, and the possible actions. */
export function TransferScreen({ chain, id, session }: { chain: string; id: string; session: Session }) {
  const transferWords = useTransferWords()
  const config = useConfig()
  const chainId = config.chains.find((one) => String(one.id) === chain)?.id
  const isId = /^[1-9]\d{0,77}$/.test(id)
  if (chainId === undefined || !isId)
    return (
      <Screen title={transferWords.missing.title}>
        <p>{transferWords.missing.why}</p>
      </Screen>
    )
  return <KnownTransfer chainId={chainId} transferId={BigInt(id)} session={session} />
}

function KnownTransfer({ chainId, transferId, session }: { chainId: number; transferId: bigint; session: Session }) {
  const language = useWords()
  const { words, format } = language
  const transferWords = useTransferWords()
  const isOnline = useOnline()
  const isKept = useKept()
  const nameOf = useNames()
  const { journal } = useHoldfast()
  const read = useTransfer({
    chainId,
    transferId,
    // After the first answer the payment is watched; until then, a failed read is repeated here.
    query: { refetchInterval: ({ state }) => (state.data === undefined && state.error !== null ? 4_000 : false) },
  })
  const transfer = read.data ?? undefined
  const kept = useKeptSecret(chainId, transfer, 'secret')
  const clock = useChainNow(chainId, transfer?.deadline)
  const isWaiting = kept.isLoading || clock.isPending
  const { secret, swapped, entry, unread } = kept
  // A payment is shown with its code: one that came later would move the buttons below it, and look lost until then.
  const shown = useLast(isWaiting ? undefined : transfer)
  const code = useLast(isWaiting ? undefined : (secret ?? null)) ?? undefined
  const { account } = session
  const isSender = account !== undefined && transfer !== undefined && isAddressEqual(account, transfer.sender)
  const writes = {
    cancel: useCancel({ chainId }),
    rekey: useRekey({ chainId }),
    giveBack: useReclaimExpired({ chainId }),
  }
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState<Busy>()
  const working = actions.find((action) => writes[action].isPending)

  const isOver = transfer !== undefined && isTerminal(transfer)
  useEffect(() => {
    // The payment has ended, so its code is useless and is deleted.
    if (isOver && entry !== undefined) void journal.change(entry, () => ({ secret: {} })).catch(() => {})
  }, [isOver, entry, journal])

  const act = useSingleRun(async (action: TransferAction) => {
    if (account === undefined || transfer === undefined) return
    setError(undefined)
    setBusy(undefined)
    try {
      const { busy } = await withFlowLock({ chainId, account }, async () => {
        if (action === 'rekey') {
          const next = newCodeFor(transfer)
          const row = await journal.keep({ secret: next.secret })
          return writes.rekey.mutateAsync({ transferId, newClaimHash: next.claimHash, entry: row })
        }
        return writes[action].mutateAsync({ transferId })
      })
      setBusy(busy)
    } catch (failure) {
      setError(failure)
      announce(await saidOf(failure, language), 'assertive')
    }
    void read.refetch()
  })

  const isMade = transfer !== undefined && transfer.status !== 'NONE'
  if (transfer !== undefined && !isMade)
    return (
      <Screen title={transferWords.missing.title}>
        <p>{transferWords.missing.why}</p>
      </Screen>
    )
  const isSwapped = transfer !== undefined && swapped !== undefined
  return (
    <Screen
      title={isSwapped ? transferWords.swapped.title : transferWords.title(String(transferId))}
      isHeadingHidden={isSwapped}
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
      {transfer !== undefined && swapped !== undefined ? (
        <SwappedView
          shown={swapped}
          transfer={transfer}
          isSender={isSender}
          working={working !== undefined}
          onCancel={() => void act('cancel')}
        />
      ) : (
        <TransferView
          transfer={shown}
          nameOf={nameOf}
          isSender={isSender}
          account={account}
          code={isSender ? code : undefined}
          isCodeKept={code !== undefined}
          isCodeUnread={unread !== undefined}
          working={working}
          isOnline={isOnline}
          isKept={isKept}
          link={linkOf(chainId, transferId)}
          now={clock.now}
          onAct={(action) => void act(action)}
        />
      )}
    </Screen>
  )
}

const actions: readonly TransferAction[] = ['cancel', 'rekey', 'giveBack']

/** A code of the kind that the payment is claimed with. */
function newCodeFor({ claimHash }: ProtectedTransfer): { secret: string; claimHash: `0x${string}` } {
  const made = generateClaimCode()
  return {
    secret: made.secret,
    claimHash: isClaimKeyHash(claimHash) ? claimKeyFromCode(made.secret).claimHash : made.claimHash,
  }
}

function linkOf(chainId: number, transferId: bigint): string {
  return `${location.origin}${location.pathname}#/claim/${chainId}/${transferId}`
}
