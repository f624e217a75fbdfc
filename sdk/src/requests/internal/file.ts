import type { Address, Hex } from 'viem'
import { RequestMalformedError } from '../../errors/request.js'
import type { SignedPaymentRequest } from '../types.js'
import { assertRequest, dateOf } from './codec.js'
import { secondsOf } from './fields.js'

/** Writes a request with a signature of any length, as JSON. */
export function writeFile({ notBefore, expires, amount, nonce, ...request }: SignedPaymentRequest): string {
  const { payee, chainId, token, reference, signature } = request
  return JSON.stringify({
    type: fileType,
    v: 1,
    payee,
    chainId,
    token,
    amount: amount.toString(),
    reference,
    notBefore: secondsOf(notBefore),
    expires: secondsOf(expires),
    nonce: nonce.toString(),
    signature,
  })
}

/**
 * Reads a file of any origin.
 *
 * @throws {@link RequestMalformedError}
 */
export function readFile(text: string): SignedPaymentRequest {
  const fields = parse(text)
  if (fields.type !== fileType) throw new RequestMalformedError('not_a_request')
  if (fields.v !== 1) throw new RequestMalformedError('unknown_version')
  for (const name of Object.keys(fields)) if (!names.includes(name)) throw new RequestMalformedError('bad_encoding')
  const take = <value>(name: string, isValid: (value: unknown) => boolean): value => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!isValid(value)) throw new RequestMalformedError('bad_field', name)
    // What is of no more use than its type is judged with the request.
    return value as value
  }
  return assertRequest({
    payee: take<Address>('payee', isText),
    chainId: take('chainId', Number.isSafeInteger),
    token: take<Address>('token', isText),
    amount: BigInt(take<string>('amount', isDecimal)),
    reference: take('reference', isText),
    notBefore: dateOf(take<number>('notBefore', Number.isSafeInteger)),
    expires: dateOf(take<number>('expires', Number.isSafeInteger)),
    nonce: BigInt(take<string>('nonce', isDecimal)),
    signature: take<Hex>('signature', isText),
  })
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    // Checked in this line.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {}
  throw new RequestMalformedError('not_a_request')
}

const fileType = 'holdfast:request'

const names: readonly string[] = [
  'type',
  'v',
  'payee',
  'chainId',
  'token',
  'amount',
  'reference',
  'notBefore',
  'expires',
  'nonce',
  'signature',
]

const isText = (value: unknown): boolean => typeof value === 'string'

/** One spelling for each number, of at most 256 bits. */
const isDecimal = (value: unknown): boolean => typeof value === 'string' && /^(0|[1-9]\d{0,77})$/.test(value)
