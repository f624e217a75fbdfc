import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import type { RiskLevel, RiskReport, RiskRuleCode } from '../errors/risk.js'
import { version } from '../errors/version.js'
import { acknowledgementCovers, assertNamesAmount, MAX_ACKNOWLEDGEMENT_AGE_MS } from './acknowledgementCovers.js'

const at = Date.UTC(2026, 10, 20, 12)
const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const target = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

function report(level: RiskLevel, codes: readonly RiskRuleCode[], parties: Partial<RiskReport> = {}): RiskReport {
  const reasons = codes.map((code) => ({ code, severity: level, message: code }))
  return { sender, target, level, reasons, complete: true, checkedAt: new Date(at), ...parties }
}

const shown = report('warning', ['NEW_ADDRESS', 'DATA_UNAVAILABLE'])
const covers = (actual: RiskReport, now: number | Date = at + 1) =>
  acknowledgementCovers({ report: shown, at }, actual, now)

describe('acknowledgementCovers', () => {
  test('default: the same verdict, a better one, fewer reasons', () => {
    expect(covers(shown)).toBe(true)
    expect(covers(report('warning', ['NEW_ADDRESS']))).toBe(true)
    expect(covers(report('safe', []))).toBe(true)
  })

  test('behavior: not a worse level, not a new code', () => {
    expect(covers(report('block', ['DATA_UNAVAILABLE']))).toBe(false)
    expect(covers(report('warning', ['FRESH_ADDRESS']))).toBe(false)
    expect(covers(report('safe', ['KNOWN_COUNTERPARTY']))).toBe(false)
  })

  test('behavior: a block that the person has seen is covered', () => {
    const blocked = report('block', ['LOOKALIKE_ADDRESS'])
    expect(acknowledgementCovers({ report: blocked, at }, blocked, at)).toBe(true)
  })

  test('behavior: not another payment; letter case does not matter', () => {
    expect(covers(report('safe', [], { target: sender }))).toBe(false)
    expect(covers(report('safe', [], { sender: target }))).toBe(false)
    expect(covers(report('safe', [], { target: target.toLowerCase() as Address }))).toBe(true)
  })

  test('behavior: not the same address on another chain, where both sides name the chains', () => {
    const on = (chainId?: number, destinationChainId?: number) => report('warning', [], { chainId, destinationChainId })
    const covered = (decided: RiskReport, actual: RiskReport) =>
      acknowledgementCovers({ report: decided, at }, actual, at)
    expect([covered(on(1), on(1)), covered(on(1), on(2)), covered(on(), on(2))]).toEqual([true, false, true])
    expect([covered(on(1), on()), covered(on(1, 2), on(1)), covered(on(1), on(1, 2))]).toEqual([true, true, true])
    expect([covered(on(1, 2), on(1, 2)), covered(on(1, 2), on(1, 3))]).toEqual([true, false])
  })

  test('parameter: amount, compared where both sides name one', () => {
    const paying = (amount: bigint) => ({ ...shown, amount })
    const decided = (amount?: bigint) => ({ report: shown, at, amount })
    expect(acknowledgementCovers(decided(5n), paying(5n), at)).toBe(true)
    expect(acknowledgementCovers(decided(5n), paying(6n), at)).toBe(false)
    expect(acknowledgementCovers(decided(0n), paying(1n), at)).toBe(false)
    expect(acknowledgementCovers({ report: paying(5n), at }, paying(6n), at)).toBe(false)
    expect(acknowledgementCovers({ report: paying(5n), at, amount: 6n }, paying(6n), at)).toBe(true)
    expect(acknowledgementCovers(decided(5n), shown, at)).toBe(true)
    expect(acknowledgementCovers(decided(), paying(5n), at)).toBe(true)
  })

  test('parameter: now, as number and as Date, under 15 minutes and not before the decision', () => {
    expect(MAX_ACKNOWLEDGEMENT_AGE_MS).toBe(15 * 60_000)
    expect(covers(shown, at + MAX_ACKNOWLEDGEMENT_AGE_MS - 1)).toBe(true)
    expect(covers(shown, new Date(at + MAX_ACKNOWLEDGEMENT_AGE_MS))).toBe(false)
    expect(covers(shown, at)).toBe(true)
    expect(covers(shown, at - 1)).toBe(false)
    expect(acknowledgementCovers({ report: shown, at: Number.NaN }, shown)).toBe(false)
    expect(acknowledgementCovers({ report: shown, at: Date.now() - 1_000 }, shown)).toBe(true)
  })
})

describe('assertNamesAmount', () => {
  test('default: the decision or its report names what may be paid', () => {
    expect(() => assertNamesAmount({ report: shown, at, amount: 0n })).not.toThrow()
    expect(() => assertNamesAmount({ report: { ...shown, amount: 5n }, at })).not.toThrow()
  })

  test('error: neither does, or not as a bigint', () => {
    version.current = '@holdfast/sdk@x.y.z'
    expect(() => assertNamesAmount({ report: shown, at })).toThrowErrorMatchingInlineSnapshot(`
      [InvalidInputError: The \`acknowledgement\` does not say how much may be paid.

      Give the check the amount, or the acknowledgement an \`amount\` in base units.

      Version: @holdfast/sdk@x.y.z]
    `)
    expect(() => assertNamesAmount({ report: shown, at, amount: 5 as never })).toThrow(
      expect.objectContaining({ parameter: 'acknowledgement' }),
    )
  })
})
