import { type Address, getAddress, type Hash, sliceHex } from 'viem'
import { type BridgeChainName, bridgeChainByDomain, bridgeChainFacts } from '../chain/bridgeChains.js'
import { assertBytes32 } from '../chain/bytes32.js'
import type { ReadClient } from '../chain/clients.js'
import { withoutSecrets } from '../chain/failure.js'
import { assertReads } from '../chain/network.js'
import { ChainUnavailableError } from '../errors/chain.js'
import { type BurnParameters, parseBurn, toWord } from './internal/burn.js'
import { readBurns } from './internal/burnCall.js'
import { readMint } from './internal/readMint.js'

/**
 * Asks both chains whether a transaction that the issuer names is the mint of a burn, and how much it paid to whom. Nothing
 * that the issuer says of the amount is used.
 *
 * Two burns of one wallet with the same recipient, amount and ceiling are the same to the chains: the mint of one passes for
 * that of the other.
 *
 * @param readerOf - A client of a chain, where the application has one.
 * @param params - `forwardTxHash` as `getBridgeStatus`, `findForwardedMint` or `mintBridged` have it.
 * @returns `arrived` with what was paid. `not_seen` while `chain` does not show the burn, or its mint: not mined yet, reverted,
 *   or another one. `unread` where there is no client of `chain`.
 * @throws `ChainUnavailableError` when a chain does not answer, `WrongNetworkError`, `UnknownBridgeChainError`,
 *   `InvalidInputError`
 * @example
 * const burn = { sourceDomain: 26, burnTxHash: txHash }
 * const forwardTxHash = await findForwardedMint(burn)
 * const readerOf = (chain: string) => (chain === 'Arc_Testnet' ? publicClient : undefined)
 * if (forwardTxHash === undefined) throw new Error('on its way')
 * const mint = await verifyForwardedMint(readerOf, { ...burn, forwardTxHash })
 * if (mint.state === 'arrived') console.log(mint.received)
 */
export async function verifyForwardedMint(
  readerOf: (chain: BridgeChainName) => ReadClient | undefined,
  params: verifyForwardedMint.Parameters,
): Promise<ForwardedMint> {
  const { forwardTxHash, recipient } = params
  const { sourceDomain, burnTxHash } = parseBurn(params)
  assertBytes32('forwardTxHash', forwardTxHash)
  const from = bridgeChainByDomain(sourceDomain)
  const source = readerOf(from)
  if (source === undefined) return { state: 'unread', chain: from }
  const burns = readBurns(await readMined(source, from, burnTxHash), from).filter(
    ({ mintRecipient }) => recipient === undefined || mintRecipient === toWord(recipient),
  )
  let chain = from
  // One transaction burns for one destination as a rule; a bundler's may burn for several.
  for (const burn of burns) {
    const to = bridgeChainByDomain(burn.destinationDomain)
    chain = to
    const destination = readerOf(to)
    if (destination === undefined) return { state: 'unread', chain: to }
    const received = readMint(await readMined(destination, to, forwardTxHash), burn)
    if (received !== undefined)
      return { state: 'arrived', to, recipient: getAddress(sliceHex(burn.mintRecipient, 12)), received }
  }
  return { state: 'not_seen', chain }
}

export declare namespace verifyForwardedMint {
  type Parameters = BurnParameters & {
    /** The transaction on the destination that is said to be the mint. */
    forwardTxHash: Hash
  }
}

/** What the chains say of a mint. */
export type ForwardedMint =
  | {
      state: 'arrived'
      to: BridgeChainName
      recipient: Address
      /** USDC base units that the recipient got, by the logs of the mint. */
      received: bigint
    }
  | { state: 'not_seen' | 'unread'; chain: BridgeChainName }

/** What a transaction has logged; nothing while it is not mined, and where it was reverted. */
async function readMined(client: ReadClient, name: BridgeChainName, txHash: Hash) {
  await assertReads(client, bridgeChainFacts(name).chainId)
  try {
    const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [txHash] })
    // A node may leave out what it does not know yet.
    const isMined = receipt?.status === '0x1' && receipt.blockNumber !== null && Array.isArray(receipt.logs)
    return { logs: isMined ? receipt.logs : [] }
  } catch (error) {
    throw new ChainUnavailableError(`reading the receipt of ${txHash}`, withoutSecrets(error))
  }
}
