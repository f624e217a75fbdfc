import { chainLabel } from '@holdfast/sdk/chain'
import type { HubChainName } from '@holdfast/sdk/hub'
import { useNetworks } from '../../plan/useNetworks.js'
import { useFlowWords } from '../../words/useFlowWords.js'

/** Says that a spend has arrived: in the given words where this page reads its network, and else whose word that is. */
export function useArrival(): (to: HubChainName, seen: string) => string {
  const { claimed } = useFlowWords()
  const { sources } = useNetworks()
  return (to, seen) => (sources.includes(to) ? seen : `${claimed.title}. ${claimed.unread(chainLabel(to))}`)
}
