import { proveBox, stealthAnnouncerAbi } from '@holdfast/contracts'
import { type Address, encodeFunctionData, type Hex, isAddressEqual, keccak256, parseEventLogs } from 'viem'
import type { ServedChain } from '../../chains/ServedChain.js'
import { codeAt } from './internal/reads.js'
import type { Planner } from './Planner.js'

/** Content of the announcement of a box. */
export type AnnounceContent = {
  stealthAddress: Address
  ephemeralPubKey: Hex
  /** View tag, box, label: `encodeStealthMetadata`. */
  metadata: Hex
  box: Address
  /** Key of the creation that was requested with it, for a box that may not be deployed yet. */
  createKey?: string | undefined
}

/** Identifies an announcement: the same for every caller. */
export function announceKey(
  { id, deployment }: ServedChain,
  { stealthAddress, ephemeralPubKey, metadata }: AnnounceContent,
): string {
  const parts = [deployment.stealthAnnouncer, stealthAddress, ephemeralPubKey, keccak256(metadata)]
  return `announce:${id}:${parts.join(':').toLowerCase()}`
}

/** Announces a box, after checking its code: another contract can imitate everything about a box except its address. */
export const announcePlanner: Planner<AnnounceContent> = {
  kind: 'announce',
  gasMax: 120_000n,
  // Written by the route from a body that was checked.
  parse: (content) => JSON.parse(content) as AnnounceContent,
  plan: ({ stealthAddress, ephemeralPubKey, metadata }, { deployment }) => ({
    to: deployment.stealthAnnouncer,
    data: encodeFunctionData({
      abi: stealthAnnouncerAbi,
      functionName: 'announce',
      args: [schemeId, stealthAddress, ephemeralPubKey, metadata],
    }),
    value: 0n,
  }),
  async preflight({ box, createKey }, { chain, findOperation }) {
    // In this order: if a creation ends in between, its box is deployed.
    const creation = createKey === undefined ? undefined : await findOperation(createKey)
    const { spendPolicyFactory: address, spendPolicyAccountImpl: implementation } = chain.deployment
    if (proveBox({ address, implementation }, box, await codeAt(chain, box)) !== undefined) return { ok: true }
    if (creation && creation.outcome === undefined) return { waitsFor: creation.key }
    return { outcome: { problem: 'box_not_found', impossible: true }, units: 'refund', state: 'refused' }
  },
  async interpret({ stealthAddress, ephemeralPubKey, metadata }, receipt, { deployment }) {
    const txHash = receipt.transactionHash
    const events = parseEventLogs({
      abi: stealthAnnouncerAbi,
      eventName: 'Announcement',
      logs: receipt.logs.filter(({ address }) => isAddressEqual(address, deployment.stealthAnnouncer)),
    })
    const isThere = events.some(
      ({ args }) =>
        isAddressEqual(args.stealthAddress, stealthAddress) &&
        args.ephemeralPubKey.toLowerCase() === ephemeralPubKey.toLowerCase() &&
        args.metadata.toLowerCase() === metadata.toLowerCase(),
    )
    if (receipt.status !== 'success' || !isThere)
      return { state: 'failed', outcome: { problem: 'upstream_unavailable', txHash } }
    return { state: 'final', outcome: { body: { txHash } } }
  },
}

const schemeId = 1n
