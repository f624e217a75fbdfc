import { isAddress } from 'viem'
import { InvalidInputError } from '../errors/input.js'
import type { Plan } from './types.js'

/**
 * Reads a plan that {@link encodePlan} wrote, elsewhere or before.
 *
 * What it says is not believed: {@link executePlan} plans the operation again and compares, and asks the firewall again.
 *
 * @throws {@link InvalidInputError} where it is no plan.
 * @example
 * const plan = decodePlan(text)
 * if (plan.operation === 'cancel') console.log(plan.amount)
 */
export function decodePlan(text: string): Plan {
  const plan = read(text)
  if (!isPlan(plan)) throw new InvalidInputError('plan', 'This is not a plan.')
  return plan
}

function read(text: string): unknown {
  try {
    const { steps, ...rest } = Object(JSON.parse(text))
    // Steps are as JSON has them: an argument may have any name.
    return { ...(revive('', rest) as object), steps }
  } catch {
    throw new InvalidInputError('plan', 'This is not a plan.')
  }
}

/** @throws SyntaxError where a number is no number. */
function revive(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => revive(name, one))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revive(key, inner)]))
  if (typeof value !== 'string') return value
  if (numbers.has(name)) return BigInt(value)
  return moments.has(name) ? new Date(value) : value
}

/** Fields of a plan that are bigints. */
const numbers: ReadonlySet<string> = new Set([
  'amount',
  'fee',
  'most',
  'change',
  'before',
  'after',
  'blockNumber',
  'transferId',
  'transferIds',
  'minProtectedAmount',
  'paid',
  'income',
  'deadline',
  'maxAmount',
  'perPullMax',
])

/** Fields of a plan that are moments. */
const moments: ReadonlySet<string> = new Set(['at', 'checkedAt', 'firstPaidAt'])

function isPlan(value: unknown): value is Plan {
  const { operation, params, chainId, account, payer, recipient, amount, fee, terms, ...rest } = Object(value)
  const { steps, networkFee, firewall, effects, asOf } = rest
  return (
    typeof operation === 'string' &&
    isObject(params) &&
    Number.isSafeInteger(chainId) &&
    [account, payer, ...(recipient === null ? [] : [recipient])].every(isAddressText) &&
    [amount, fee, Object(networkFee).most, Object(asOf).blockNumber].every((one) => typeof one === 'bigint') &&
    (terms === null || isObject(terms)) &&
    isDate(Object(asOf).at) &&
    isList(steps, ({ kind, sealed, calls }) => {
      const isCall = ({ to, functionName, args }: Fields) =>
        isAddressText(to) && typeof functionName === 'string' && isObject(args)
      return Array.isArray(sealed) && (kind === 'signature' || (kind === 'transaction' && isList(calls, isCall)))
    }) &&
    isList(
      firewall,
      ({ target, sender, reasons, checkedAt, level }) =>
        [target, sender].every(isAddressText) &&
        isList(reasons, ({ code }) => typeof code === 'string') &&
        isDate(checkedAt) &&
        ['safe', 'warning', 'block'].includes(String(level)),
    ) &&
    isList(effects, ({ account: holder, change }) => isAddressText(holder) && typeof change === 'bigint')
  )
}

type Fields = Readonly<Record<string, unknown>>

const isList = (value: unknown, isItem: (item: Fields) => boolean) =>
  Array.isArray(value) && value.every((one) => isObject(one) && isItem(one as Fields))

const isObject = (value: unknown) => typeof value === 'object' && value !== null

const isAddressText = (value: unknown) => typeof value === 'string' && isAddress(value)

const isDate = (value: unknown) => value instanceof Date && !Number.isNaN(value.getTime())
