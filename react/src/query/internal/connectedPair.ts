import { type ClientPair, chainIdOf } from '@holdfast/sdk/chain'
import { MissingAccountError, type ServiceError, WrongNetworkError } from '@holdfast/sdk/errors'
import type { Address } from 'viem'
import { getConnection, getConnectorClient } from 'wagmi/actions'
import type { Holdfast } from '../createHoldfast.js'
import type { Config } from '../types.js'
import { readerOf } from './clients.js'
import { pinWallet } from './pinWallet.js'

/** The wallet that is connected now, and the chain on which it is used. */
export type Connected = {
  clients: ClientPair
  chainId: number
  account: Address
  /** Why the wallet was not asked for more, where it is no longer the one of the beginning. */
  left: () => ServiceError | undefined
}

/**
 * The connected wallet, pinned: account, connector and chain stay as they are now.
 *
 * @throws `MissingAccountError`, `WrongNetworkError` where the wallet is on another chain than is meant.
 */
export async function connectedPair(
  config: Config,
  meant: number | undefined,
  { contractAddress }: Holdfast,
): Promise<Connected> {
  const { address: account, chainId: current, connector } = getConnection(config)
  if (account === undefined || current === undefined || connector === undefined) throw new MissingAccountError()
  const chainId = meant ?? current
  if (chainId !== current) throw new WrongNetworkError(chainId, current)
  const walletClient = await getConnectorClient(config, { chainId, account, connector, assertChainId: false })
  const actual = await chainIdOf(walletClient)
  if (actual !== chainId) throw new WrongNetworkError(chainId, actual)
  const { wallet, left } = pinWallet(config, walletClient, { account, chainId, connector: connector.uid })
  const clients = { publicClient: readerOf(config, chainId), walletClient: wallet, contractAddress }
  return { clients, chainId, account, left }
}
