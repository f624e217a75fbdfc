import { PRIMARY_CHAIN_ID } from '@holdfast/sdk/chain'
import { type CosignRequest, decodeCosignRequest, encodeCosignResult } from '@holdfast/sdk/wire'
import { z } from 'zod'
import type { Cosigner } from '../cosign/Cosigner.js'
import { defineRoute } from '../http/defineRoute.js'
import type { Route } from '../http/Route.js'
import type { ServiceParts } from '../parts/ServiceParts.js'

/**
 * `POST /api/cosign`: asks for the signature over a spend, or what comes before it. Whatever speaks against it is a veto with
 * status 200.
 *
 * @param cosigner - `undefined` without a key.
 */
export function postCosign({ chains }: Pick<ServiceParts, 'chains'>, cosigner: Cosigner | undefined): Route {
  return defineRoute<CosignRequest>({
    method: 'POST',
    path: '/api/cosign',
    window: 'cosign',
    signed: false,
    deadlineMs: 8_000,
    summary: 'Signs a spend of a box, checks one beforehand, or binds a payer to the pulls of a box.',
    body: requestSchema,
    responses: { 200: resultSchema },
    unavailable: () => (cosigner ? undefined : 'not_configured'),
    async handle({ body, signal }) {
      if (cosigner === undefined) return { problem: 'not_configured' }
      if (!chains.has(body.chainId ?? PRIMARY_CHAIN_ID))
        return { problem: 'invalid_request', errors: [{ pointer: '/chainId', code: 'not_one_of' }] }
      return { status: 200, body: encodeCosignResult(await cosigner.judge(body, { signal })) }
    },
  })
}

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
const amount = z.string().regex(/^(0|[1-9][0-9]{0,77})$/)
const chainId = z.int().positive().default(PRIMARY_CHAIN_ID).optional()
const seconds = z
  .int()
  .min(0)
  .max(2 ** 40 - 1)
const auth = z
  .strictObject({ address, timestamp: z.int().positive(), signature: z.string().regex(/^0x(?:[0-9a-f]{2}){64,65}$/) })
  .describe('The signature of the owner over the co-sign proof, EIP-191.')

const authorize = {
  phase: z.literal('authorize').optional(),
  chainId,
  account: address,
  payer: address.optional(),
  amount,
  auth: auth.optional(),
  target: z.unknown().optional(),
  nonce: z.unknown().optional(),
  remaining: z.unknown().optional(),
  expiry: z.unknown().optional(),
  now: z.unknown().optional(),
}
const unread = '`target`, `nonce`, `remaining`, `expiry` and `now` are dropped unread: they are read from the chain.'

/** Says what the wire's decoder takes. */
const described = z.union([
  z.strictObject({
    phase: z.literal('precheck'),
    chainId,
    owner: address,
    target: address,
    amount,
    auth: auth.optional(),
  }),
  z.strictObject({ ...authorize, owner: address, action: z.literal(0) }).describe(`Pays. ${unread}`),
  z.strictObject({ ...authorize, owner: address.optional(), action: z.literal(1) }).describe(`Pulls. ${unread}`),
  z.strictObject({
    phase: z.literal('counterfactual'),
    chainId,
    factory: address,
    ownerHash: hash,
    salt: hash,
    policy: z.strictObject({
      token: address,
      cosigner: address,
      vaultHash: hash,
      target: address,
      maxAmount: amount,
      perPullMax: amount,
      expiry: seconds,
      interval: seconds,
      mode: z.union([z.literal(0), z.literal(1)]),
    }),
    box: address,
    owner: address,
    payer: address.optional(),
    amount,
    auth: auth.optional(),
  }),
  z.strictObject({
    phase: z.literal('bind'),
    chainId,
    account: address,
    owner: address,
    payer: address,
    until: seconds.min(1),
    auth,
  }),
])

const { $schema: _, ...description } = z.toJSONSchema(described, { target: 'draft-2020-12', io: 'input' })

/** Read by the wire's own decoder, so that client and service agree on every byte. */
const requestSchema = z.unknown().meta(description).transform(decodeCosignRequest)

const resultSchema = z.union([
  z.strictObject({
    approved: z.literal(true),
    signature: z
      .string()
      .regex(/^0x[0-9a-f]{130}$/)
      .optional(),
  }),
  z.strictObject({
    approved: z.literal(false),
    code: z.string(),
    reason: z.string(),
    riskReasons: z.array(z.string()).optional(),
  }),
])
