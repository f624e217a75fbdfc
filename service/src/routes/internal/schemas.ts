import { z } from 'zod'

// What these describe, the decoders of `sdk/src/wire` read: each schema ends in one, so that both sides read alike.

/** Any case; mixed case has to be a right checksum. */
export const addressText = z
  .string()
  .meta({ description: 'Address', examples: ['0x90F79bf6EB2c4f870365E785982E1f101E93b906'] })

/** Lower-case hex of so many bytes. */
export const hexText = (bytes?: number) =>
  z.string().meta({ pattern: bytes === undefined ? '^0x([0-9a-f]{2})*$' : `^0x[0-9a-f]{${2 * bytes}}$` })

/** A whole number, as text. */
export const decimalText = z.string().meta({ pattern: '^(0|[1-9][0-9]{0,77})$' })

/** @see {@link chainOf} */
export const chainIdNumber = z.number().optional().meta({ description: 'Left out: the primary chain' })

/** A chain id in a query. */
export const chainIdText = z
  .string()
  .optional()
  .meta({ description: 'Left out: the primary chain', pattern: '^[1-9][0-9]{0,15}$' })

/** The answer to work that is not done yet. */
export const pending = z.strictObject({
  status: z.literal('pending'),
  operationId: z.string(),
  account: z.string().optional(),
  txHash: hexText(32).optional(),
  retryAfterMs: z.number(),
})
