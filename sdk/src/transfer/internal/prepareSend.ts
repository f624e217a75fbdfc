import type { Address, Hex } from 'viem'
import { parseParty } from '../../chain/address.js'
import { assertAmount } from '../../chain/amount.js'
import { assertBytes32 } from '../../chain/bytes32.js'
import type { ClientPair } from '../../chain/clients.js'
import { assertNetwork } from '../../chain/network.js'
import type { ChainDeployment } from '../../chain/registry.js'
import { readAllowance, readBalance } from '../../chain/tokenReads.js'
import { requireAccount, type WriteOptions } from '../../chain/transaction/execute.js'
import { InvalidAddressError, InvalidInputError } from '../../errors/input.js'
import type { RiskReport } from '../../errors/risk.js'
import { InsufficientFundsError, UnknownConfigError, UntrustedVerifierError } from '../../errors/transfer.js'
import type { RiskAcknowledgement } from '../../risk/acknowledgementCovers.js'
import type { CheckOptions } from '../../risk/check.js'
import { guardSend } from '../../risk/guardSend.js'
import { CLAIM_MODES, type IntegratorConfig } from '../config.js'
import { readConfig } from '../getConfig.js'
import type { SendProtectedParams } from '../types.js'
import { contractOf } from './contract.js'

/** How a protected send is guarded and followed. */
export type SendProtectedOptions = WriteOptions & {
  /** Removes the firewall from this send. Nothing else stops a payment to a lookalike. @default false */
  skipRiskCheck?: boolean | undefined
  /** The integrator's terms; `onWarning` decides what a warning does. */
  config?: IntegratorConfig | undefined
  /** A verdict that is already on screen; used only when it fits this send and is under two minutes old. */
  report?: RiskReport | undefined
  checkOptions?: CheckOptions | undefined
  /** Called with the verdict when it does not stop the send. */
  onReport?: ((report: RiskReport) => void) | undefined
  /**
   * A person's decision on a verdict, which must name an amount; the send is scanned again and goes through only where it
   * is covered.
   */
  acknowledgement?: RiskAcknowledgement | undefined
  /** A verifier other than the built-in one that may decide on the claim. */
  allowVerifier?: Address | undefined
}

/** A send that may go ahead. */
export type PreparedSend = {
  deployment: ChainDeployment
  contract: Address
  from: Address
  to: Address
  /** The payer's USDC. */
  balance: bigint
  /** What `spender` may pull from the payer; 0n without one. */
  allowance: bigint
  /** What a claim will take from the amount. */
  fee: bigint
}

/** The fields every way of sending needs. */
export type SendFields = Pick<SendProtectedParams, 'configId' | 'to' | 'amount' | 'claimHash'>

/**
 * Everything that must hold before a protected send asks for a signature: input, network, terms, firewall, balance.
 *
 * All of it is asked in one round trip, once the chain is known.
 *
 * @param payer - Whose money moves; default the connected account.
 * @param spender - Whose allowance is read along: the transfer contract's or the Permit contract's.
 */
export async function prepareSend(
  clients: ClientPair,
  params: SendFields,
  options: SendProtectedOptions,
  { payer, spender }: { payer?: Address; spender?: 'contract' | 'permit' } = {},
): Promise<PreparedSend> {
  const to = parseParty('to', params.to)
  assertAmount(params.amount)
  assertBytes32('claimHash', params.claimHash, { nonZero: true })
  assertBytes32('configId', params.configId)
  const from = parseParty('from', payer ?? requireAccount(clients.walletClient).address)
  if (from === to) throw new InvalidAddressError('to', to, 'is the sender itself')
  requireAccount(clients.walletClient)

  const deployment = await assertNetwork(clients)
  const contract = contractOf(clients, deployment)
  if (to === contract || to === deployment.usdc)
    throw new InvalidAddressError('to', to, 'is a contract that cannot claim: the transfer contract or the token')
  const { usdc } = deployment
  const [config, balance, allowance] = await Promise.all([
    readConfig(clients.publicClient, contract, params.configId),
    readBalance(clients.publicClient, usdc, from),
    spender ? readAllowance(clients.publicClient, usdc, from, spender === 'permit' ? deployment.permit : contract) : 0n,
    guardSend(from, to, {
      skipRiskCheck: options.skipRiskCheck,
      onWarning: options.config?.onWarning,
      report: options.report,
      checkOptions: { signal: options.signal, ...options.checkOptions },
      onReport: options.onReport,
      acknowledgement: options.acknowledgement,
      client: clients.publicClient,
      contractAddress: contract,
      amount: params.amount,
    }),
  ])
  if (config === undefined) throw new UnknownConfigError(params.configId)
  const { verifier } = config
  const isKeyed = config.claimMode === CLAIM_MODES.KEY || config.claimMode === CLAIM_MODES.KEY_RELEASE
  if (isKeyed !== isClaimKey(params.claimHash))
    throw new InvalidInputError(
      'claimHash',
      isKeyed
        ? 'These terms are claimed by a key: take the claim hash of `claimKeyFromCode`.'
        : 'This claim hash is of a claim key, and these terms are claimed by a code: take that of `fromSecret`.',
    )
  if (
    !isKeyed &&
    config.claimMode !== CLAIM_MODES.CODE &&
    verifier.toLowerCase() !== options.allowVerifier?.toLowerCase()
  )
    throw new UntrustedVerifierError(params.configId, verifier)
  if (balance < params.amount)
    throw new InsufficientFundsError('balance', params.amount, balance, {
      do: 'add_funds',
      token: 'usdc',
      account: from,
    })
  options.signal?.throwIfAborted()
  return { deployment, contract, from, to, balance, allowance, fee: feeOf(params.amount, config.feeBps) }
}

/** Whether a claim hash is the address of a key; of a keccak256 one in 2^96 is. */
function isClaimKey(claimHash: Hex): boolean {
  return BigInt(claimHash) >> 160n === 0n
}

/** The fee as the contract computes it, rounded down. */
export function feeOf(amount: bigint, feeBps: number): bigint {
  return (amount * BigInt(feeBps)) / 10_000n
}
