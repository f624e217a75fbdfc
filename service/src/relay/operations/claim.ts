import { ClaimOutcomeUnknownError, TransferLockedError, WrongClaimCodeError } from '@holdfast/sdk/errors'
import {
  encodeClaimCall,
  getTransfer,
  hashClaim,
  interpretClaimReceipt,
  MAX_CLAIM_ATTEMPTS,
  normaliseSecret,
} from '@holdfast/sdk/transfer'
import type { GaslessClaimFault, GaslessClaimResult } from '@holdfast/sdk/wire'
import type { Hex } from 'viem'
import type { ServedChain } from '../../chains/ServedChain.js'
import { blockTime, insist } from './internal/reads.js'
import type { Planner } from './Planner.js'

/** What a gasless claim needs. Holds the claim code until it has ended. */
export type ClaimContent = {
  /** Decimal. */
  transferId: string
  /** 16 characters, normalised. */
  code: string
  salt: Hex
}

/** the same claim for every caller. A wrong code is another claim, so it cannot hold up the right one. */
export function claimKey({ id, deployment }: ServedChain, { transferId, code, salt }: ClaimContent): string {
  const claimHash = hashClaim(salt, normaliseSecret(code) ?? code)
  return `claim:${id}:${deployment.transferContract.toLowerCase()}:${transferId}:${claimHash}`
}

/**
 * Claims a protected transfer for its recorded recipient.
 *
 * The code is compared with the chain before anything is sent: an attempt on the chain costs the recipient one of five.
 */
export const claimPlanner: Planner<ClaimContent> = {
  kind: 'claim',
  gasMax: 250_000n,
  // Written by the route from a body that was checked.
  parse: (content) => JSON.parse(content) as ClaimContent,
  plan: ({ transferId, code, salt }, { deployment }) => ({
    to: deployment.transferContract,
    data: encodeClaimCall(BigInt(transferId), code, salt),
    value: 0n,
  }),
  async preflight({ transferId, code, salt }, { chain }) {
    const [transfer, now] = await Promise.all([
      getTransfer({ publicClient: chain.client }, BigInt(transferId)),
      blockTime(chain),
    ])
    const { status, attempts, claimHash, deadline } = transfer
    const refuse = (error: GaslessClaimFault) => ({
      outcome: { body: { ok: false, error } satisfies GaslessClaimResult, impossible: true as const },
      units: 'refund' as const,
      state: 'refused' as const,
    })
    if (status === 'NONE') return refuse({ kind: 'unavailable', reason: 'unknown' })
    if (status === 'LOCKED') return refuse({ kind: 'locked', attemptsRemaining: 0 })
    if (status !== 'PENDING') return refuse({ kind: 'unavailable', reason: 'not_pending' })
    if (isOver(deadline, now)) return refuse({ kind: 'unavailable', reason: 'expired' })
    if (hashClaim(salt, normaliseSecret(code) ?? code) !== claimHash) {
      const error = { kind: 'wrong_code', attemptsRemaining: MAX_CLAIM_ATTEMPTS - attempts } as const
      return { outcome: { body: { ok: false, error } }, units: 'charge', state: 'refused' }
    }
    return { ok: true }
  },
  async interpret({ transferId }, receipt, chain) {
    const { transferContract } = chain.deployment
    const txHash = receipt.transactionHash
    const failed = (error: GaslessClaimFault) => ({
      state: 'failed' as const,
      outcome: { body: { ok: false, error, txHash } satisfies GaslessClaimResult },
    })
    const logs = receipt.status === 'success' ? receipt.logs : []
    try {
      interpretClaimReceipt(logs, transferContract, BigInt(transferId), txHash)
      return { state: 'final', outcome: { body: { ok: true, txHash } } }
    } catch (error) {
      if (error instanceof WrongClaimCodeError)
        return failed({ kind: 'wrong_code', attemptsRemaining: error.attemptsRemaining })
      if (error instanceof TransferLockedError) return failed({ kind: 'locked', attemptsRemaining: 0 })
      if (!(error instanceof ClaimOutcomeUnknownError)) throw error
    }
    // Without a word of the contract the call was reverted, within a user operation too.
    const fault = await insist(() => whyReverted(transferId, chain))
    return fault ? failed(fault) : { state: 'failed', outcome: { problem: 'upstream_unavailable', txHash } }
  },
}

/**
 * What has come between the preflight and the block; `undefined` while nothing is to be seen: a host is behind, or the token
 * has refused.
 */
async function whyReverted(transferId: string, chain: ServedChain): Promise<GaslessClaimFault | undefined> {
  const [{ status, deadline }, now] = await Promise.all([
    getTransfer({ publicClient: chain.client }, BigInt(transferId)),
    blockTime(chain),
  ])
  if (status === 'LOCKED') return { kind: 'locked', attemptsRemaining: 0 }
  if (status !== 'PENDING') return { kind: 'unavailable', reason: 'not_pending' }
  return isOver(deadline, now) ? { kind: 'unavailable', reason: 'expired' } : undefined
}

/** @param now - Of the chain, Unix seconds. */
const isOver = (deadline: Date, now: bigint) => BigInt(deadline.getTime()) / 1000n < now
