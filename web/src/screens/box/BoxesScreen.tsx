import { useBoxes, useHoldfast } from '@holdfast/react'
import { getBoxQueryOptions } from '@holdfast/react/query'
import { describeError } from '@holdfast/sdk/errors'
import { useQueries } from '@tanstack/react-query'
import { useConfig } from 'wagmi'
import { Screen } from '../../app/Screen.js'
import { ReadFault, type Reading } from '../../parts/ReadFault.js'
import { useNames } from '../../people/usePeople.js'
import { LazyOpenNote } from '../../plan/LazyOpenNote.js'
import { useStealthKeys } from '../../stealth/stealthKeys.js'
import { useDiscovery } from '../../stealth/useDiscovery.js'
import type { Session } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import { BoxesView, type ListedBox } from './BoxesView.js'
import { Hidden } from './Hidden.js'
import { useOpenBoxRows } from './useOpenBoxRows.js'

/** The spending accounts of the connected account. */
export function BoxesScreen({ session }: { session: Session }) {
  const box = useBoxWords()
  const config = useConfig()
  const holdfast = useHoldfast()
  const nameOf = useNames()
  const { account, chainId } = session
  const keys = useStealthKeys(account)
  const discovery = useDiscovery(account, chainId, keys)
  const read = useBoxes({ chainId, owner: account, query: { refetchInterval: 15_000 } })
  const newest = read.data?.boxes.toReversed()
  const states = useQueries({
    queries: (newest ?? []).map((one) => getBoxQueryOptions(config, { chainId, holdfast, account: one.account })),
  })
  const hidden = discovery.boxes ?? []
  const hiddenStates = useQueries({
    queries: hidden.map(({ box }) => getBoxQueryOptions(config, { chainId, holdfast, account: box })),
  })
  const open = useOpenBoxRows(account)?.filter(({ plan }) => plan.chainId === chainId)
  return (
    <Screen title={box.title} lead={box.lead}>
      <WalletNotice session={session} />
      {session.hasContract && <ReadFault read={read} />}
      {account !== undefined && session.hasContract && (
        <Hidden session={session} isUnlocked={keys !== undefined} discovery={discovery} />
      )}
      {session.hasContract && <ReadFault read={allOf(hiddenStates)} />}
      {open?.map((row) => (
        <LazyOpenNote
          key={row.id}
          row={row}
          title={box.unfinished.title}
          said={box.unfinished.why}
          goOn={
            // An account that is being created continues in the form for a new one.
            <a href={row.href === '#/boxes' ? `#/boxes/new/${row.id}` : row.href}>{box.unfinished.press}</a>
          }
        />
      ))}
      {session.hasContract && (read.error === null || read.data !== undefined) && (
        <BoxesView
          isConnected={account !== undefined}
          chainId={chainId}
          boxes={
            newest && [
              ...hidden.flatMap(({ box, proof }, index): ListedBox[] => {
                const state = hiddenStates[index]?.data ?? undefined
                if (state === undefined) return []
                const { target, maxAmount } = state
                return [{ account: box, target, maxAmount, state, isUnproven: proof !== 'salt' }]
              }),
              ...newest.map(({ account, target, maxAmount }, index) => ({
                account,
                target,
                maxAmount,
                state: states[index]?.data ?? undefined,
              })),
            ]
          }
          isComplete={read.data?.complete !== false}
          isSearched={keys === undefined || discovery.boxes !== undefined}
          nameOf={nameOf}
          onAgain={() => void read.refetch()}
        />
      )}
    </Screen>
  )
}

/** Several reads as one, which has failed where one of them has. One that was announced and never created has nothing to read. */
function allOf(reads: readonly Reading[]): Reading {
  const failed = reads.filter(({ error }) => error !== null && describeError(error).code !== 'not_a_box')
  return {
    error: failed[0]?.error ?? null,
    data: reads.some(({ data, error }) => data === undefined && error === null) ? undefined : reads,
    isFetching: reads.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  }
}
