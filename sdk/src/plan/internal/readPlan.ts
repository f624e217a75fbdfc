import type { AddressSource, LookalikeSide, RiskReason, RiskReport } from '../../errors/risk.js'
import type { RegisteredConfig } from '../../transfer/getConfig.js'
import type { Plan, PlanEffect, PlannedCall, PlannedFee, PlannedSignature, PlanStep } from '../types.js'
import { readOperation, readParams } from './params.js'
import {
  listOf,
  nullable,
  oneOf,
  optional,
  type Reader,
  readAddress,
  readAmount,
  readBytes32,
  readCount,
  readFlag,
  readMoment,
  readObject,
  readSigned,
  readText,
  record,
  refuse,
} from './readers.js'

const readTerms = record<RegisteredConfig>({
  recallWindow: readCount,
  claimMode: readCount,
  feeBps: readCount,
  feeRecipient: readAddress,
  verifier: readAddress,
})

const readFee = record<PlannedFee>({ most: readAmount, coin: readText, decimals: readCount, isUsdc: readFlag })

const readCall = record<PlannedCall>({
  to: readAddress,
  functionName: readText,
  // Arguments are as JSON has them, under any name, and are only compared.
  args: readObject as Reader<PlannedCall['args']>,
  through: nullable(readAddress),
})

const readTransaction = record({
  kind: oneOf('transaction'),
  chainId: readCount,
  calls: listOf(readCall),
  sealed: listOf(readText),
})

const readSignature = record({
  kind: oneOf('signature'),
  // As JSON has them, and only compared.
  domain: readObject as Reader<PlannedSignature['domain']>,
  primaryType: readText,
  // As above.
  message: readObject as Reader<PlannedSignature['message']>,
  sealed: listOf(readText),
})

const readStep: Reader<PlanStep> = (value, at) =>
  Object(value).kind === 'signature' ? readSignature(value, at) : readTransaction(value, at)

const readEffect = record<PlanEffect>({
  account: readAddress,
  holding: oneOf('wallet', 'transfer_contract', 'vault', 'hub'),
  chainId: readCount,
  change: readSigned,
  before: nullable(readSigned),
  after: nullable(readSigned),
})

const readLevel = oneOf('safe', 'warning', 'block')

const readSide = record<LookalikeSide>({
  address: readAddress,
  saved: optional(oneOf('contact', 'own')),
  isSettled: readFlag,
  payments: readCount,
  paid: readAmount,
  income: readAmount,
  firstPaidAt: nullable(readMoment),
  baits: readCount,
})

const readReason = record<RiskReason>({
  // Rules of a later version are reasons as well.
  code: readText as Reader<RiskReason['code']>,
  severity: readLevel,
  message: readText,
  lookalikeOf: optional(readAddress),
  alsoLike: optional(listOf(readAddress)),
  count: optional(readCount),
  sources: optional(listOf(readText)),
  transactionHashes: optional(listOf(readBytes32)),
  matched: optional(record({ prefix: readCount, suffix: readCount })),
  strength: optional(oneOf('strong', 'weak', 'soft')),
  undecided: optional((value, at) => (value === true ? value : refuse(at, 'is not true'))),
  sides: optional((value, at) => {
    const [target, other, ...more] = listOf(readSide)(value, at)
    return target && other && more.length === 0 ? [target, other] : refuse(at, 'is not a pair')
  }),
})

const readReport = record<RiskReport>({
  target: readAddress,
  sender: readAddress,
  level: readLevel,
  reasons: listOf(readReason),
  complete: readFlag,
  checkedAt: readMoment,
  chainId: optional(readCount),
  destinationChainId: optional(readCount),
  amount: optional(readAmount),
  token: optional(readAddress),
  source: optional(
    record<AddressSource>({
      kind: oneOf('payment_request'),
      address: readAddress,
      requestHash: readBytes32,
      reference: readText,
    }),
  ),
})

const readAsOf = record<Plan['asOf']>({
  blockNumber: readAmount,
  at: readMoment,
  recipientHasCode: nullable(readFlag),
})

const readFields = record<Omit<Plan, 'operation' | 'params'>>({
  chainId: readCount,
  account: readAddress,
  payer: readAddress,
  recipient: nullable(readAddress),
  amount: readAmount,
  fee: readAmount,
  terms: nullable(readTerms),
  steps: listOf(readStep),
  networkFee: readFee,
  firewall: listOf(readReport),
  effects: listOf(readEffect),
  asOf: readAsOf,
})

/**
 * Reads a plan out of JSON, or of a value that another part of the program says is one.
 *
 * @throws {@link InvalidInputError}, which names the field.
 */
export function readPlan(value: unknown): Plan {
  // A field that it lacks is read as `undefined`.
  const { operation, params } = readObject(value, '') as Record<string, unknown>
  if (typeof operation !== 'string') refuse('/operation', 'is not a string')
  const name = readOperation(operation)
  return { operation: name, params: readParams(name, params), ...readFields(value, '') }
}
