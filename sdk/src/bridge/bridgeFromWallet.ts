import type { Address } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { isContract } from '../chain/isContract.js'
import { assertChain, assertReads } from '../chain/network.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { BridgeRefusedError } from '../errors/bridge.js'
import { InvalidInputError } from '../errors/input.js'
import type { PaymentGuardOptions } from '../risk/PaymentGuardOptions.js'
import { guardBurn } from './internal/guardBurn.js'
import { parseRecipient, parseRoute, type RouteParameters } from './internal/route.js'
import { type BridgeFlowOptions, runBridge } from './internal/runBridge.js'
import type { BridgeFlowResult, BridgeQuote } from './types.js'

/**
 * Brings USDC of the connected wallet to another chain: burns it here with a word to the issuer, who mints it there. No
 * server of ours is involved, and the recipient needs no gas.
 *
 * Another recipient than the wallet passes the firewall first, on the sender's history of both chains.
 *
 * Transfers of one wallet from one chain are approved and burned one after the other in this process.
 *
 * `onProgress` hands out what a closed tab needs to go on with {@link resumeBridge}. The burn is sent once; whatever
 * answer is lost, it is not sent again.
 *
 * @param clients - Both on the chain that is paid from.
 * @param params - `timeoutMs` is for the mint. Each transaction before it has as long, but four blocks and two seconds at
 *   least, and two minutes at most.
 * @returns Without `forwardTxHash` when the mint did not come in time: it is on its way, and `waitForForwardedMint` waits on.
 * @throws Before anything is signed: `RiskBlockedError`, `BridgeRefusedError`, `WrongNetworkError`, `MissingAccountError`,
 *   `UnknownBridgeChainError`, `InvalidInputError` and its subclasses; `IssuerUnavailableError`, `IssuerRefusedError`,
 *   `ChainUnavailableError`. While signing and sending, what every write throws: after `TransactionUnconfirmedError` resume,
 *   never start over; `InsufficientFundsError` where another process with this wallet has replaced the allowance, and nothing
 *   was burned: resume, or start over. After the burn: `ForwardingFailedError`; then use `mintBridged`.
 * @example
 * const { burnTxHash, forwardTxHash } = await bridgeFromWallet(clients, {
 *   from: 'Base_Sepolia',
 *   to: 'Arc_Testnet',
 *   amount: 25_000_000n,
 *   onProgress: (progress) => localStorage.setItem('bridge', JSON.stringify(progress)),
 * })
 */
export async function bridgeFromWallet(
  clients: ClientPair,
  params: bridgeFromWallet.Parameters,
): Promise<BridgeFlowResult> {
  const { from, to, amount, quote, destinationClient } = params
  const { source, destination } = parseRoute(params)
  const { address: sender } = requireAccount(clients.walletClient)
  const recipient = parseRecipient(params.recipient ?? sender, to)
  if (quote !== undefined && (quote.amount !== amount || quote.total !== amount + quote.maxFee || quote.maxFee < 0n))
    throw new InvalidInputError('quote', 'The `quote` is not one of this amount.')
  await Promise.all([
    assertChain(clients, source.chainId),
    destinationClient && assertReads(destinationClient, destination.chainId),
  ])
  if (params.recipient === undefined && (await isContract(clients.publicClient, sender)))
    throw new BridgeRefusedError('recipient_needed')
  const plan = { from, to, sender, recipient, amount: `${amount}`, ...(quote && { maxFee: `${quote.maxFee}` }) }
  await guardBurn(clients, plan, params)
  return runBridge(clients, plan, params)
}

export declare namespace bridgeFromWallet {
  type Parameters = RouteParameters &
    BridgeFlowOptions &
    PaymentGuardOptions & {
      /** Default: the sending wallet. */
      recipient?: Address | undefined
      /** What a person was shown and agreed to. Nothing above its `maxFee` is signed. */
      quote?: BridgeQuote | undefined
    }
}
