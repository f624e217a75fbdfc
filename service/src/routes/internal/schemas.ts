import { z } from 'zod'

// What these describe, the decoders of `sdk/src/wire` read: each schema ends in one, so that both sides read alike.

/** Any case; mixed case has to be a right checksum. */
export const addressText = z.string().meta({
  description: 'Address',
  pattern: '^0x[0-9a-fA-F]{40}$',
  examples: ['0x90F79bf6EB2c4f870365E785982E1f101E93b906'],
})

/** Lower-case hex of so many bytes. */
export const hexText = (bytes?: number) =>
  z.string().meta({ pattern: bytes === undefined ? '^0x([0-9a-f]{2})*$' : `^0x[0-9a-f]{${2 * bytes}}$` })

/** A whole number within bounds. */
export const integer = (minimum: number, maximum: number, description?: string) =>
  z.number().meta({ type: 'integer', minimum, maximum, ...(description && { description }) })

/** Seconds as the contracts hold them. */
export const uint40 = (description: string) => integer(0, 2 ** 40 - 1, description)

/** A whole number, as text. */
export const decimalText = z.string().meta({ pattern: '^(0|[1-9][0-9]{0,77})$' })

/** @see {@link chainOf} */
export const chainIdNumber = integer(1, Number.MAX_SAFE_INTEGER, 'Left out: the primary chain').optional()

/** A chain id in a query. */
export const chainIdText = z
  .string()
  .optional()
  .meta({ description: 'Left out: the primary chain', pattern: '^[1-9][0-9]{0,15}$' })

/** What an announcement says beside the box. */
export const announcementFields = {
  stealthAddress: addressText,
  ephemeralPubKey: z.string().meta({ description: 'A compressed point', pattern: '^0x0[23][0-9a-f]{64}$' }),
  viewTag: integer(0, 255),
  label: z.string().meta({ description: 'Cut at 40 bytes of UTF-8', maxLength: 256 }).optional(),
}

/** The answer to work that is not done yet. */
export const pending = z.strictObject({
  status: z.literal('pending'),
  operationId: z.string(),
  account: z.string().optional(),
  txHash: hexText(32).optional(),
  retryAfterMs: z.number(),
})
