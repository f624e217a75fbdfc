import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidAddressError } from '../errors/input.js'
import { evaluateRisk } from './evaluateRisk.js'
import { FRESH_ADDRESS_MAX_AGE_MS } from './grades/thresholds.js'
import type { RiskInput } from './rules/RiskInput.js'

const now = new Date('2026-11-20T12:00:00Z')
const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
const genuine = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const impostor = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const stranger = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

const aged = (ageMs: number) => ({ transactionCount: 3, firstSeenAt: new Date(now.getTime() - ageMs) })
const old = aged(30 * FRESH_ADDRESS_MAX_AGE_MS)
const paid = (...counterparties: Address[]) => ({ counterparties, complete: true })
const clean: RiskInput = {
  sender,
  target: stranger,
  counterparties: paid(genuine),
  activity: old,
  zeroValueTransfers: 0,
}
const judge = (input: Partial<RiskInput>) => {
  const { level, reasons, complete } = evaluateRisk({ ...clean, ...input }, now)
  return { level, complete, reasons: reasons.map(({ code, severity }) => `${code} ${severity}`) }
}

describe('evaluateRisk', () => {
  test('default: a stranger with history and no finding', () => {
    expect(evaluateRisk(clean, now)).toEqual({
      target: stranger,
      sender,
      level: 'safe',
      reasons: [],
      complete: true,
      checkedAt: now,
    })
  })

  test('LOOKALIKE_ADDRESS blocks and names the genuine payee', () => {
    const report = evaluateRisk({ ...clean, target: impostor }, now)
    expect(report.level).toBe('block')
    expect(report.reasons).toMatchInlineSnapshot(`
      [
        {
          "code": "LOOKALIKE_ADDRESS",
          "lookalikeOf": "0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91",
          "message": "Shows the same first and last characters as an address you know, but is another one.",
          "severity": "block",
        },
      ]
    `)
  })

  test('LOOKALIKE_ADDRESS: of several payees, the one with most characters in common', () => {
    const other = '0xd9a1000000000000000000000000000000003a91'
    const input = { ...clean, target: impostor, counterparties: paid(other, genuine, other) } as const
    expect(evaluateRisk(input, now).reasons[0]?.lookalikeOf).toBe(genuine)
  })

  test('LOOKALIKE_ADDRESS: of a contact, of an own address, of the sender itself', () => {
    const none = { target: impostor, counterparties: paid() } as const
    expect(judge({ ...none, contacts: [genuine] }).level).toBe('block')
    expect(judge({ ...none, own: [genuine] }).level).toBe('block')
    expect(judge({ ...none, sender: genuine }).level).toBe('block')
  })

  test('LOOKALIKE_ADDRESS: two payees that look alike are both blocked, whatever else is known', () => {
    const both = { counterparties: paid(genuine, impostor), verifiedRecipient: true, contacts: [genuine] } as const
    const reasons = ['LOOKALIKE_ADDRESS block', 'VERIFIED_RECIPIENT safe', 'KNOWN_COUNTERPARTY safe']
    expect(judge({ ...both, target: impostor })).toEqual({ level: 'block', complete: true, reasons })
    expect(judge({ ...both, target: genuine })).toEqual({ level: 'block', complete: true, reasons })
    const pairs = [{ sender, keep: genuine, over: impostor, at: 1 } as const]
    expect(judge({ ...both, pairs, target: genuine }).level).toBe('safe')
    expect(judge({ ...both, pairs, target: impostor }).level).toBe('block')
    const isUndecided = (input: Partial<RiskInput>) =>
      evaluateRisk({ ...clean, target: impostor, ...input }, now).reasons[0]?.undecided
    expect([isUndecided(both), isUndecided({ ...both, pairs })]).toEqual([true, undefined])
    expect(isUndecided({ counterparties: paid(genuine), pairs })).toBeUndefined()
  })

  test('ZERO_VALUE_BAIT blocks, with the number of baits', () => {
    expect(judge({ zeroValueTransfers: 2 }).level).toBe('block')
    expect(evaluateRisk({ ...clean, zeroValueTransfers: 2 }, now).reasons).toMatchInlineSnapshot(`
      [
        {
          "code": "ZERO_VALUE_BAIT",
          "count": 2,
          "message": "Transfers of nothing advertise this address in your history.",
          "severity": "block",
        },
      ]
    `)
  })

  test('ZERO_VALUE_BAIT: a warning for an address the sender knows, none for an own one', () => {
    const bait = 'ZERO_VALUE_BAIT warning'
    const found = (reason: string) => ({ level: 'warning', complete: true, reasons: [bait, reason] })
    expect(judge({ target: genuine, zeroValueTransfers: 9 })).toEqual(found('KNOWN_COUNTERPARTY safe'))
    expect(judge({ contacts: [stranger], zeroValueTransfers: 9 })).toEqual(found('KNOWN_COUNTERPARTY safe'))
    expect(judge({ verifiedRecipient: true, zeroValueTransfers: 9 })).toEqual(found('VERIFIED_RECIPIENT safe'))
    expect(judge({ own: [stranger], zeroValueTransfers: 9 }).level).toBe('safe')
  })

  test.each([{ contacts: [stranger] }, { verifiedRecipient: true }, { own: [stranger] }, {}] as const)(
    'ZERO_VALUE_BAIT: an empty history gives the same level as the published answers (%o)',
    (known) => {
      const history = { sender, records: [], complete: true } as const
      const input = { ...known, zeroValueTransfers: 1 }
      expect(judge({ ...input, history }).level).toBe(judge({ ...input, counterparties: paid() }).level)
    },
  )

  test('NEW_ADDRESS warns, but not of an address the sender has paid', () => {
    const activity = { transactionCount: 0, firstSeenAt: null }
    expect(judge({ activity })).toEqual({ level: 'warning', complete: true, reasons: ['NEW_ADDRESS warning'] })
    expect(judge({ activity, target: genuine }).level).toBe('safe')
    expect(judge({ activity, contacts: [stranger] }).level).toBe('safe')
  })

  test('NEW_ADDRESS: an address that has only received is not new', () => {
    expect(judge({ activity: { ...old, transactionCount: 0 } }).level).toBe('safe')
  })

  test('FRESH_ADDRESS warns under 24 hours, to the millisecond', () => {
    const fresh = { level: 'warning', complete: true, reasons: ['FRESH_ADDRESS warning'] }
    expect(FRESH_ADDRESS_MAX_AGE_MS).toBe(24 * 3_600_000)
    expect(judge({ activity: aged(FRESH_ADDRESS_MAX_AGE_MS - 1) })).toEqual(fresh)
    expect(judge({ activity: aged(FRESH_ADDRESS_MAX_AGE_MS) }).level).toBe('safe')
    expect(judge({ activity: aged(-5_000) })).toEqual(fresh)
    expect(judge({ activity: { transactionCount: 1, firstSeenAt: new Date(Number.NaN) } })).toEqual(fresh)
  })

  test('FRESH_ADDRESS: also of a payee, but not of a contact, an own address or a verified recipient', () => {
    expect(judge({ activity: aged(1), target: genuine }).level).toBe('warning')
    expect(judge({ activity: aged(1), contacts: [stranger] }).level).toBe('safe')
    expect(judge({ activity: aged(1), own: [stranger] }).level).toBe('safe')
    expect(judge({ activity: aged(1), verifiedRecipient: true }).level).toBe('safe')
  })

  test('VERIFIED_RECIPIENT and KNOWN_COUNTERPARTY are good signs, in any letter case', () => {
    expect(judge({ verifiedRecipient: true }).reasons).toEqual(['VERIFIED_RECIPIENT safe'])
    expect(judge({ verifiedRecipient: false }).reasons).toEqual([])
    expect(judge({ target: genuine.toLowerCase() as Address }).reasons).toEqual(['KNOWN_COUNTERPARTY safe'])
  })

  test('DATA_UNAVAILABLE: without the history nothing rules a lookalike out, so it blocks', () => {
    const blocked = { level: 'block', complete: false, reasons: ['DATA_UNAVAILABLE block'] }
    expect(judge({ counterparties: null })).toEqual(blocked)
    expect(judge({ counterparties: { counterparties: [genuine], complete: false } })).toEqual(blocked)
    const known = { counterparties: null, verifiedRecipient: true } as const
    expect(judge(known).reasons).toEqual(['DATA_UNAVAILABLE warning', 'VERIFIED_RECIPIENT safe'])
  })

  test('DATA_UNAVAILABLE: a lookalike seen in half a history stays one', () => {
    const counterparties = { counterparties: [genuine], complete: false } as const
    expect(judge({ counterparties, target: impostor }).reasons[0]).toBe('LOOKALIKE_ADDRESS block')
  })

  test('DATA_UNAVAILABLE: any other source warns, and is named', () => {
    const missing = { activity: null, zeroValueTransfers: null, verifiedRecipient: null }
    expect(evaluateRisk({ ...clean, ...missing }, now).reasons).toMatchInlineSnapshot(`
      [
        {
          "code": "DATA_UNAVAILABLE",
          "message": "Not every source answered in full: activity, zeroValueTransfers, verifiedRecipient.",
          "severity": "warning",
          "sources": [
            "activity",
            "zeroValueTransfers",
            "verifiedRecipient",
          ],
        },
      ]
    `)
    expect(judge({ zeroValueTransfers: Number.NaN }).complete).toBe(false)
  })

  test('DATA_UNAVAILABLE: a malformed answer counts as none', () => {
    const read = { transactionCount: 3, firstSeenAt: '2024-05-03T00:00:00Z' }
    for (const activity of [{}, { ...old, transactionCount: Number.NaN }, { transactionCount: 3 }, read] as never[])
      expect(judge({ activity })).toEqual({
        level: 'warning',
        complete: false,
        reasons: ['DATA_UNAVAILABLE warning'],
      })
    for (const counterparties of [{ complete: true }, { counterparties: [], complete: 'yes' }, {}] as never[])
      expect(judge({ counterparties })).toEqual({
        level: 'block',
        complete: false,
        reasons: ['DATA_UNAVAILABLE block'],
      })
  })

  test('error: malformed sender or target', () => {
    expect(() => evaluateRisk({ ...clean, target: '0x12' })).toThrow(InvalidAddressError)
    expect(() => evaluateRisk({ ...clean, sender: genuine.replace('B', 'b') as Address })).toThrow(InvalidAddressError)
  })
})
