import { counterfeit, crowd, forges, genuine, impostor, level, pays, record, sender } from '@holdfast/testkit/riskScene'
import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'

describe('similarity', () => {
  const g = '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91'
  /** Shares exactly so many characters with `g` at each end. */
  const alike = (prefix: number, suffix: number) =>
    `${g.slice(0, 2 + prefix)}${'7'.repeat(40 - prefix - suffix)}${g.slice(42 - suffix)}` as Address
  const alone = (prefix: number, suffix: number, payees: number) =>
    level(alike(prefix, suffix), [pays(1, g), ...crowd(payees - 2)])
  const baited = (prefix: number, suffix: number, payees: number) =>
    level(alike(prefix, suffix), [pays(1, g), ...crowd(payees - 2), forges(9_999_999, alike(prefix, suffix))])

  test('seven characters block up to 64 known addresses, and warn beyond', () => {
    expect(alone(3, 4, 64)).toBe('block')
    expect(alone(4, 3, 50)).toBe('block')
    expect(alone(3, 4, 65)).toBe('warning')
    expect(alone(3, 4, 1_000)).toBe('warning')
  })

  test('eight block up to 1,024, and a hundred thousand payees need ten or more', () => {
    expect(alone(4, 4, 1_024)).toBe('block')
    expect(alone(4, 4, 4_000)).toBe('warning')
    expect(alone(5, 4, 100_000)).toBe('warning')
    expect(alone(6, 6, 100_000)).toBe('block')
  })

  test('one end alone, and a split that no screen shows, need two bits more', () => {
    expect([alone(0, 7, 16), alone(7, 0, 16), alone(2, 5, 16)]).toEqual(['block', 'block', 'block'])
    expect([alone(0, 7, 17), alone(7, 0, 17), alone(2, 5, 17)]).toEqual(['warning', 'warning', 'warning'])
  })

  test('six characters warn, five do not', () => {
    expect([alone(2, 4, 10), alone(3, 3, 10), alone(0, 6, 10)]).toEqual(['warning', 'warning', 'warning'])
    expect([alone(2, 3, 3), alone(1, 4, 3), alone(5, 0, 3)]).toEqual(['safe', 'safe', 'safe'])
  })

  test('two zeros within an address make it no family: only one that begins with them was made alike', () => {
    const ordinary = '0xd00ecbe28a216fe70fdcdbed6e94d0d3eb32e53c'
    const imitation = '0xd00e57db0f2a4105d78c2e6902f138a4ea06e53c'
    expect(level(imitation, [pays(1, ordinary)])).toBe('block')
    const vanity = '0x00decbe28a216fe70fdcdbed6e94d0d3eb32e53c'
    expect(level('0x00de57db0f2a4105d78c2e6902f138a4ea06e53c', [pays(1, vanity)])).toBe('warning')
  })

  test('a bait turns a warning into a block', () => {
    expect(baited(3, 4, 20_000)).toBe('block')
    expect(baited(0, 7, 5_000)).toBe('block')
    expect(baited(2, 4, 300)).toBe('block')
    expect(baited(3, 3, 300)).toBe('block')
    expect(baited(2, 4, 5_000)).toBe('warning')
  })

  test('so does money that came only after the payee was paid', () => {
    const target = alike(3, 4)
    const records = [pays(1, g), ...crowd(998), record(9_999_999, target, sender)]
    expect(level(target, records)).toBe('block')
    expect(level(target, [record(0, target, sender), ...records])).toBe('warning')
  })

  test('a run of one character counts as one, until a bait corroborates', () => {
    const zeros = '0x000000b1e1ae382dbdc898ea68012ffcb2853a91'
    const copy = ('0x000777777777777777777777777777777777' + '3a91') as Address
    expect(level(copy, [pays(1, zeros), ...crowd(50)])).toBe('warning')
    expect(level(copy, [pays(1, zeros), ...crowd(5_000), forges(9_999_999, copy)])).toBe('block')
  })

  test('a payee of many is not doubted for what chance explains', () => {
    const paid = (target: Address, payees: number) =>
      level(target, [pays(1, g), ...crowd(payees - 2), pays(9_999_999, target)])
    expect([paid(alike(2, 4), 10), paid(alike(0, 7), 1_000)]).toEqual(['safe', 'safe'])
    expect([paid(alike(0, 7), 10), paid(alike(3, 4), 20_000)]).toEqual(['block', 'warning'])
  })
})

describe('families', () => {
  const member = (i: number) => `0xb2000000000000000000003779298b7eb3d${i}d501` as Address
  const one = [pays(1, member(1)), ...crowd(20)]
  const three = [...one, pays(2, member(2)), pays(3, member(3))]

  test('a contract among alike contracts is paid like any other', () => {
    expect(level(member(4), one, { targetIsContract: true })).toBe('safe')
    expect(level(member(2), three, { targetIsContract: true })).toBe('safe')
    expect(level(member(3), three)).toBe('safe')
  })

  test('what only may be one is a warning', () => {
    expect(level(member(4), one)).toBe('warning')
    expect(level(impostor, [pays(1, genuine)], { targetIsContract: true })).toBe('warning')
    expect(level(impostor, [pays(1, genuine)], { targetIsContract: null })).toBe('block')
  })

  test('an advertised contract is none', () => {
    const records = [pays(1, genuine), forges(2, impostor)]
    expect(level(impostor, records, { targetIsContract: true })).toBe('block')
    expect(level(impostor, [...records, pays(3, impostor)], { targetIsContract: true })).toBe('block')
    expect(level(member(4), [...one, counterfeit(9_999_999, member(4))], { targetIsContract: true })).toBe('block')
  })
})
