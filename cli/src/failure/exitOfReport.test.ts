import { RiskBlockedError, type RiskReport } from '@holdfast/sdk/errors'
import { expect, test } from 'vitest'
import { describeFailure } from '../shell/describeFailure.js'
import { exitOfReport } from './exitOfReport.js'

const [target, sender] = [
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const
const reason = (code: RiskReport['reasons'][number]['code'], severity: RiskReport['level']) => ({
  code,
  severity,
  message: 'found',
})
const found = reason('LOOKALIKE_ADDRESS', 'block')
const silent = reason('DATA_UNAVAILABLE', 'block')
const fresh = reason('NEW_ADDRESS', 'warning')

test.each([
  ['nothing was found', 'safe', [], 'ok', undefined],
  ['only a warning', 'warning', [fresh], 'warned', 'blocked'],
  ['a finding', 'block', [found], 'blocked', 'blocked'],
  ['a finding, and a source is missing', 'block', [found, silent], 'blocked', 'blocked'],
  ['a source is missing', 'block', [silent], 'unavailable', 'unavailable'],
  ['a source is missing, and the address is new', 'block', [silent, fresh], 'unavailable', 'unavailable'],
] as const)('%s: a check and a payment that it stops end alike', (_, level, reasons, asked, stopped) => {
  expect(exitOfReport({ level, reasons })).toBe(asked)
  if (stopped === undefined) return
  const report = {
    target,
    sender,
    level,
    reasons,
    complete: !reasons.includes(silent as never),
    checkedAt: new Date(0),
  }
  // A warning only stops a payment where `--strict` says so.
  expect(describeFailure(new RiskBlockedError(report), new AbortController().signal).exit).toBe(stopped)
})
