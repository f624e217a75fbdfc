import { chainLabel } from '@holdfast/sdk/chain'
import type { HubChainName } from '@holdfast/sdk/hub'
import { useNetworks } from '../../plan/useNetworks.js'
import { useFlowWords } from '../../words/useFlowWords.js'

/** What is said when something has ended. */
export type Said = { title: string; why?: string }

/** Says that a spend has arrived: in the given words where this page reads its network, and else whose word that is. */
export function useArrival(): (to: HubChainName, seen: string) => Said {
  const { claimed } = useFlowWords()
  const { sources } = useNetworks()
  return (to, seen) =>
    sources.includes(to) ? { title: seen } : { title: claimed.title, why: claimed.unread(chainLabel(to)) }
}
