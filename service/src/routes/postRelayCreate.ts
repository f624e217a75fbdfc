import { deployedChainIds, requireDeployment, tokenByAddress } from '@holdfast/sdk/chain'
import { MODE_PULL, MODE_PUSH, ownerHash, vaultHash } from '@holdfast/sdk/shield'
import { encodeStealthMetadata } from '@holdfast/sdk/stealth'
import { encodeRelayResult, type ProblemField, type RelayCreate, type RelayCreateResult } from '@holdfast/sdk/wire'
import { relayCreate, relayCreateResult, relayPending } from '@holdfast/sdk/wire/schemas'
import { type Hash, type Hex, isAddressEqual, keccak256, zeroHash } from 'viem'
import { contractsOf } from '../chains/contractsOf.js'
import type { ServedChain } from '../chains/ServedChain.js'
import { answer } from '../http/answer.js'
import { defineRoute } from '../http/defineRoute.js'
import type { ProblemAnswer, Route } from '../http/Route.js'
import type { SignedBy } from '../keys/SignedBy.js'
import { createOwnerLimit } from '../relay/createOwnerLimit.js'
import { announceKey } from '../relay/operations/announce.js'
import { boxOf, type CreateContent, createKey } from '../relay/operations/create.js'
import { unlessStoreFails } from '../store/unlessStoreFails.js'
import { hasBody, pendingAnswer, problemAnswer } from './internal/answers.js'
import { type CarryOutParts, carryOut, type Progress, type Wanted } from './internal/carryOut.js'
import { chainOf, unknownChain } from './internal/chainOf.js'
import type { RouteParts } from './RouteParts.js'

/**
 * `POST /api/relay/create`: deploys a box. Its terms are checked first, so that the relayer never pays for one that
 * this co-signer would not sign for.
 */
export function postRelayCreate(parts: CarryOutParts & Pick<RouteParts, 'chains' | 'indexes' | 'keys'>): Route {
  const { chains, relay, keys } = parts
  const owners = createOwnerLimit(parts)
  return defineRoute({
    method: 'POST',
    path: '/api/relay/create',
    window: 'signed',
    signed: true,
    deadlineMs: 15_000,
    summary: 'Deploys a box, and announces it if requested.',
    body: relayCreate,
    responses: { 200: answer(relayCreateResult), 202: answer(relayPending) },
    unavailable: () => (relay === undefined || keys.cosigner === undefined ? 'not_configured' : undefined),
    async handle(request) {
      const chain = chainOf(chains, request.body.chainId)
      if ('problem' in chain) return chain
      if (!relay?.serves(chain.id)) return unknownChain
      const refused = judgePolicy(parts, chain, request.body)
      if (refused) return refused

      const content = contentOf(request.body)
      const account = boxOf(chain, content)
      // The checks of a signed route let no request through without its signer.
      const signer = (request.signer as SignedBy).address
      const ofOwner = owners.countOf({ chainId: chain.id, ownerHash: content.ownerHash, signer })
      const box: Wanted = { chain, kind: 'create', key: createKey(chain, account), content: () => content, ofOwner }
      const announcement = announcementOf(chain, request.body, account, box.key)
      const result = await carryOut(parts, request, announcement ? [box, announcement] : [box])
      if ('problem' in result) return result

      const { progress, rateLimits } = result
      const [created, announced] = progress
      if (ofOwner && created.isNew && hasCostNothing(created))
        await unlessStoreFails(owners.giveBack(ofOwner), undefined)
      if (!created.outcome) return pendingAnswer(relay, created, { account }, rateLimits)
      if (!hasBody(created.outcome)) return problemAnswer(created.outcome, rateLimits)
      // As the planner of this kind of operation wrote it.
      const { txHash } = created.outcome.body as { txHash: Hash | null }
      if (announced && !announced.outcome)
        return pendingAnswer(relay, created, { account, ...(txHash && { txHash }) }, rateLimits)
      const made: RelayCreateResult = { account, txHash }
      if (announced?.outcome)
        // As the planner of an announcement wrote it.
        made.announceTxHash = hasBody(announced.outcome) ? (announced.outcome.body as { txHash: Hash }).txHash : null
      return { status: 200, body: encodeRelayResult(made), rateLimits }
    },
  })
}

/** Whether it is known that nothing was sent for the box. */
function hasCostNothing({ outcome }: Progress): boolean {
  if (outcome === undefined) return false
  return hasBody(outcome) ? 'txHash' in outcome.body && outcome.body.txHash === null : outcome.txHash === undefined
}

/** The refusals that `docs/service.md` lists for this route, then those of the factory. */
function judgePolicy(
  { keys, indexes, now }: Pick<RouteParts, 'keys' | 'indexes' | 'now'>,
  chain: ServedChain,
  { policy }: RelayCreate,
): ProblemAnswer | undefined {
  const { token, cosigner, target, maxAmount, perPullMax, expiry, interval, mode } = policy
  if (!keys.cosigner || !isAddressEqual(cosigner, keys.cosigner.address)) return { problem: 'foreign_cosigner' }
  if (mode !== MODE_PUSH && mode !== MODE_PULL) return { problem: 'invalid_mode' }
  // The chain's clock may be ahead of ours.
  const nowMs = Math.max(now(), indexes.recipients(chain.id).status().headTimeMs ?? 0)
  if (expiry * 1000 <= nowMs) return { problem: 'expiry_in_past' }

  const errors: ProblemField[] = []
  const wrong = (field: string, code: string) => errors.push({ pointer: `/policy/${field}`, code })
  const known = tokenByAddress(token, chain.id)
  if (known === undefined || known.allowlisted) wrong('token', 'not_one_of')
  if (isAddressEqual(target, token)) wrong('target', 'out_of_range')
  if (maxAmount === 0n) wrong('maxAmount', 'out_of_range')
  if (perPullMax > maxAmount || (mode === MODE_PUSH && perPullMax > 0n)) wrong('perPullMax', 'out_of_range')
  if ('ownerHash' in policy && policy.ownerHash === zeroHash) wrong('ownerHash', 'out_of_range')
  const [vault, hash] = 'vault' in policy ? ['vault', vaultHash(policy.vault)] : ['vaultHash', policy.vaultHash]
  if (hash === vaultHash(token) || notVaults().has(hash)) wrong(vault, 'out_of_range')
  if ((mode === MODE_PULL) !== interval > 0) wrong('interval', 'out_of_range')
  return errors.length === 0 ? undefined : { problem: 'invalid_request', errors }
}

/**
 * Hashes of what could not sweep a box: no hash, zero, and the contracts of every chain. The box itself needs no check, since its
 * address depends on this hash.
 */
function notVaults(): ReadonlySet<Hex> {
  known ??= new Set([
    zeroHash,
    keccak256(zeroHash),
    ...deployedChainIds().flatMap((id) => contractsOf(requireDeployment(id)).map(vaultHash)),
  ])
  return known
}

let known: ReadonlySet<Hex> | undefined

function contentOf({ salt, policy }: RelayCreate): CreateContent {
  const { token, cosigner, target, maxAmount, perPullMax, expiry, interval, mode } = policy
  const hidden =
    'owner' in policy
      ? { ownerHash: ownerHash(policy.owner), vaultHash: vaultHash(policy.vault) }
      : { ownerHash: policy.ownerHash, vaultHash: policy.vaultHash }
  return {
    ownerHash: hidden.ownerHash,
    salt,
    policy: {
      token,
      cosigner,
      vaultHash: hidden.vaultHash,
      target,
      maxAmount: `${maxAmount}`,
      perPullMax: `${perPullMax}`,
      expiry,
      interval,
      mode,
    },
  }
}

function announcementOf(
  chain: ServedChain,
  { announce }: RelayCreate,
  box: `0x${string}`,
  boxKey: string,
): Wanted | undefined {
  if (announce === undefined) return undefined
  const { stealthAddress, ephemeralPubKey, viewTag, label } = announce
  const metadata = encodeStealthMetadata(box, label, viewTag)
  const content = { stealthAddress, ephemeralPubKey, metadata, box, createKey: boxKey }
  return { chain, kind: 'announce', key: announceKey(chain, content), content: () => content }
}
