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

export async function gaslessClaim(
  connection: Connection,
  claim: GaslessClaim,
  { onUnknown, ...options }: GaslessClaimOptions = {},
): Promise<GaslessClaimResult> {
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
