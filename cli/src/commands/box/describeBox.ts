import { type BoxDetails, MODE_PULL } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { writeAmount } from '../../input/readAmount.js'
import { writeMoment } from '../../input/readMoment.js'
import { writeSpan } from '../../input/readSpan.js'
import type { Paint } from '../../io/paint.js'

/** What a box is good for now. */
export type BoxStatus = 'active' | 'spent' | 'expired'

/** What somebody should know of a box before money goes near it. */
export type BoxWarning = keyof typeof warnings

/** What a box is compared with. */
export type Surroundings = {
  /** USDC of its chain. */
  usdc: Address
  /** The co-signer that can be asked; undefined where nobody knows. */
  cosigner?: Address | undefined
}

/** The `result` of a command that shows a box. */
export function summarize(box: BoxDetails, around: Surroundings) {
  const { account, now, mode, expiry, lastPull, ...rest } = box
  return {
    box: account,
    status: statusOf(box),
    mode: mode === MODE_PULL ? 'pull' : 'push',
    ...rest,
    expiry: writeMoment(expiry),
    lastPull: lastPull === 0 ? null : writeMoment(lastPull),
    warnings: warningsOf(box, around),
  }
}

/** A box for a person. */
export function describeBox(box: BoxDetails, around: Surroundings, paint: Paint): string {
  const { account, target, spent, maxAmount, balance, expiry, cosigner } = box
  const rows = [
    ['pays', target],
    ['cap', `${writeAmount(maxAmount)}, ${writeAmount(spent)} spent, ${writeAmount(maxAmount - spent)} left`],
    ['holds', balance === null ? 'nobody knows: its token does not say' : writeAmount(balance)],
    ['spends', describeMode(box)],
    ['until', writeMoment(expiry)],
    ['co-signer', cosigner],
  ]
  return [
    `Box ${account}  ${paint.bold(statusOf(box))}`,
    ...rows.map(([label = '', value]) => `  ${paint.dim(label.padEnd(9))}  ${value}`),
    ...warningsOf(box, around).map((code) => paint.yellow(`  ${warnings[code]}`)),
  ].join('\n')
}

/** How money leaves a box. */
export function describeMode({ mode, perPullMax, interval }: Pick<BoxDetails, 'mode' | 'perPullMax' | 'interval'>) {
  if (mode !== MODE_PULL) return 'when its owner asks'
  return `at most ${writeAmount(perPullMax)} a pull, once in ${writeSpan(interval)}`
}

function statusOf({ now, expiry, remaining }: BoxDetails): BoxStatus {
  if (now > expiry) return 'expired'
  return remaining === 0n ? 'spent' : 'active'
}

function warningsOf(box: BoxDetails, { usdc, cosigner }: Surroundings): BoxWarning[] {
  const { balance, remaining, token } = box
  const useless = statusOf(box) === 'active' ? remaining : 0n
  return [
    ...(balance !== null && balance > useless ? ['sweepable' as const] : []),
    ...(token === usdc ? [] : ['foreign_token' as const]),
    ...(cosigner === undefined || cosigner === box.cosigner ? [] : ['foreign_cosigner' as const]),
  ]
}

const warnings = {
  sweepable: 'It holds money that it can never spend: holdfast box sweep takes it back.',
  foreign_token: 'Its token is not USDC: no co-signer here signs for it, and amounts are in units of that token.',
  foreign_cosigner: 'Its co-signer is not that of the service: ask that one, or sweep it and make a new box.',
} as const
