import { PRIMARY_CHAIN_ID, spendableTokensFor } from '@holdfast/sdk/chain'
import { UnknownChainError } from '@holdfast/sdk/errors'
import { judgeBind } from '@holdfast/sdk/shield'
import {
  type CosignAuthorize,
  type CosignBind,
  type CosignCounterfactual,
  type CosignPrecheck,
  type CosignRequest,
  type CosignVetoCode,
  encodeCosignRequest,
} from '@holdfast/sdk/wire'
import type { Address } from 'viem'
import type { Audit } from '../audit/Audit.js'
import type { CanonicalObject } from '../audit/canonicalJson.js'
import type { Tally } from '../audit/createTally.js'
import type { ServedChain } from '../chains/ServedChain.js'
import { createSignerRecovery } from '../keys/createSignerRecovery.js'
import type { Signer } from '../keys/Signer.js'
import { nameOf } from '../telemetry/nameOf.js'
import { CosignFaultError } from './CosignErrors.js'
import type { Cosigner, CosignResult } from './Cosigner.js'
import type { Announcements, Firewall, FirewallVerdict } from './Firewall.js'
import { createBindings } from './internal/bindings.js'
import { createConfirmation } from './internal/createConfirmation.js'
import { createOwners } from './internal/createOwners.js'
import { createRecords } from './internal/createRecords.js'
import { createSealer } from './internal/createSealer.js'
import { createSignatures } from './internal/createSignatures.js'
import { createVerdicts, unlessAborted } from './internal/createVerdicts.js'
import { creationOf, termsOf } from './internal/creation.js'
import { inTime } from './internal/inTime.js'
import { type BoxState, type Creation, isSame, type Look, lookAtBox } from './internal/lookAtBox.js'
import { judgeSpend, judgeTerms } from './internal/rules.js'
import { simulate } from './internal/simulate.js'
import { budget, type Note, type Turn } from './internal/Turn.js'
import { veto, vetoOf } from './internal/veto.js'

/**
 * Opens the co-signer: for every request it looks at the box, finds out whose history counts, asks the firewall, signs,
 * tries the spend out and writes down what it did, in this order, and stops at the first doubt. A signature costs one look
 * and one simulation, both of the same block.
 *
 * @throws `SealingKeyError` when the key cannot be used to seal with, and what the key throws.
 * @example
 * const cosigner = await createCosigner(parts, { audit, tally, firewall, announcements })
 * const result = await cosigner.judge(decodeCosignRequest(body))
 */
export async function createCosigner(parts: createCosigner.Parts, options: createCosigner.Options): Promise<Cosigner> {
  const { store, chains, log, metrics, now, stopping } = parts
  const signer = required(parts.keys.cosigner)
  const { audit, tally, announcements, firewall } = options
  const {
    totalMs = 7_000,
    readMs = 4_500,
    firewallMs = 4_000,
    simulateMs = 4_500,
    freshMs = 2_000,
    keptMs = 30_000,
  } = options.timing ?? {}
  const sealer = await createSealer(signer)
  const recovery = await createSignerRecovery()
  const bindings = createBindings(store, sealer, now)
  const verdicts = createVerdicts(firewall, parts, {
    timeoutMs: firewallMs,
    freshMs,
    keptMs: Math.min(keptMs, 30_000),
  })
  const owners = createOwners(parts, {
    bindings,
    announcements,
    timeoutMs: firewallMs,
    verdictOf: (turn, payer, target) => verdictOf(turn, payer, target, true),
  })
  const records = createRecords({ audit, tally, recovery, now })
  const signatures = createSignatures(parts, { signer, recovery, sealer, audit, records })
  const confirm = createConfirmation(options.quorum ?? 1, log)
  /** Requests under way, by what they ask. */
  const judging = new Map<string, Promise<CosignResult>>()
  const tokens = new Map([...chains.keys()].map((id) => [id, spendableTokensFor(id).map(({ address }) => address)]))

  function chainOf(request: CosignRequest): ServedChain {
    const id = request.chainId ?? PRIMARY_CHAIN_ID
    const chain = chains.get(id)
    if (chain === undefined) throw new UnknownChainError(id, [...chains.keys()])
    return chain
  }

  async function judge(request: CosignRequest): Promise<CosignResult> {
    const chain = chainOf(request)
    const note: Note = { phase: request.phase, chain: chain.id }
    const decided = await decide({ chain, note, left: budget(totalMs) }, request).catch((error: unknown) =>
      fail(error, note),
    )
    const { approved } = decided
    const reason = approved ? 'none' : decided.code
    metrics.count('cosign_decisions_total', {
      phase: request.phase,
      decision: approved ? 'approved' : 'vetoed',
      reason,
    })
    if (approved) return decided
    const { code, riskReasons } = decided
    // A veto stands whatever becomes of its record.
    await records
      .write(request, { kind: 'veto', body: { ...note, riskReasons, code } }, { code })
      .catch((error: unknown) => log.error('a veto could not be recorded', { error: nameOf(error) }))
    return decided
  }

  /** Nothing was signed, and somebody has to look. */
  async function fail(error: unknown, note: Note): Promise<never> {
    metrics.count('cosign_decisions_total', { phase: String(note.phase), decision: 'failed', reason: nameOf(error) })
    if (error instanceof CosignFaultError) {
      const { phase, chain } = note
      tally.note({ kind: 'refuse', sort: { phase, chain, fault: error.shortMessage }, details: note })
    }
    throw error
  }

  async function decide(turn: Turn, request: CosignRequest): Promise<CosignResult> {
    switch (request.phase) {
      case 'precheck':
        return precheck(turn, request)
      case 'authorize':
        return authorize(turn, request)
      case 'counterfactual':
        return counterfactual(turn, request)
      case 'bind':
        return bind(turn, request)
    }
  }

  async function precheck(turn: Turn, request: CosignPrecheck): Promise<CosignResult> {
    const { chain, note } = turn
    const { owner, target, amount } = request
    Object.assign(note, { target: target.toLowerCase(), amount, payer: nameIn(chain, owner) })
    const verdict = await verdictOf(turn, owner, target, false)
    noteVerdict(note, verdict)
    return vetoOf(verdict) ?? { approved: true }
  }

  async function authorize(turn: Turn, request: CosignAuthorize): Promise<CosignResult> {
    const { chain, note, left } = turn
    const { account, amount, action } = request
    const isConfirmed = confirm(chain, account, left(readMs))
    const look = await lookAt(turn, account, { amount, action })
    if (look === undefined) return veto('simulation_unavailable')
    note.block = look.block
    note.account = account.toLowerCase()
    if (look.box === undefined) return veto('unknown_account')
    if (!(await isConfirmed(look.box))) return veto('simulation_unavailable')
    return spend(turn, request, { account, amount, action, look, box: look.box, isDeployed: true })
  }

  async function counterfactual(turn: Turn, request: CosignCounterfactual): Promise<CosignResult> {
    const { chain, note } = turn
    const { box: account, amount } = request
    note.account = account.toLowerCase()
    const creation = creationOf(chain, request)
    if (creation === undefined) return veto('unknown_account')
    const look = await lookAt(turn, account, { amount, action: 0 }, creation)
    if (look === undefined) return veto('simulation_unavailable')
    note.block = look.block
    // Anybody may have deployed it; what stands there then is judged as it stands.
    if (look.isDeployed) {
      if (look.box === undefined) return veto('unknown_account')
      // The address commits to the terms: no box there can have others.
      if (!isSame(look.box, termsOf(creation))) return veto('simulation_unavailable')
      return spend(turn, request, { account, amount, action: 0, look, box: look.box, isDeployed: true })
    }
    const { created } = look
    if (created === undefined || !isSame(created, termsOf(creation))) return veto('unknown_account')
    return spend(turn, request, { account, amount, action: 0, look, box: created, isDeployed: false })
  }

  /** Rows 3 to 11 of the checks. */
  async function spend(
    turn: Turn,
    request: CosignAuthorize | CosignCounterfactual,
    { account, amount, action, look, box, isDeployed }: Spend,
  ): Promise<CosignResult> {
    const { chain, note, left } = turn
    const { policy, nonce } = box
    Object.assign(note, { amount, action, nonce, isDeployed, policy: policyNote(box) })

    const foreign = judgeTerms(box, { cosigner: signer.address, tokens: tokens.get(chain.id) ?? [] })
    if (foreign) return veto(foreign)

    const bound = await owners.of(turn, request, account, box)
    note.binding = bound.binding.bound ? bound.binding.by : 'none'
    if (!bound.binding.bound) {
      noteVerdict(note, bound.verdict)
      return veto('owner_not_bound')
    }
    const { payer } = bound.binding
    note.payer = nameIn(chain, payer)

    const breach = judgeSpend({ amount, action }, box, look.time)
    if (breach) return veto(breach)

    const verdict = bound.verdict ?? (await verdictOf(turn, payer, policy.target, true))
    noteVerdict(note, verdict)
    const refusal = vetoOf(verdict)
    if (refusal) {
      if (refusal.code === 'risk_blocked')
        await signatures.alertIfOut({ chainId: chain.id, account, nonce, digest: box.digest })
      return refusal
    }
    if (isDeployed && (box.balance === undefined || box.balance < amount)) return veto('not_funded')

    const made = await signatures.make(
      { account, chainId: chain.id, target: policy.target, amount, nonce, action },
      box.digest,
    )
    const { signature } = made
    note.digest = made.key.digest
    if (isDeployed) {
      const spend = { account, from: signer.address, amount, action, signature, block: look.block }
      const outcome = await inTime(simulate(chain, spend), left(simulateMs)).catch(() => 'unavailable' as const)
      if (outcome === 'failed') return veto('simulation_failed')
      if (outcome === 'unavailable') return veto('simulation_unavailable')
    }
    return { approved: true, signature: await signatures.record(made, { request, note, expiry: policy.expiry }) }
  }

  async function verdictOf({ chain, left }: Turn, payer: Address, target: Address, fresh: boolean) {
    return inTime(verdicts.of(chain.id, payer, target, { fresh }), left(firewallMs)).catch(() => undefined)
  }

  async function bind(turn: Turn, request: CosignBind): Promise<CosignResult> {
    const { chain, note, left } = turn
    const { account, payer } = request
    note.account = account.toLowerCase()
    const isConfirmed = confirm(chain, account, left(readMs))
    const look = await lookAt(turn, account, { amount: 0n, action: 1 })
    if (look === undefined) return veto('simulation_unavailable')
    note.block = look.block
    if (look.box === undefined) return veto('unknown_account')
    if (!(await isConfirmed(look.box))) return veto('simulation_unavailable')
    const { ownerHash, policy } = look.box
    note.policy = policyNote(look.box)
    const foreign = judgeTerms(look.box, { cosigner: signer.address, tokens: tokens.get(chain.id) ?? [] })
    if (foreign) return veto(foreign)
    const standing = await bindings.find(chain.id, account)
    const { mode, expiry } = policy
    const judgement = judgeBind(request, { ownerHash, mode, expiry, nowMs: now(), standing })
    if (!judgement.accepted) return veto(judgement.veto.code as CosignVetoCode)
    if (!(await bindings.keep(chain.id, account, judgement.binding))) return veto('owner_not_bound')
    note.payer = nameIn(chain, payer)
    await audit.append({ kind: 'config', body: { ...note, until: request.until } })
    return { approved: true }
  }

  async function lookAt(
    { chain, left }: Turn,
    account: Address,
    spend: { amount: bigint; action: 0 | 1 },
    creation?: Creation,
  ): Promise<Look | undefined> {
    try {
      const look = await inTime(lookAtBox(chain, account, spend, creation), left(readMs))
      if (look === undefined) log.error('a node contradicts itself', { chain: chain.id })
      return look
    } catch (error) {
      log.warn('a box could not be read', { chain: chain.id, error: nameOf(error) })
      return undefined
    }
  }

  /** Nobody's address is written down beside a box. */
  function nameIn({ id }: ServedChain, address: Address): string {
    return sealer.pseudonym(`${id}:${address.toLowerCase()}`)
  }

  function noteVerdict(note: Note, verdict: FirewallVerdict | undefined): void {
    note.risk = {
      version: firewall.version,
      level: verdict?.level ?? null,
      complete: verdict?.complete ?? false,
      reasons: verdict?.reasons ?? [],
      cursor: verdict?.cursor ?? null,
    }
  }

  const purge = () => bindings.purge()
  const timer = setInterval(() => {
    purge().catch((error: unknown) => log.warn('bindings could not be purged', { error: nameOf(error) }))
  }, PURGE_MS)
  timer.unref()
  if (stopping.aborted) clearInterval(timer)
  else stopping.addEventListener('abort', () => clearInterval(timer), { once: true })

  return {
    address: signer.address,
    async judge(request, { signal } = {}) {
      chainOf(request)
      const key = JSON.stringify(encodeCosignRequest(request))
      let judged = judging.get(key)
      if (judged === undefined) {
        // Not tied to whoever asks first: others may be waiting for the same.
        judged = judge(request).finally(() => judging.delete(key))
        judging.set(key, judged)
      }
      return signal === undefined ? judged : unlessAborted(judged, signal)
    },
    purge,
  }
}

export declare namespace createCosigner {
  type Parts = Pick<
    import('../parts/ServiceParts.js').ServiceParts,
    'store' | 'chains' | 'log' | 'metrics' | 'now' | 'stopping'
  > & {
    /** Without a key there is no co-signer, and its routes say so. */
    keys: { cosigner: Signer | undefined }
  }
  type Options = {
    audit: Audit
    /** Of what is asked without an owner's proof. */
    tally: Pick<Tally, 'note'>
    firewall: Firewall
    announcements: Announcements
    /**
     * Endpoints of a chain that have to agree on the code and the terms of a box before it is first signed for. Neither ever
     * changes, so each box is asked about once.
     * @default 1
     */
    quorum?: number | undefined
    timing?: Timing | undefined
  }
  /** Milliseconds. Whatever takes longer is a veto. */
  type Timing = {
    /** For everything that is waited for; less than the deadline of the route, where it would be no veto. @default 7_000 */
    totalMs?: number | undefined
    /** For the look at a box. @default 4_500 */
    readMs?: number | undefined
    /** For the firewall, and for the announcements. @default 4_000 */
    firewallMs?: number | undefined
    /** @default 4_500 */
    simulateMs?: number | undefined
    /** How old a verdict may be before a signature. @default 2_000 */
    freshMs?: number | undefined
    /** How old a verdict may be in a precheck, at most 30 s. @default 30_000 */
    keptMs?: number | undefined
  }
  type ErrorType = import('./CosignErrors.js').SealingKeyError
}

const PURGE_MS = 60_000

type Spend = {
  account: Address
  amount: bigint
  action: 0 | 1
  look: Look
  box: BoxState
  isDeployed: boolean
}

function policyNote({ ownerHash, policy, spent, lastPull }: BoxState): CanonicalObject {
  const { token, cosigner, target } = policy
  return {
    ...policy,
    token: token.toLowerCase(),
    cosigner: cosigner.toLowerCase(),
    target: target.toLowerCase(),
    ownerHash,
    spent,
    lastPull,
  }
}

function required(signer: Signer | undefined): Signer {
  if (signer === undefined) throw new TypeError('There is no co-signer key.')
  return signer
}
