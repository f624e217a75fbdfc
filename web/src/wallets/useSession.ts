import { deploymentFor } from '@holdfast/sdk/chain'
import type { Address, Chain } from 'viem'
import { useChainId, useChains, useConnection } from 'wagmi'

/** Who is connected and where. */
export type Session = {
  account: Address | undefined
  /** The chain that the page is on. */
  chainId: number
  chainName: string
  isTestNetwork: boolean
  /** Name of the wallet's chain, if it is one that the page cannot use. */
  strayName: string | undefined
  isStray: boolean
  isBurner: boolean
  hasContract: boolean
}

export function useSession(): Session {
  const { address, chain, chainId: walletChain, connector } = useConnection()
  const chainId = useChainId()
  const chains = useChains()
  const current = chains.find(({ id }) => id === chainId)
  const isStray = address !== undefined && !chains.some(({ id }) => id === walletChain)
  return {
    account: address,
    chainId,
    chainName: current?.name ?? String(chainId),
    isTestNetwork: current?.testnet === true,
    strayName: isStray ? chain?.name : undefined,
    isStray,
    isBurner: connector?.type === 'burner',
    hasContract: deploymentFor(chainId) !== undefined,
  }
}

/** A session as a page sees it that is about one chain: a wallet on another one must switch. */
export function sessionOn(session: Session, { id, name, testnet }: Pick<Chain, 'id' | 'name' | 'testnet'>): Session {
  if (session.chainId === id) return session
  return {
    ...session,
    chainId: id,
    chainName: name,
    isTestNetwork: testnet === true,
    isStray: session.account !== undefined,
    strayName: session.isStray ? session.strayName : session.chainName,
    hasContract: deploymentFor(id) !== undefined,
  }
}
