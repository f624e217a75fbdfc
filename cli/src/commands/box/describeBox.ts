import { deploymentOf } from '@holdfast/sdk/chain'
import { type BoxDetails, boxCautions, boxStatus, getBox, MODE_PULL } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { type Resume, resume as resumeMined } from '../../command/Resume.js'
import { writeAmount } from '../../input/readAmount.js'
import { writeMoment, writeSpan } from '../../input/readTime.js'
import type { Paint } from '../../io/writeText.js'

/** What a box is compared with. */
export type Surroundings = {
  /** USDC of its chain. */
  usdc: Address
  /** The co-signer that can be asked; undefined where it is unknown. */
  cosigner?: Address | undefined
}

/** The `result` of a command that shows a box. */
export function summarize(box: BoxDetails, around: Surroundings) {
  const { account, now, mode, expiry, lastPull, ...rest } = box
  return {
    box: account,
    status: boxStatus(box),
    mode: mode === MODE_PULL ? 'pull' : 'push',
    ...rest,
    expiry: writeMoment(expiry),
    lastPull: lastPull === 0 ? null : writeMoment(lastPull),
    warnings: boxCautions(box, around),
  }
}

/** A box for a person. */
export function describeBox(box: BoxDetails, around: Surroundings, paint: Paint): string {
  const { account, target, spent, maxAmount, balance, expiry, cosigner } = box
  const rows = [
    ['pays', target],
    ['cap', `${writeAmount(maxAmount)}, ${writeAmount(spent)} spent, ${writeAmount(maxAmount - spent)} left`],
    ['holds', balance === null ? 'unknown: its token does not say' : writeAmount(balance)],
    ['spends', describeMode(box)],
    ['until', writeMoment(expiry)],
    ['co-signer', cosigner],
  ]
  return [
    `Box ${account}  ${paint.bold(boxStatus(box))}`,
    ...rows.map(([label = '', value]) => `  ${paint.dim(label.padEnd(9))}  ${value}`),
    ...boxCautions(box, around).map((code) => paint.yellow(`  ${warnings[code]}`)),
  ].join('\n')
}

/** How money leaves a box. */
export function describeMode({ mode, perPullMax, interval }: Pick<BoxDetails, 'mode' | 'perPullMax' | 'interval'>) {
  if (mode !== MODE_PULL) return 'when its owner asks'
  return `at most ${writeAmount(perPullMax)} a pull, once in ${writeSpan(interval)}`
}

const warnings = {
  sweepable: 'It holds money that it can never spend: holdfast box sweep takes it back.',
  foreign_token: 'Its token is not USDC: no co-signer here signs for it, and amounts are in units of that token.',
  foreign_cosigner: 'Its co-signer is not that of the service: ask that one, or sweep it and create a new box.',
} as const

/** Fields of `result` that every command has which shows a box. */
export const BOX_RESULT: Readonly<Record<string, string>> = {
  box: 'its address',
  status: '`active`, `spent` (its cap is reached) or `expired`',
  mode: '`push` or `pull`',
  target: 'the only address it can pay',
  token: 'address of what it holds',
  maxAmount: 'base units that all spends together may pay',
  spent: 'base units',
  remaining: 'base units left of the cap, whatever it holds',
  balance: 'base units it holds; null where its token did not say',
  perPullMax: 'base units that one pull may pay',
  interval: 'seconds between two pulls; 0 for `push`',
  expiry: 'ISO 8601: last second of a spend',
  lastPull: 'ISO 8601, or null before the first',
  cosigner: 'address that signs every spend',
  ownerHash: 'hash of its owner',
  vaultHash: 'hash of the address that a sweep pays',
  nonce: 'decimal text: number of spends and sweeps',
  warnings: 'list of `sweepable`, `foreign_token`, `foreign_cosigner`',
}

/** For whatever a box does: once it is mined, what has become of the box. */
export const resume: Resume = async (pending, context) => {
  const { result, text } = await resumeMined(pending, context)
  const { client, facts } = pending
  const { usdc } = await deploymentOf(client)
  // The command that began it wrote the address.
  const box = await getBox(client, facts.account as Address)
  return {
    result: { ...result, ...summarize(box, { usdc }) },
    text: [text, describeBox(box, { usdc }, context.terminal.paint)].join('\n'),
  }
}
