import { type Address, type Hex, isAddress, isHex, pad, size } from 'viem'
import { Refusal } from './Refusal.js'
import type { BurnIntent, SignedIntents, TransferSpec } from './transferSpec.js'

/** The account whose balance or deposits are requested; without a domain, those of all. */
export type Source = { domain: number | undefined; depositor: Address }

/** Parses the body of a request for balances or deposits. */
export function parseSources(body: unknown): Source[] {
  const { token, sources } = record(body)
  if (token !== 'USDC') throw new Refusal('Unsupported token')
  if (!Array.isArray(sources) || sources.length === 0) throw new Refusal('At least one source is required')
  return sources.map((item) => {
    const { domain, depositor } = record(item)
    if (domain !== undefined && !(typeof domain === 'number' && Number.isSafeInteger(domain)))
      throw new Refusal('Invalid domain')
    if (typeof depositor !== 'string' || !isAddress(depositor, { strict: false }))
      throw new Refusal('Invalid depositor')
    return { domain, depositor }
  })
}

/** Specs to estimate, with limits if the caller gives some. */
type Estimate = { intents: (Partial<BurnIntent> & { spec: TransferSpec })[]; isSet: boolean }

/** Parses the body of an estimate. */
export function parseEstimate(body: unknown): Estimate[] {
  return list(body).map((item) => {
    const { intents } = record(item)
    const members = Array.isArray(intents) ? intents : [item]
    return {
      isSet: Array.isArray(intents),
      intents: members.map((member) => {
        const { spec, maxBlockHeight, maxFee } = record(member)
        return {
          spec: parseSpec(spec),
          ...(maxBlockHeight !== undefined && { maxBlockHeight: integer(maxBlockHeight) }),
          ...(maxFee !== undefined && { maxFee: integer(maxFee) }),
        }
      }),
    }
  })
}

/** Parses the body of a transfer. */
export function parseTransfer(body: unknown): SignedIntents[] {
  const items = list(body)
  if (items.length === 0) throw new Refusal('At least one signed burn intent or burn intent set is required')
  const signed = items.map((item) => {
    const { burnIntent, burnIntentSet, signature, contractSigner = false } = record(item)
    if (!isHex(signature)) throw new Refusal('Invalid signature')
    if (typeof contractSigner !== 'boolean') throw new Refusal('Expected boolean')
    const isContract = contractSigner
    if (burnIntentSet === undefined) return { intents: [parseIntent(burnIntent)], isSet: false, signature, isContract }
    const { intents } = record(burnIntentSet)
    if (!Array.isArray(intents) || intents.length === 0) throw new Refusal('At least one burn intent is required')
    return { intents: intents.map(parseIntent), isSet: true, signature, isContract }
  })
  if (signed.flatMap(({ intents }) => intents).length > maxIntents)
    throw new Refusal(`At most ${maxIntents} burn intents are allowed`)
  return signed
}

const maxIntents = 16

function parseIntent(value: unknown): BurnIntent {
  const { maxBlockHeight, maxFee, spec } = record(value)
  return { maxBlockHeight: integer(maxBlockHeight), maxFee: integer(maxFee), spec: parseSpec(spec) }
}

function parseSpec(value: unknown): TransferSpec {
  const fields = record(value)
  const { version, sourceDomain, destinationDomain, hookData = '0x' } = fields
  if (version !== 1) throw new Refusal('Unsupported transfer spec version')
  if (!isHex(hookData)) throw new Refusal('Invalid hookData')
  const word = (name: keyof TransferSpec) => wordOf(fields[name], name)
  return {
    version,
    sourceDomain: domain(sourceDomain),
    destinationDomain: domain(destinationDomain),
    sourceContract: word('sourceContract'),
    destinationContract: word('destinationContract'),
    sourceToken: word('sourceToken'),
    destinationToken: word('destinationToken'),
    sourceDepositor: word('sourceDepositor'),
    destinationRecipient: word('destinationRecipient'),
    sourceSigner: word('sourceSigner'),
    destinationCaller: word('destinationCaller'),
    value: integer(fields.value),
    salt: word('salt'),
    hookData,
  }
}

/** Twenty bytes are treated as an address and padded, as the service does. */
function wordOf(value: unknown, name: string): Hex {
  if (isHex(value) && size(value) === 32) return value
  if (isHex(value) && size(value) === 20) return pad(value)
  throw new Refusal(`${name} must be a 32-byte hex string`)
}

function domain(value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new Refusal('Invalid domain')
  return Number(value)
}

function integer(value: unknown): bigint {
  if (typeof value !== 'string' || !/^(?:0|[1-9]\d{0,77})$/.test(value))
    throw new Refusal('Must be a valid positive integer string')
  return BigInt(value)
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Refusal(`Expected array, received ${value === null ? 'null' : typeof value}`)
  return value
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('Expected object')
  // Checked above to be an object.
  return value as Record<string, unknown>
}
