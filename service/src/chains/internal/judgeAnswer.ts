import type { BroadcastAnswer } from '../ServedChain.js'

/**
 * Classifies an endpoint's error.
 *
 * - `verdict`: the node has judged the request; another node would answer the same.
 * - `busy`: it wants fewer requests.
 * - `elsewhere`: it lacks the method or the block; another one may have it.
 * - `broken`: no answer, or a malformed one.
 */
export type Fault = 'verdict' | 'busy' | 'elsewhere' | 'broken'

export function judgeFault(error: unknown): Fault {
  const causes = causesOf(error)
  const codes = causes.map(({ code }) => code)
  const status = causes.map((cause) => cause.status).find((value) => typeof value === 'number')
  // Independent of the HTTP status: some send -32011 with a 429, others with a 200.
  if (status === 429 || codes.some((code) => code === -32005 || code === -32011 || code === 15 || code === 429))
    return 'busy'
  if (codes.some((code) => code === -32601 || code === -32004 || code === -32014 || code === -32001)) return 'elsewhere'
  if (codes.some((code) => typeof code === 'number' && code !== -32603)) return 'verdict'
  return 'broken'
}

/** Classifies an endpoint's error about a broadcast transaction, by the text of the node's message. */
export function judgeBroadcast(error: unknown): BroadcastAnswer {
  if (judgeFault(error) === 'busy') return 'unknown'
  const said = causesOf(error)
    .map(({ details, message }) => `${details ?? ''} ${message ?? ''}`)
    .join(' ')
    .toLowerCase()
  return answers.find(([, words]) => words.test(said))?.[0] ?? 'unknown'
}

/** In this order: "replacement transaction underpriced" is not "transaction underpriced". */
const answers: readonly (readonly [BroadcastAnswer, RegExp])[] = [
  ['already_known', /already known|already imported|known transaction|already in (the )?mempool|already exists/],
  ['nonce_too_low', /nonce too low|nonce is too low|nonce has already been used|old nonce/],
  ['nonce_too_high', /nonce too high|nonce is too high|nonce gap|gapped nonce|too far in the future/],
  ['underpriced', /replacement transaction underpriced|replacement .*underpriced|fee too low to replace/],
  [
    'refused',
    /insufficient funds|outoffunds|intrinsic gas|exceeds block gas|gas limit|invalid sender|invalid signature|invalid chain id|blocked address|is denylisted|zero address not allowed|transaction underpriced|less than block base fee|type not supported|oversized data|failed to decode/,
  ],
]

type Cause = { code?: unknown; status?: unknown; details?: unknown; message?: unknown; cause?: unknown }

function causesOf(error: unknown): readonly Cause[] {
  const found: Cause[] = []
  // Every field of `Cause` is unknown or optional, and each cause is checked to be an object.
  for (let cause = error as Cause | undefined; typeof cause === 'object' && cause !== null && found.length < 16; )
    // Checked by the condition of the loop.
    cause = found[found.push(cause) - 1]?.cause as Cause | undefined
  return found
}
