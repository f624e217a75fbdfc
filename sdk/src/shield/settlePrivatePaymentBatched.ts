import type { Address, Hex } from 'viem'
import { isAddressEqual } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertAmount } from '../chain/amount.js'
import { assertBytes32 } from '../chain/bytes32.js'
import { assertNetwork } from '../chain/network.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { usdcAbi } from '../chain/usdc.js'
import { InvalidAddressError, InvalidAmountError, InvalidInputError } from '../errors/input.js'
import { BoxRefusedError } from '../errors/shield.js'
import { InsufficientFundsError } from '../errors/transfer.js'
import type { PaymentGuardOptions } from '../risk/PaymentGuardOptions.js'
import { COSIGN_VETOES } from '../wire/cosignVetoes.js'
import type { CosignAuth, CounterfactualCoSigner, PrivatePayOutcome } from './coSigner.js'
import { implementationOf } from './createEphemeral.js'
import { type AskOptions, askCoSigner } from './internal/askCoSigner.js'
import { type SearchOptions, saysPaid } from './internal/events.js'
import { guardHere } from './internal/guardHere.js'
import { paidBefore } from './internal/paidBefore.js'
import { assertSameTerms, termsOf } from './internal/policy.js'
import { chooseWay, encodePrivatePay, privatePayAbi } from './internal/privatePayWays.js'
import { balanceView, lookAtBox } from './internal/readBox.js'
import { boxRefusal } from './internal/refusal.js'
import { type BoxWarning, warnAbout } from './internal/warnings.js'
import { predictBox } from './predictEphemeral.js'
import { ACTION_PAY, type EphemeralPolicy, MODE_PUSH, type ShieldClients } from './types.js'

/** A private payment from a box that is created for it. */
export type SettleBatchedParams = {
  factory: Address
  /** 32 bytes. Keep it for a retry: the same salt and policy name the same box, which pays once. */
  salt: Hex
  policy: EphemeralPolicy
  /** Base units: pulled from the connected wallet, put into the box, and paid. */
  amount: bigint
  cosigner: CounterfactualCoSigner
  /** As in the policy. */
  owner: Address
  /** Pays through this router even if the wallet does not need one. Required for a factory other than the registry's. */
  router?: Address | undefined
  /** Whose payment history the firewall reads.
   * @default the connected wallet */
  payer?: Address | undefined
  /** As in a {@link SpendRequest}. */
  accept?: Address | undefined
  /** The owner's signature over `cosignAuthMessage`, for a co-signer that wants proof and does not ask for it itself. */
  auth?: CosignAuth | undefined
}

/** How the payment is carried out, and how the payer is warned before. */
export type SettleBatchedOptions = WriteOptions &
  AskOptions &
  SearchOptions &
  PaymentGuardOptions & {
    /** Called before the co-signer is asked, once for each warning. */
    onWarning?: ((warning: BoxWarning) => void) | undefined
  }

/**
 * Creates a box, funds it from the connected wallet and pays its target, all in one transaction that does all of it or
 * nothing. The firewall is asked first, on the history of the payer, else of the wallet. Then the co-signer is asked, for the first payment of exactly this box; on a veto nothing is sent.
 *
 * Wallet, box and target are in that one transaction, in public; what stays hidden is who can sweep the box.
 *
 * Where the chain has a multicall that preserves the caller, the wallet pays from its own balance and signs nothing else.
 * Elsewhere the router does the three steps, and the wallet signs an EIP-3009 authorization for the chain's USDC, or a
 * Permit for another token. A retry with the same salt and policy pays nothing twice: what was paid is found and returned.
 *
 * @returns `ok: false` with a stable `code` when the co-signer withholds its signature, does not answer, answers garbage
 *   or signs something else.
 * @throws Before the co-signer is asked: `RiskBlockedError`; `InvalidInputError` and its subclasses (before any request, also for a box of mode 1);
 *   `PrivatePayUnavailableError`; {@link InsufficientFundsError}; {@link BoxRefusedError} (`expired`, `already_spent`,
 *   `already_paid`, `over_funded` when the box holds the amount already: use `settlePrivatePayment`). After it: what every
 *   write throws; after `TransactionUnconfirmedError` repeat the call as it was.
 * @example
 * const { policy, salt } = newStealthPolicy(meta, terms)
 * const payment = { factory: SPEND_POLICY_FACTORY_ADDRESS, salt, policy, amount: 5_000_000n, cosigner, owner: policy.owner }
 * const outcome = await settlePrivatePaymentBatched(clients, payment)
 */
export async function settlePrivatePaymentBatched(
  clients: ShieldClients,
  { factory, salt, policy, amount, cosigner, owner, router, payer, accept, auth }: SettleBatchedParams,
  options: SettleBatchedOptions = {},
): Promise<PrivatePayOutcome> {
  const from = parseParty('factory', factory)
  assertBytes32('salt', salt)
  const terms = termsOf(policy)
  assertAmount(amount)
  const bound = parseParty('owner', owner)
  const givenRouter = router === undefined ? undefined : parseParty('router', router)
  const givenPayer = payer === undefined ? undefined : parseParty('payer', payer)
  const accepted = accept === undefined ? undefined : parseParty('accept', accept)
  if (!isAddressEqual(bound, policy.owner)) throw new InvalidAddressError('owner', bound, 'is not the policy’s owner')
  if (terms.policy.mode !== MODE_PUSH)
    throw new InvalidInputError('policy.mode', 'Only a box that pays (mode 0) can be created, funded and paid at once.')
  if (amount > terms.policy.maxAmount)
    throw new InvalidAmountError(String(amount), `is more than the policy’s cap of ${terms.policy.maxAmount}`)
  if (typeof cosigner.authorizeCounterfactual !== 'function')
    throw new InvalidInputError('cosigner', 'The co-signer cannot sign for a box that does not exist yet.')
  const { address: wallet } = requireAccount(clients.walletClient)

  const { publicClient } = clients
  const deployment = await assertNetwork(clients)
  if (givenRouter === undefined && from !== deployment.spendPolicyFactory && deployment.multicall3From === undefined)
    throw new InvalidInputError('router', 'A factory other than the registry’s needs a router of its own.')
  const [account, implementation] = await Promise.all([
    predictBox(publicClient, deployment, from, salt, terms),
    implementationOf(clients, deployment, from),
  ])
  const { token, cosigner: judge, target, expiry } = terms.policy
  const look = () =>
    lookAtBox(publicClient, account, {
      factory: from,
      implementation,
      also: [
        balanceView(token, account),
        balanceView(token, wallet),
        { address: token, abi: usdcAbi, functionName: 'allowance', args: [wallet, deployment.permit] },
      ],
    })
  const findMade = async ({ box }: Awaited<ReturnType<typeof look>>) => {
    if (box === undefined) return undefined
    assertSameTerms(account, terms, box)
    const made = await paidBefore(publicClient, deployment, box, { amount, spentBefore: 0n }, options)
    // Swept before it ever paid: what was co-signed for its first payment is void.
    if (made === undefined && box.nonce > 0n) throw new BoxRefusedError(account, 'already_spent')
    return made
  }
  const seen = await look()
  const earlier = await findMade(seen)
  if (earlier) return earlier
  // The views asked along are of balances and an allowance.
  const [held = 0n, balance = 0n, permitAllowance = 0n] = seen.also as (bigint | undefined)[]
  if (seen.now > expiry) throw new BoxRefusedError(account, 'expired')
  if (held >= amount) throw new BoxRefusedError(account, 'over_funded', { limit: 0n })
  if (balance < amount)
    throw new InsufficientFundsError('balance', amount, balance, { do: 'add_funds', token: 'usdc', account: wallet })
  const payment = {
    payer: wallet,
    factory: from,
    router: givenRouter ?? deployment.privatePayRouter,
    salt,
    terms,
    account,
    amount,
    now: seen.now,
  }
  const viaRouter = givenRouter !== undefined
  const way = await chooseWay(clients, deployment, payment, { permitAllowance, viaRouter })
  if (options.onWarning) await warnAbout(clients, policy, { wallet, now: seen.now }, options.onWarning)
  await guardHere(clients, deployment, { payer: givenPayer ?? wallet, payee: target, amount, token }, options)
  if (!isAddressEqual(cosigner.address, judge))
    return { ok: false, vetoed: true, code: 'foreign_cosigner', reason: COSIGN_VETOES.foreign_cosigner }

  const history = givenPayer ?? (isAddressEqual(wallet, bound) ? undefined : wallet)
  const { maxAmount, perPullMax, mode, ...fields } = terms.policy
  const answer = await askCoSigner(
    clients,
    () =>
      cosigner.authorizeCounterfactual({
        factory: from,
        ownerHash: terms.ownerHash,
        salt,
        policy: { ...fields, maxAmount: String(maxAmount), perPullMax: String(perPullMax), mode: MODE_PUSH },
        box: account,
        owner: bound,
        amount,
        chainId: deployment.id,
        ...(history && { payer: history }),
        ...(accepted && { accept: accepted }),
        ...(auth && { auth }),
      }),
    { account, chainId: deployment.id, target, amount, nonce: 0n, action: ACTION_PAY, cosigner: judge },
    options,
  )
  if (!answer.ok) return answer
  const call = await encodePrivatePay(clients, deployment, way, payment, answer.signature, options)
  try {
    const receipt = await execute(
      clients,
      deployment,
      { ...call, abi: privatePayAbi, attempted: 'paying from a new box', onRevert: boxRefusal(account) },
      options,
    )
    if (!saysPaid(receipt.logs, { account, amount })) throw new BoxRefusedError(account, 'not_paid')
    return { ok: true, result: { account, txHash: receipt.transactionHash } }
  } catch (error) {
    // An attempt before this one, whose answer was lost, may have been mined meanwhile.
    const made = await look()
      .then(findMade)
      .catch(() => undefined)
    if (made) return made
    throw error
  }
}
