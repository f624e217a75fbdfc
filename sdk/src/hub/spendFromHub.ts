import type { Address } from 'viem'
import { bridgeChainFacts, type HubChainName } from '../chain/bridgeChains.js'
import type { ReadClient, WriteClient } from '../chain/clients.js'
import type { IssuerRequestOptions } from '../chain/issuerApi/options.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { withDeadline } from '../chain/withDeadline.js'
import { HubRefusedError } from '../errors/hub.js'
import { guardPayment } from '../risk/guardPayment.js'
import type { PaymentGuardOptions } from '../risk/PaymentGuardOptions.js'
import { hubBalance } from './hubBalance.js'
import { toppedUp } from './internal/fees.js'
import { type FollowOptions, followSpend } from './internal/followSpend.js'
import { quoteIntent } from './internal/quoteIntent.js'
import { packSignedIntent, quoteOf } from './internal/signedIntent.js'
import { signIntent } from './internal/signIntent.js'
import { type Submission, submitIntent } from './internal/submitIntent.js'
import { freshSalt, parseRoute, transferSpecOf } from './route.js'
import type { HubSpendResult, SignedHubSpend } from './types.js'

/**
 * Spends from the Hub balance of the connected account: quotes, lets the wallet sign once, hands the intent in and waits
 * for the issuer's mint. No one pays gas, and the wallet may be on any chain.
 *
 * The account may be a contract that answers ERC-1271 on the source chain, or a delegate of the depositor
 * (`addHubDelegate`).
 *
 * Another recipient than the depositor passes the firewall first, on the depositor's history of both chains.
 *
 * Should the fee have risen above the ceiling meanwhile, the wallet signs once more, for at most the quoted fee and 0.10
 * USDC on top. Both signatures are for one transfer and can spend once. While the issuer is silent the identical request
 * is repeated, which cannot spend twice. `from` equal to `to` is a withdrawal.
 *
 * Only the balance on `from` counts. One that the issuer reports as too small is refused before the signature; where it
 * does not say, it judges after the signature. `hubShortfall` says what would help.
 *
 * @returns As soon as the mint is seen, or the time is over; without `mintTxHash` it is still on its way. With a
 *   `destinationClient` it is seen where that chain shows it; without one, where the issuer says so.
 * @throws Nothing was spent: `RiskBlockedError`, {@link HubRefusedError}, `SignatureDeclinedError`,
 *   `SignatureUnusableError`, `WalletSilentError`, `MissingAccountError`, `IssuerUnavailableError` while quoting,
 *   `ChainUnavailableError` for a contract whose chain does not answer, and before any request
 *   `UnknownBridgeChainError`, `InvalidInputError` and its subclasses. The money comes back by itself: `HubMintFailedError`. Do
 *   not spend again: `HubOutcomeUnknownError` (`resumeHubSpend` goes on), `HubTransferIdLostError` (it was taken).
 *   Accepted, and on its way: the reason of the signal, after `onTransferId`.
 * @example
 * const { transferId, mintTxHash } = await spendFromHub(
 *   { walletClient },
 *   {
 *     from: 'Arc_Testnet',
 *     to: 'Base_Sepolia',
 *     amount: 5_000_000n,
 *     recipient,
 *     onIntent: (signed) => localStorage.setItem('spend', JSON.stringify(signed)),
 *     onTransferId: (id) => localStorage.setItem('transferId', id),
 *   },
 * )
 */
export async function spendFromHub(
  { walletClient }: { walletClient: WriteClient },
  params: spendFromHub.Parameters,
): Promise<HubSpendResult> {
  const { onStep, onIntent, maxFee: limit } = params
  const { address: signer } = requireAccount(walletClient)
  const route = parseRoute({ ...params, depositor: params.depositor ?? signer, signer })
  const spec = transferSpecOf(route, freshSalt())
  const chains = [route.from, route.to].map((name) => ({ chainId: bridgeChainFacts(name).chainId }))
  await guardPayment(
    { payer: route.depositor, payee: route.recipient, amount: route.amount, chains },
    { ...params, checkOptions: { signal: params.signal, ...params.checkOptions } },
  )

  onStep?.('quote')
  const [quoted, balance] = await Promise.all([quoteIntent(spec, params), findBalance(route, params)])
  const { quotedFee, maxBlockHeight } = quoted
  if (limit !== undefined && quotedFee > limit)
    throw new HubRefusedError('insufficient_fee', { required: quotedFee, available: limit })
  const required = route.amount + quotedFee
  if (balance !== undefined && balance < required)
    throw new HubRefusedError('insufficient_balance', { required, available: balance })

  const spend = async (maxFee: bigint, isRepeat: boolean): Promise<Submission> => {
    onStep?.('sign')
    const intent = { maxBlockHeight, maxFee, spec }
    const { sourceClient, signal } = params
    const signature = await signIntent(walletClient, intent, { from: route.from, sourceClient, signal })
    const signed = packSignedIntent(intent, signature, quotedFee)
    await onIntent?.(signed)
    onStep?.('transfer')
    return submitIntent(signed, maxFee, isRepeat, params)
  }
  let maxFee = limit !== undefined && quoted.maxFee > limit ? limit : quoted.maxFee
  let submission = await spend(maxFee, false)
  if ('refusal' in submission) {
    const { additionalFee, error } = submission.refusal
    const raised = additionalFee === undefined ? undefined : toppedUp({ maxFee, quotedFee }, additionalFee, limit)
    if (raised === undefined) throw error
    maxFee = raised
    submission = await spend(maxFee, true)
    if ('refusal' in submission) throw submission.refusal.error
  }
  return followSpend(submission.transferId, quoteOf({ maxFee, maxBlockHeight, spec }, quotedFee), spec, params)
}

/** What the depositor has on the source chain; `undefined` where the issuer does not say soon. */
async function findBalance(
  { depositor, from }: { depositor: Address; from: HubChainName },
  params: IssuerRequestOptions,
): Promise<bigint | undefined> {
  const read = (signal: AbortSignal) => hubBalance({ ...params, signal, depositor, chains: [from] })
  const found = await withDeadline(read, { timeoutMs: balanceMs, signal: params.signal }).catch(() => undefined)
  params.signal?.throwIfAborted()
  return found?.byChain[from]
}

const balanceMs = 3_000

export declare namespace spendFromHub {
  type Parameters = FollowOptions &
    PaymentGuardOptions & {
      /** The chain whose balance pays; equal to `to` for a withdrawal. */
      from: HubChainName
      to: HubChainName
      /** USDC base units that arrive; the fee comes on top. */
      amount: bigint
      /** Default: the depositor. */
      recipient?: Address | undefined
      /** Whose balance pays, where the connected account is a delegate. Default: the connected account. */
      depositor?: Address | undefined
      /** Reads `from`, to check the signature of a contract. @default the known endpoints of that chain */
      sourceClient?: ReadClient | undefined
      /**
       * Highest ceiling to sign, in USDC base units: as a rule the `maxFee` a person has seen. A quote above it is
       * refused before the signature; headroom is cut to it. No limit by default.
       */
      maxFee?: bigint | undefined
      /**
       * Called with each signed request before it is sent; the second of two replaces the first. A promise is waited
       * for: a store that fails stops the spend, and nothing was sent. Persist it until `onTransferId`: after a reload
       * `resumeHubSpend` goes on from it.
       */
      onIntent?: ((signed: SignedHubSpend) => unknown) | undefined
    }
}
