import { type Address, type Hex, zeroAddress } from 'viem'
import { parseAddress, parseParty } from '../../chain/address.js'
import { assertAmount } from '../../chain/amount.js'
import { assertBytes32 } from '../../chain/bytes32.js'
import type { ClientPair } from '../../chain/clients.js'
import { assertWallet, meantNetwork } from '../../chain/network.js'
import { type FixedView, readTogether } from '../../chain/readTogether.js'
import type { ChainDeployment } from '../../chain/registry.js'
import { allowanceView, balanceView } from '../../chain/tokenReads.js'
import type { WriteOptions } from '../../chain/transaction/execute.js'
import { requireAccount } from '../../chain/transaction/requireAccount.js'
import { InvalidAddressError, InvalidInputError } from '../../errors/input.js'
import type { RiskReport } from '../../errors/risk.js'
import { InsufficientFundsError, UnknownConfigError, UntrustedVerifierError } from '../../errors/transfer.js'
import type { RiskAcknowledgement } from '../../risk/acknowledgementCovers.js'
import type { CheckOptions } from '../../risk/check.js'
import { guardSend } from '../../risk/guardSend.js'
import { isClaimKeyHash } from '../claimKey.js'
import { CLAIM_MODES, type IntegratorConfig } from '../config.js'
import { feeOf } from '../fee.js'
import { configView, parseConfig, type RegisteredConfig } from '../getConfig.js'
import type { SendProtectedParams } from '../types.js'
import { contractOf } from './contract.js'

/** Options of a protected send: the firewall, the terms, and how the transaction is followed. */
export type SendProtectedOptions = WriteOptions & {
  /** Removes the firewall from this send. Nothing else stops a payment to a lookalike. @default false */
  skipRiskCheck?: boolean | undefined
  /** The integrator's terms; `onWarning` decides what a warning does. */
  config?: IntegratorConfig | undefined
  /** A verdict that the user has already seen. Used only if it is of this payment and less than two minutes old. */
  report?: RiskReport | undefined
  checkOptions?: CheckOptions | undefined
  /** Called with the verdict when it does not stop the send. */
  onReport?: ((report: RiskReport) => void) | undefined
  /**
   * A person's decision on a verdict, which must name an amount. The payment is checked again and sent only if the decision
   * covers the new verdict.
   */
  acknowledgement?: RiskAcknowledgement | undefined
  /** A verifier other than the built-in one that may decide on the claim. */
  allowVerifier?: Address | undefined
}

/** One send whose checks have passed, with what they read. */
export type PreparedSend = Omit<PreparedSends, 'items' | 'total'> & Pick<PreparedItem, 'to' | 'fee'>

/** Several sends of one payer whose checks have passed, with what they read. */
export type PreparedSends = {
  deployment: ChainDeployment
  contract: Address
  from: Address
  /** The payer's USDC. */
  balance: bigint
  /** What `spender`, by default the transfer contract, may pull from the payer. */
  allowance: bigint
  /** The chain's clock in Unix seconds and the first bytes of the payer's code; undefined if the same request did not give them. */
  time: bigint | undefined
  code: Hex | undefined
  items: readonly PreparedItem[]
  /** Sum of all amounts. */
  total: bigint
}

/** One transfer, with what a claim will take from its amount. */
type PreparedItem = SendFields & { fee: bigint }

/** The fields every way of sending needs. */
export type SendFields = Pick<SendProtectedParams, 'configId' | 'to' | 'amount' | 'claimHash'>

/** How the money is paid. */
export type SendScope = {
  /** Whose money moves. @default the connected account */
  payer?: Address | undefined
  /**
   * Which allowance pays: that of the transfer contract, or that of Permit2. Left out for an authorization (EIP-3009), which
   * needs none.
   */
  spender?: 'contract' | 'permit' | undefined
}

/**
 * Everything that must hold before a protected send asks for a signature: input, network, terms, firewall, balance.
 *
 * All of it is asked in one round trip, once the chain is known.
 */
export async function prepareSend(
  clients: ClientPair,
  params: SendFields,
  options: SendProtectedOptions,
  scope: SendScope = {},
): Promise<PreparedSend> {
  const {
    items,
    total: _,
    ...prepared
  } = await prepareSends(
    clients,
    [params],
    {
      ...scope,
      fail: (_, error) => error,
      guard: async ({ payees: [payee], ...payment }) => {
        if (payee) await guardPayee(payment, payee, options, options)
      },
    },
    options,
  )
  // One send was asked for, so there is one item.
  const { to, fee } = items[0] as PreparedItem
  return { ...prepared, to, fee }
}

/** As {@link prepareSend}, for several sends of one payer, which are checked together. */
export async function prepareSends(
  clients: ClientPair,
  params: readonly SendFields[],
  { payer, spender, guard, fail }: SendScope & ManyScope,
  options: Pick<SendProtectedOptions, 'allowVerifier' | 'signal'>,
): Promise<PreparedSends> {
  /** Does work for one item; `fail` adds to an error which item it is about. */
  const inItem = <value>(index: number, work: () => value): value => {
    try {
      return work()
    } catch (error) {
      // The library throws errors only.
      throw fail(index, error as Error)
    }
  }
  const items = params.map((item, index) => inItem(index, () => parseItem(item)))
  const from = parseParty('from', payer ?? requireAccount(clients.walletClient).address)
  for (const [index, { to }] of items.entries())
    if (from === to) throw fail(index, new InvalidAddressError('to', to, 'is the sender itself'))
  requireAccount(clients.walletClient)

  const deployment = await meantNetwork(clients)
  const contract = contractOf(clients, deployment)
  const { usdc, permit } = deployment
  for (const [index, { to }] of items.entries())
    if (to === contract || to === usdc)
      throw fail(
        index,
        new InvalidAddressError('to', to, 'is a contract that cannot claim: the transfer contract or the token'),
      )
  const { publicClient: client } = clients
  const ids = [...new Set(items.map(({ configId }) => configId))]
  const views: FixedView[] = [
    balanceView(usdc, from),
    allowanceView(usdc, from, spender === 'permit' ? permit : contract),
    ...ids.map((id) => configView(contract, id)),
  ]
  const [state] = await Promise.all([
    readTogether(client, deployment.id, from, views),
    // A send from an allowance is one transaction, which asks the wallet for its chain itself. A signature does not.
    spender === 'contract' ? undefined : assertWallet(clients, deployment.id),
    guard({ from, contract, client, signal: options.signal, payees: payeesOf(items) }),
  ])
  // In the order of the views.
  const [balance, allowance, ...configs] = state.values as [bigint, bigint, ...unknown[]]
  const terms = new Map(ids.map((id, place) => [id, parseConfig(configs[place])]))
  const priced = items.map((item, index) => {
    const config = terms.get(item.configId)
    inItem(index, () => assertTerms(item, config, options))
    return { ...item, fee: feeOf(item.amount, config?.feeBps ?? 0) }
  })
  const total = items.reduce((sum, { amount }) => sum + amount, 0n)
  if (balance < total)
    throw new InsufficientFundsError('balance', total, balance, { do: 'add_funds', token: 'usdc', account: from })
  options.signal?.throwIfAborted()
  const { time, code } = state
  return { deployment, contract, from, balance, allowance, time, code, items: priced, total }
}

/** What differs between one send and several. */
type ManyScope = {
  /** Lets the firewall judge the payees. */
  guard: (payment: Payment & { payees: readonly Payee[] }) => Promise<void>
  /** The error to throw for an item. */
  fail: (index: number, error: Error) => Error
}

/** Who pays, and through which contract and node. */
export type Payment = {
  from: Address
  contract: Address
  client: ClientPair['publicClient']
  signal: AbortSignal | undefined
}

/** A payee, the sum of its items, and the first item that names it. */
export type Payee = { to: Address; amount: bigint; index: number }

/** Lets the firewall judge one payee. */
export async function guardPayee(
  { from, contract, client, signal }: Payment,
  { to, amount }: Payee,
  { skipRiskCheck, config, checkOptions, onReport }: Omit<SendProtectedOptions, 'report' | 'acknowledgement'>,
  { report, acknowledgement }: Pick<SendProtectedOptions, 'report' | 'acknowledgement'>,
): Promise<void> {
  await guardSend(from, to, {
    skipRiskCheck,
    onWarning: config?.onWarning,
    report,
    checkOptions: { signal, ...checkOptions },
    onReport,
    acknowledgement,
    client,
    contractAddress: contract,
    amount,
  })
}

/** Each payee once, with the sum of its items. An open transfer has no payee yet. */
function payeesOf(items: readonly SendFields[]): Payee[] {
  const payees = new Map<Address, Payee>()
  for (const [index, { to, amount }] of items.entries()) {
    if (to === zeroAddress) continue
    const known = payees.get(to)
    if (known) known.amount += amount
    else payees.set(to, { to, amount, index })
  }
  return [...payees.values()]
}

function parseItem({ configId, to, amount, claimHash }: SendFields): SendFields {
  const payee = parseAddress('to', to)
  assertAmount(amount)
  assertBytes32('claimHash', claimHash, { nonZero: true })
  assertBytes32('configId', configId)
  // Only a claim key can name the recipient of an open transfer.
  if (!isClaimKeyHash(claimHash)) parseParty('to', payee)
  return { configId, to: payee, amount, claimHash }
}

function assertTerms(
  { configId, claimHash }: SendFields,
  config: RegisteredConfig | undefined,
  { allowVerifier }: Pick<SendProtectedOptions, 'allowVerifier'>,
): void {
  if (config === undefined) throw new UnknownConfigError(configId)
  const { claimMode, verifier } = config
  const isKeyed = claimMode === CLAIM_MODES.KEY || claimMode === CLAIM_MODES.KEY_RELEASE
  if (isKeyed !== isClaimKeyHash(claimHash))
    throw new InvalidInputError(
      'claimHash',
      isKeyed
        ? 'These terms are claimed by a key: take the claim hash of `claimKeyFromCode`.'
        : 'This claim hash is of a claim key, and these terms are claimed by a code: take that of `fromSecret`.',
    )
  if (!isKeyed && claimMode !== CLAIM_MODES.CODE && verifier.toLowerCase() !== allowVerifier?.toLowerCase())
    throw new UntrustedVerifierError(configId, verifier)
}
