import type { Address } from 'viem'
import { isAddressEqual } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertAmount } from '../chain/amount.js'
import { assertNetwork } from '../chain/network.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { InvalidAmountError } from '../errors/input.js'
import { BoxRefusedError, PolicyMismatchError } from '../errors/shield.js'
import { InsufficientFundsError } from '../errors/transfer.js'
import type { PaymentGuardOptions } from '../risk/PaymentGuardOptions.js'
import { COSIGN_VETOES } from '../wire/cosignVetoes.js'
import type { CoSigner, CosignAuth, PrivatePayOutcome } from './coSigner.js'
import { act } from './internal/act.js'
import { type AskOptions, askCoSigner } from './internal/askCoSigner.js'
import type { SearchOptions } from './internal/events.js'
import { guardHere } from './internal/guardHere.js'
import { paidBefore } from './internal/paidBefore.js'
import { type BoxOptions, balanceView, readBox } from './internal/readBox.js'
import { ownerHash } from './ownerHash.js'
import { ACTION_PAY, MODE_PUSH, type ShieldClients } from './types.js'

/** In whose name a payment is asked for. */
export type SettleParams = {
  /** The box's bound owner. */
  owner: Address
  /** Whose payment history the firewall reads, if not the owner's. */
  payer?: Address | undefined
  /** As in a {@link SpendRequest}. */
  accept?: Address | undefined
  /** The owner's signature over `cosignAuthMessage`, for a co-signer that wants proof and does not ask for it itself. */
  auth?: CosignAuth | undefined
  /**
   * What the box had spent before this payment, from `readAccount`. With it a payment can be repeated after a lost answer:
   * once it was made, its outcome is returned and nothing is sent.
   *
   * @default 0n for a box whose cap is this very amount, so that it can make the payment only once anyhow
   */
  spentBefore?: bigint | undefined
}

/** How a payment is asked for and followed. */
export type SettleOptions = WriteOptions & AskOptions & SearchOptions & BoxOptions & PaymentGuardOptions

/**
 * Pays the target of a funded box of mode 0: reads its policy from the chain, passes the firewall on the history of the
 * payer, else of the connected wallet, asks the co-signer, checks what it signed, and submits.
 *
 * @param amount - Base units.
 * @returns `ok: false` with a stable `code` when the co-signer withholds its signature, does not answer, answers garbage
 *   or signs something else: nothing was sent then.
 * @throws Before the co-signer is asked: `RiskBlockedError`; {@link NotABoxError}; {@link PolicyMismatchError} when the box has another owner;
 *   {@link BoxRefusedError} (`wrong_mode`, `already_spent`, `already_paid`); {@link InsufficientFundsError} when it holds
 *   less than the amount; `InvalidInputError` and its subclasses. After it: {@link BoxRefusedError} when the box refuses; what
 *   every write throws, after `TransactionUnconfirmedError` repeat the call with the same `spentBefore`.
 * @example
 * const outcome = await settlePrivatePayment(clients, box, 5_000_000n, cosigner, { owner, payer })
 * if (!outcome.ok) console.log(outcome.code, outcome.reason)
 */
export async function settlePrivatePayment(
  clients: ShieldClients,
  account: Address,
  amount: bigint,
  cosigner: CoSigner,
  { owner, payer, accept, auth, spentBefore }: SettleParams,
  options: SettleOptions = {},
): Promise<PrivatePayOutcome> {
  const from = parseParty('account', account)
  assertAmount(amount)
  const bound = parseParty('owner', owner)
  const history = payer === undefined ? undefined : parseParty('payer', payer)
  const accepted = accept === undefined ? undefined : parseParty('accept', accept)
  if (spentBefore !== undefined && (typeof spentBefore !== 'bigint' || spentBefore < 0n))
    throw new InvalidAmountError(String(spentBefore), 'is not what a box has spent: `spentBefore` is a bigint from 0n')
  const { address: wallet } = requireAccount(clients.walletClient)
  const { publicClient } = clients
  const deployment = await assertNetwork(clients)
  const look = (token: Address) =>
    readBox(publicClient, from, {
      factory: options.factory,
      implementation: options.implementation,
      also: [balanceView(token, from)],
    })
  let box = await look(deployment.usdc)
  const { policy, nonce, remaining } = box
  if (policy.mode !== MODE_PUSH) throw new BoxRefusedError(from, 'wrong_mode')
  if (ownerHash(bound) !== box.ownerHash) throw new PolicyMismatchError(from, 'owner', ownerHash(bound), box.ownerHash)

  const payment = { amount, spentBefore: spentBefore ?? (policy.maxAmount === amount ? 0n : box.spent) }
  const earlier = await paidBefore(publicClient, deployment, box, payment, options)
  if (earlier) return earlier
  if (!isAddressEqual(policy.token, deployment.usdc)) box = await look(policy.token)
  // The view asked along is of a balance.
  const [balance = 0n] = box.also as (bigint | undefined)[]
  if (balance < amount)
    throw new InsufficientFundsError('balance', amount, balance, { do: 'fund_box', account: from, atMost: balance })
  if (!isAddressEqual(cosigner.address, policy.cosigner))
    return { ok: false, vetoed: true, code: 'foreign_cosigner', reason: COSIGN_VETOES.foreign_cosigner }

  const { target, expiry, token } = policy
  await guardHere(clients, deployment, { payer: history ?? wallet, payee: target, amount, token }, options)
  const spend = { account: from, chainId: deployment.id, target, amount, nonce, action: ACTION_PAY } as const
  const answer = await askCoSigner(
    clients,
    () =>
      cosigner.authorize({
        ...spend,
        owner: bound,
        remaining,
        expiry,
        now: box.now,
        ...(history && { payer: history }),
        ...(accepted && { accept: accepted }),
        // That the owner is the box's was judged above; only a proof needs the hash to be judged by.
        ...(auth && { auth, ownerHash: box.ownerHash }),
      }),
    { ...spend, cosigner: policy.cosigner },
    options,
  )
  if (!answer.ok) return answer
  try {
    const { transactionHash } = await act(
      clients,
      deployment,
      from,
      { functionName: 'pay', args: [amount, answer.signature] },
      'paying from the box',
      options,
    )
    return { ok: true, result: { account: from, txHash: transactionHash } }
  } catch (error) {
    // Any caller may submit the signature: where the box has taken it meanwhile, the payment is made.
    const made = await readBox(publicClient, from, options)
      .then((fresh) => paidBefore(publicClient, deployment, fresh, { amount, spentBefore: box.spent }, options))
      .catch(() => undefined)
    if (made) return made
    throw error
  }
}
