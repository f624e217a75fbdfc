import { protectedTransferAbi } from '@holdfast/contracts'
import { ClaimOutcomeUnknownError, TransferLockedError, WrongClaimCodeError } from '@holdfast/sdk/errors'
import {
  CLAIM_MODES,
  encodeClaimCall,
  encodeKeyClaim,
  encodeReleaseRequest,
  getConfig,
  getTransfer,
  hashClaim,
  interpretClaimReceipt,
  MAX_CLAIM_ATTEMPTS,
  normaliseSecret,
  type ProtectedTransfer,
} from '@holdfast/sdk/transfer'
import type { GaslessClaimFault, GaslessClaimResult } from '@holdfast/sdk/wire'
import { type Address, type Hex, isAddressEqual, parseEventLogs, type TransactionReceipt, zeroAddress } from 'viem'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { Call } from '../../sender/Call.js'
import { isRefusedByToken } from './internal/isRefusedByToken.js'
import { blockTime, insist } from './internal/reads.js'
import type { Planner, Preflight } from './Planner.js'

/** Content of a gasless claim. Contains the claim code until the operation has ended. */
export type ClaimContent = CodeContent | KeyContent

type CodeContent = {
  /** Decimal. */
  transferId: string
  /** 16 characters, normalised. */
  code: string
  salt: Hex
  /** The recipient that the transfer must pay. */
  recipient?: Address | undefined
}

type KeyContent = {
  /** Decimal. */
  transferId: string
  recipient: Address
  signature: Hex
  /** Claim hash of the key that signed, `recoverClaimHash`; zero when no key did. */
  claimHash: Hex
}

/**
 * Identifies a claim: the same for every caller. A claim with a wrong code or key, or for another recipient, is another
 * one, so it cannot delay the right one.
 */
export function claimKey({ id, deployment }: ServedChain, content: ClaimContent): string {
  const { transferId, recipient } = content
  const parts = [deployment.transferContract, transferId, ...(recipient ? [recipient] : []), claimHashOf(content)]
  return `claim:${id}:${parts.join(':').toLowerCase()}`
}

/**
 * Claims a protected transfer, or requests its release when only the sender can release it.
 *
 * Recipient, code and key are compared with the chain before anything is sent: an attempt on chain costs the recipient
 * one of five, and a failed claim has published its code. Only the built-in verifier is run: another one can accept a
 * simulation and revert in the block, after which the transfer can be claimed again at the relayer's expense.
 */
export const claimPlanner: Planner<ClaimContent> = {
  kind: 'claim',
  gasMax: 250_000n,
  // Written by the route from a body that was checked.
  parse: (content) => JSON.parse(content) as ClaimContent,
  plan: (content, chain) =>
    callOf(chain, 'signature' in content ? encodeKeyClaim(signedOf(content)) : codeCall(content)),
  async preflight(content, { chain }) {
    const [transfer, now] = await readTransfer(content, chain)
    const fault = faultOf(content, transfer, now)
    if (fault?.kind === 'wrong_code')
      return { outcome: { body: { ok: false, error: fault } }, units: 'charge', state: 'refused' }
    if (fault) return refusal(fault)
    if ('signature' in content)
      return isAddressEqual(transfer.to, zeroAddress) ? preflightOpen(content, transfer, chain) : { ok: true }
    const config = await getConfig({ publicClient: chain.client }, transfer.configId)
    return config && isAddressEqual(config.verifier, chain.deployment.codeClaimVerifier)
      ? { ok: true }
      : refusal({ kind: 'unavailable', reason: 'foreign_verifier' })
  },
  async whyRefused(call, { chain, relayer }) {
    const isTokens = await isRefusedByToken(call, chain, relayer)
    return isTokens ? { ok: false, error: { kind: 'unavailable', reason: 'token_refused' } } : undefined
  },
  async interpret(content, receipt, chain) {
    const { transferId } = content
    const { transferContract } = chain.deployment
    const txHash = receipt.transactionHash
    const failed = (error: GaslessClaimFault) => ({
      state: 'failed' as const,
      outcome: { body: { ok: false, error, txHash } satisfies GaslessClaimResult },
    })
    const logs = receipt.status === 'success' ? receipt.logs : []
    if ('signature' in content && hasAsked(logs, transferContract, content)) {
      const error = { kind: 'unavailable', reason: 'awaiting_release' } as const
      return { state: 'final', outcome: { body: { ok: false, error, txHash } } }
    }
    try {
      interpretClaimReceipt(logs, transferContract, BigInt(transferId), txHash)
      return { state: 'final', outcome: { body: { ok: true, txHash } } }
    } catch (error) {
      if (error instanceof WrongClaimCodeError)
        return failed({ kind: 'wrong_code', attemptsRemaining: error.attemptsRemaining })
      if (error instanceof TransferLockedError) return failed({ kind: 'locked', attemptsRemaining: 0 })
      if (!(error instanceof ClaimOutcomeUnknownError)) throw error
    }
    // A transaction without an event of the contract reverted, within a user operation too.
    const fault = await insist(() => readClaimFault(content, chain))
    return fault ? failed(fault) : { state: 'failed', outcome: { problem: 'upstream_unavailable', txHash } }
  },
}

/**
 * Reads why the chain refuses a claim now. `undefined` when it does not: a claim that reverted all the same was refused by
 * the token, or the answering host is behind; one whose sender was asked still waits for the release.
 *
 * @throws When the chain does not answer.
 */
export async function readClaimFault(
  content: ClaimContent,
  chain: ServedChain,
): Promise<GaslessClaimFault | undefined> {
  return faultOf(content, ...(await readTransfer(content, chain)))
}

/** Why the chain refuses a claim; `undefined` when it does not. */
function faultOf(content: ClaimContent, transfer: ProtectedTransfer, now: bigint): GaslessClaimFault | undefined {
  const { status, to, attempts, claimHash, deadline } = transfer
  if (status === 'NONE') return { kind: 'unavailable', reason: 'unknown' }
  if (content.recipient && to !== zeroAddress && !isAddressEqual(to, content.recipient))
    return { kind: 'unavailable', reason: 'other_recipient' }
  if (status === 'LOCKED') return { kind: 'locked', attemptsRemaining: 0 }
  if (status !== 'PENDING') return { kind: 'unavailable', reason: 'not_pending' }
  if (isOver(deadline, now)) return { kind: 'unavailable', reason: 'expired' }
  if (claimHashOf(content) === claimHash) return undefined
  return 'signature' in content
    ? { kind: 'unavailable', reason: 'invalid_signature' }
    : { kind: 'wrong_code', attemptsRemaining: MAX_CLAIM_ATTEMPTS - attempts }
}

/** An open transfer pays the recipient that its key signed for, or waits for its sender's release. */
async function preflightOpen(content: KeyContent, transfer: ProtectedTransfer, chain: ServedChain): Promise<Preflight> {
  const { deployment, client } = chain
  const barred = [transfer.sender, deployment.transferContract, deployment.usdc]
  if (barred.some((one) => isAddressEqual(one, content.recipient)))
    return refusal({ kind: 'unavailable', reason: 'other_recipient' })
  const config = await getConfig({ publicClient: client }, transfer.configId)
  if (config?.claimMode !== CLAIM_MODES.KEY_RELEASE) return { ok: true }
  return { ok: true, call: callOf(chain, encodeReleaseRequest(signedOf(content))) }
}

const refusal = (error: GaslessClaimFault): Preflight => ({
  outcome: { body: { ok: false, error }, impossible: true },
  units: 'refund',
  state: 'refused',
})

function claimHashOf(content: ClaimContent): Hex {
  if ('signature' in content) return content.claimHash
  return hashClaim(content.salt, normaliseSecret(content.code) ?? content.code)
}

const callOf = ({ deployment }: ServedChain, data: Hex): Call => ({ to: deployment.transferContract, data, value: 0n })

const codeCall = ({ transferId, code, salt, recipient }: CodeContent) =>
  encodeClaimCall(BigInt(transferId), code, salt, recipient)

const signedOf = ({ transferId, ...content }: KeyContent) => ({ ...content, transferId: BigInt(transferId) })

function hasAsked(logs: TransactionReceipt['logs'], contract: Address, { transferId, recipient }: KeyContent): boolean {
  return parseEventLogs({ abi: protectedTransferAbi, eventName: 'ReleaseRequested', logs }).some(
    ({ address, args }) =>
      isAddressEqual(address, contract) &&
      args.transferId === BigInt(transferId) &&
      isAddressEqual(args.recipient, recipient),
  )
}

const readTransfer = ({ transferId }: ClaimContent, chain: ServedChain) =>
  Promise.all([getTransfer({ publicClient: chain.client }, BigInt(transferId)), blockTime(chain)])

/** @param now - Of the chain, Unix seconds. */
const isOver = (deadline: Date, now: bigint) => BigInt(deadline.getTime()) / 1000n < now
