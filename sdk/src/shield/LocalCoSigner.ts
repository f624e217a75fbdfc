import { predictBoxAddress } from '@holdfast/contracts'
import { type Address, concatHex, type Hex, hexToBytes, isAddressEqual, isHex, numberToHex } from 'viem'
import { parseParty } from '../chain/address.js'
import { deploymentFor } from '../chain/registry.js'
import { spendableTokensFor } from '../chain/tokens.js'
import { withDeadline } from '../chain/withDeadline.js'
import { isScalar } from '../curve/order.js'
import { type Point, publicKeyOf, tableOf } from '../curve/points.js'
import type { MultipleTable } from '../curve/secretMultiplication.js'
import { signDigest } from '../curve/signature.js'
import { ServiceError } from '../errors/base.js'
import { InvalidInputError } from '../errors/input.js'
import type { RiskLevel } from '../errors/risk.js'
import { isForWantOfData } from '../risk/isForWantOfData.js'
import type { CosignAuthorize, CosignCounterfactual } from '../wire/cosignRequest.js'
import { bindOwner, type OwnerFacts } from './bindOwner.js'
import type {
  AuthorizeRequest,
  AuthorizeResult,
  CosignVeto,
  CounterfactualCoSigner,
  CounterfactualRequest,
  PrecheckRequest,
  PrecheckResult,
} from './coSigner.js'
import { authorizeOf, counterfactualOf, firstSpendOf, spendOf, withoutOwnPayer } from './internal/cosignRequests.js'
import { addressOfPoint } from './internal/recoverSigner.js'
import { veto } from './internal/veto.js'
import { ownerHash } from './ownerHash.js'
import { type SpendDigestParams, spendDigest } from './spendDigest.js'
import { MODE_PUSH } from './types.js'

/**
 * A co-signer in this process, for a payer who holds the second key as well.
 *
 * It fails closed: a breach of the policy, a target the firewall blocks, and a firewall that cannot be asked or does not
 * know enough all withhold the signature. Without a `riskCheck` every target is vetoed. What the request says of the box
 * is taken as read from the chain by the caller, which is the payer's own process; for a box that need not exist yet its
 * address is computed from the registry's factory, and nothing that differs is signed.
 *
 * What a request does not tell, it does not judge: mode, cap of one pull and interval are the box's to refuse.
 *
 * The key is in no property, text, JSON or error of it.
 *
 * @example
 * const cosigner = new LocalCoSigner(privateKey, { riskCheck: createRiskCheck({ client: publicClient }) })
 * const { approved } = await cosigner.precheck({ owner, target, amount: 5_000_000n })
 */
export class LocalCoSigner implements CounterfactualCoSigner {
  readonly address: Address
  readonly #key: bigint
  readonly #publicKey: Point
  readonly #options: LocalCoSignerOptions
  /** Of the public key, made for the first signature and kept: 90 kB. */
  #multiples: MultipleTable | undefined

  /**
   * @param privateKey - 32 bytes.
   * @throws {@link InvalidInputError} when it is not a private key; the message does not repeat it.
   */
  constructor(privateKey: Hex, options: LocalCoSignerOptions = {}) {
    this.#key = parsePrivateKey(privateKey)
    this.#options = options
    this.#publicKey = publicKeyOf(this.#key)
    this.address = addressOfPoint(this.#publicKey)
  }

  /**
   * Asks the firewall about a target. Nothing is signed.
   *
   * @throws {@link InvalidAddressError} when owner or target is malformed.
   */
  async precheck({ owner, target }: PrecheckRequest): Promise<PrecheckResult> {
    return (await this.#judge(parseParty('owner', owner), parseParty('target', target))) ?? { approved: true }
  }

  /**
   * Signs one spend of a box, or says why not.
   *
   * With an `ownerHash` the owner must give a proof as {@link bindOwner} requires; without one `owner` and `payer` are
   * believed.
   *
   * @throws {@link WireFormatError}, {@link InvalidAddressError}, {@link InvalidInputError} when the request is malformed.
   */
  async authorize(request: AuthorizeRequest): Promise<AuthorizeResult> {
    const { amount, remaining, expiry, now = Date.now() / 1_000 } = request
    if (!isWithin(amount, remaining)) return veto('over_limit')
    if (!isAlive(expiry, now)) return veto('expired')
    const asked = authorizeOf(request)
    const spend = spendOf(asked, request)
    const payer = request.ownerHash === undefined ? believed(request) : await this.#bind(asked, request.ownerHash)
    return typeof payer === 'string' ? this.#sign(payer, spend) : payer
  }

  /**
   * Signs the first payment of a box that need not exist yet, or says why not. The owner must be the one the address
   * commits to.
   *
   * @throws {@link WireFormatError} when the request is malformed.
   */
  async authorizeCounterfactual(request: CounterfactualRequest): Promise<AuthorizeResult> {
    const { chainId, amount } = request
    if (!(amount > 0n)) return veto('over_limit')
    const given = counterfactualOf(request)
    const spend = firstSpendOf(given, chainId)
    const { policy, owner } = given

    if (!isBox(given, chainId)) return veto('unknown_account')
    if (!isAddressEqual(policy.cosigner, this.address)) return veto('foreign_cosigner')
    if (!spendableTokensFor(chainId).some(({ address }) => isAddressEqual(address, policy.token)))
      return veto('token_not_allowed')
    if (ownerHash(owner) !== given.ownerHash) return veto('owner_not_bound')
    // The hash is part of the address here and asks for no proof by itself.
    const asksForProof = this.#options.ownerFacts !== undefined || given.auth !== undefined
    const payer = asksForProof ? await this.#bind(given, given.ownerHash) : believed(request)
    if (typeof payer !== 'string') return payer
    if (policy.mode !== MODE_PUSH) return veto('mode_mismatch')
    if (!isWithin(amount, BigInt(policy.maxAmount))) return veto('over_limit')
    if (!isAlive(policy.expiry, Date.now() / 1_000)) return veto('expired')
    return this.#sign(payer, spend)
  }

  /** @returns Whose payment history the firewall reads, or a veto. */
  async #bind(request: CosignAuthorize | CosignCounterfactual, ownerHash: Hex): Promise<Address | CosignVeto> {
    const { ownerFacts } = this.#options
    const account = request.phase === 'authorize' ? request.account : request.box
    // Made of a request that names its chain.
    const chainId = request.chainId as number
    const facts = ownerFacts ? await silent(() => ownerFacts({ chainId, account, owner: request.owner })) : undefined
    const binding = bindOwner(withoutOwnPayer(request), { ...facts, ownerHash, nowMs: Date.now() })
    return binding.bound ? binding.payer : binding.veto
  }

  /** @returns The firewall's veto; nothing where it lets the target pass. */
  async #judge(payer: Address, target: Address): Promise<CosignVeto | undefined> {
    const { riskCheck, vetoOn = 'block' } = this.#options
    const verdict = riskCheck && (await silent(async () => riskCheck(payer, target)))
    if (!isVerdict(verdict)) return veto('risk_unavailable')
    const { level, complete, reasons } = verdict
    if (level === 'block' && !isForWantOfData(verdict)) return veto('risk_blocked', reasons)
    if (!complete) return veto('risk_unavailable', reasons)
    return level === 'warning' && vetoOn === 'warning' ? veto('risk_blocked', reasons) : undefined
  }

  async #sign(payer: Address, spend: SpendDigestParams): Promise<AuthorizeResult> {
    const refusal = await this.#judge(payer, spend.target)
    if (refusal) return refusal
    this.#multiples ??= tableOf(this.#publicKey)
    const made = signDigest(hexToBytes(spendDigest(spend)), this.#key, this.#multiples)
    if (made === null)
      throw new ServiceError('The co-signer made a signature that is not its own.', {
        code: 'signature_unusable',
        effect: 'none',
        retry: 'no',
        advice: { do: 'report' },
      })
    const signature = concatHex([
      numberToHex(made.r, { size: 32 }),
      numberToHex(made.s, { size: 32 }),
      numberToHex(27 + made.bit, { size: 1 }),
    ])
    return { approved: true, signature }
  }
}

/** What a {@link LocalCoSigner} goes by. */
export type LocalCoSignerOptions = {
  /** The firewall, see {@link createRiskCheck}. Left out, every target is vetoed. */
  riskCheck?: RiskCheck | undefined
  /** The mildest level that withholds the signature.
   * @default 'block' */
  vetoOn?: 'block' | 'warning' | undefined
  /**
   * What is known of an owner who must give a proof, for a process that signs for others. With it a box that need
   * not exist yet is signed for only as {@link bindOwner} decides. A failure is the same as knowing nothing.
   */
  ownerFacts?:
    | ((box: {
        chainId: number
        account: Address
        owner?: Address | undefined
      }) => Promise<Pick<OwnerFacts, 'standing' | 'announcements' | 'history'>>)
    | undefined
}

/**
 * Judges a target by an owner's history; `null`, a failure and silence are not a judgement. After 30 seconds the wait
 * ends.
 */
export type RiskCheck = (owner: Address, target: Address) => Promise<RiskVerdict | null> | RiskVerdict | null

/** What the firewall says of one target. */
export type RiskVerdict = {
  level: RiskLevel
  /** Whether every source answered in full. Without that nothing is signed. */
  complete: boolean
  /** Rule codes. */
  reasons?: readonly string[] | undefined
}

const riskTimeoutMs = 30_000

/** The payer whom the caller names in its own process; a veto where it names none. */
function believed({
  owner,
  payer,
}: {
  owner?: Address | undefined
  payer?: Address | undefined
}): Address | CosignVeto {
  if (owner === undefined) return veto('owner_not_bound')
  const own = parseParty('owner', owner)
  return payer === undefined ? own : parseParty('payer', payer)
}

/** A failure counts as unknown. */
async function silent<value>(run: () => Promise<value>): Promise<value | undefined> {
  try {
    return await withDeadline(run, { timeoutMs: riskTimeoutMs })
  } catch {
    return undefined
  }
}

function isVerdict(value: RiskVerdict | null | undefined): value is RiskVerdict {
  if (typeof value !== 'object' || value === null) return false
  const { level, complete, reasons } = value
  return (
    (level === 'safe' || level === 'warning' || level === 'block') &&
    typeof complete === 'boolean' &&
    (reasons === undefined || (Array.isArray(reasons) && reasons.every((code) => typeof code === 'string')))
  )
}

function isWithin(amount: bigint, remaining: bigint): boolean {
  return typeof amount === 'bigint' && typeof remaining === 'bigint' && amount > 0n && amount <= remaining
}

/** As the box itself judges it: the second of the expiry is the last one. */
function isAlive(expiry: number, now: number): boolean {
  return Math.floor(now) <= expiry
}

/** Whether the registry's factory of the chain would put a box of these terms there. */
function isBox({ factory, ownerHash, salt, policy, box }: CosignCounterfactual, chainId: number): boolean {
  const deployment = deploymentFor(chainId)
  if (!deployment || !isAddressEqual(factory, deployment.spendPolicyFactory)) return false
  const { maxAmount, perPullMax, ...rest } = policy
  const terms = { ownerHash, salt, policy: { ...rest, maxAmount: BigInt(maxAmount), perPullMax: BigInt(perPullMax) } }
  const predicted = predictBoxAddress({ address: factory, implementation: deployment.spendPolicyAccountImpl }, terms)
  return isAddressEqual(predicted, box)
}

function parsePrivateKey(privateKey: Hex): bigint {
  const key =
    typeof privateKey === 'string' && isHex(privateKey) && privateKey.length === 66 ? BigInt(privateKey) : undefined
  if (key === undefined || !isScalar(key))
    throw new InvalidInputError('privateKey', 'The private key of the co-signer is not 32 bytes of hex in range.')
  return key
}
