import { useHoldfast } from '@holdfast/react'
import { getCleanHistoryQueryOptions, listSentTransfersQueryOptions } from '@holdfast/react/query'
import { deploymentFor, parseAddress } from '@holdfast/sdk/chain'
import { mergeActivity, newestFirst } from '@holdfast/sdk/history'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { useConfig } from 'wagmi'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { useChainNow } from '../../parts/useChainNow.js'
import { useNames, usePeople } from '../../people/usePeople.js'
import type { Session } from '../../wallets/useSession.js'
import { useActivityWords } from '../../words/useActivityWords.js'
import { Unfinished } from '../send/Unfinished.js'
import { ActivityView } from './ActivityView.js'
import type { HiddenItem } from './HiddenItem.js'

/** Activity on all chains of the connected account, or of an address that is typed. */
export function ActivityScreen({ session }: { session: Session }) {
  const words = useActivityWords()
  const isOnline = useOnline()
  const nameOf = useNames()
  const [chosen, setChosen] = useState<Address>()
  const address = session.account ?? chosen
  const read = useActivity(address)
  // The clocks of all chains agree.
  const { now } = useChainNow(session.chainId, undefined)
  const { chains } = useConfig()
  const chainNameOf = (id: number) => chains.find((chain) => chain.id === id)?.name ?? String(id)
  return (
    <Screen title={words.title} lead={words.lead}>
      <ActivityView
        {...read}
        address={address}
        isOwn={session.account !== undefined}
        failed={read.failed.map(({ source, chainId }) => ({ source, chain: chainNameOf(chainId) }))}
        asOf={isOnline && read.failed.length === 0 ? undefined : read.asOf}
        chainNameOf={chains.length > 1 ? chainNameOf : undefined}
        nameOf={nameOf}
        now={now}
        onAddress={(text) => {
          try {
            setChosen(parseAddress('address', text.trim()))
            return true
          } catch {
            return false
          }
        }}
      >
        <Unfinished account={session.account} />
      </ActivityView>
    </Screen>
  )
}

/** Reads history and payments of an address from each chain of the page. */
function useActivity(address: Address | undefined) {
  const config = useConfig()
  const holdfast = useHoldfast()
  const { known } = usePeople()
  const chains = config.chains.flatMap(({ id }) => deploymentFor(id) ?? [])
  const sent = useQueries({
    queries: chains.map(({ id }) => ({
      ...listSentTransfersQueryOptions(config, { chainId: id, holdfast, sender: address }),
      refetchInterval: 15_000,
    })),
  })
  const contacts = known?.book.flatMap(({ address, status }) => (status === 'confirmed' ? [address] : []))
  const histories = useQueries({
    queries: chains.map(({ id }, index) => {
      const settled = sent[index]?.data?.flatMap(({ status, to }) => (status === 'CLAIMED' ? [to] : [])) ?? []
      const payees = [...(contacts ?? []), ...settled].filter((one) => !isAddressEqual(one, zeroAddress))
      const options = getCleanHistoryQueryOptions(config, { chainId: id, holdfast, address, strict: true, payees })
      // The payees are read first: the history compares unknown addresses with them.
      const isRead = chains[index] !== undefined && (chains[index].explorerApi ?? '') !== ''
      return {
        ...options,
        enabled: isRead && options.enabled && sent[index]?.isPending === false && contacts !== undefined,
      }
    }),
  })
  // On a chain without an explorer, only protected payments are read.
  const hasExplorer = ({ explorerApi }: (typeof chains)[number]) => (explorerApi ?? '') !== ''
  const read = chains.map((chain, index) => ({
    chain,
    sent: sent[index],
    history: hasExplorer(chain) ? histories[index] : undefined,
  }))
  const answered = read.filter((one) => one.sent?.data !== undefined || one.history?.data !== undefined)
  const isWaiting = read.some((one) => one.sent?.isPending || (one.history?.isPending && one.history.error === null))
  const items = answered.flatMap(({ chain, sent, history }) => {
    if (address === undefined) return []
    return mergeActivity({
      chainId: chain.id,
      address,
      payees: contacts,
      contract: chain.transferContract,
      entries: history?.data?.entries ?? [],
      sent: sent?.data ?? [],
      isComplete: history?.data?.complete ?? true,
    })
  })
  const hidden = read.flatMap(({ chain, history }) =>
    (history?.data?.filtered ?? []).map(
      (entry, index): HiddenItem => ({ id: `${chain.id}:${entry.txHash}:${index}`, chainId: chain.id, entry }),
    ),
  )
  const failed = read.flatMap(({ chain, sent, history }) => [
    ...(sent?.error ? [{ source: 'payments' as const, chainId: chain.id }] : []),
    ...(history?.error ? [{ source: 'history' as const, chainId: chain.id }] : []),
  ])
  const times = read.flatMap(({ sent, history }) => [sent?.dataUpdatedAt, history?.dataUpdatedAt]).filter((at) => !!at)
  return {
    items: items.length === 0 && isWaiting ? undefined : newestFirst(items),
    hidden,
    isComplete: read.every(({ history }) => history?.data?.complete !== false),
    failed,
    asOf: times.length === 0 ? undefined : new Date(Math.min(...times.map(Number))),
    onRetry: () => void Promise.all([...sent, ...histories].map((one) => one.refetch())),
  }
}
