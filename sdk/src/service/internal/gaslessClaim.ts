import type { Address } from 'viem'
import { InvalidInputError } from '../../errors/input.js'
import {
  decodeGaslessClaimResult,
  encodeGaslessClaim,
  type GaslessClaim,
  type GaslessClaimResult,
} from '../../wire/gaslessClaim.js'
import { ask, type ServiceCallOptions } from './ask.js'
import type { Connection } from './Connection.js'

/** How a claim is asked for. */
export type GaslessClaimOptions = ServiceCallOptions & {
  /** Called each time the outcome is still unknown and is about to be asked for again. */
  onUnknown?: ((result: Extract<GaslessClaimResult, { ok: false }>) => void) | undefined
}

/** A claim by code or by the signature of a claim key, which always says whom the transfer must pay. */
export type GaslessClaimParameters = GaslessClaim & { recipient: Address }

export async function gaslessClaim(
  connection: Connection,
  claim: GaslessClaimParameters,
  { onUnknown, ...options }: GaslessClaimOptions = {},
): Promise<GaslessClaimResult> {
  if (claim.recipient === undefined)
    throw new InvalidInputError('recipient', 'A gasless claim does not say whom the transfer must pay.')
  return ask(
    connection,
    {
      attempted: `claiming transfer ${claim.transferId}`,
      path: '/api/gasless-claim',
      body: encodeGaslessClaim(claim),
      isSigned: true,
      decode: decodeGaslessClaimResult,
      repeatAfterMs(result, repeats) {
        if (result.ok || result.error.kind !== 'unknown') return undefined
        onUnknown?.(result)
        return Math.min(8_000, 1_000 * 2 ** repeats)
      },
      timeoutMs: 60_000,
      tryMs: 20_000,
    },
    options,
  )
}
