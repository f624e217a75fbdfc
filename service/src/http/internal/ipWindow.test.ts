import { describe, expect, test } from 'vitest'
import { createIpWindow } from './ipWindow.js'

const minute = 60_000
const start = 28_000_000 * minute

describe('createIpWindow', () => {
  test('default', () => {
    const window = createIpWindow({ read: 3 })
    expect([0, 1, 2].map(() => window.take('a', 'read', start))).toEqual([
      { ok: true, remaining: 2, resetSeconds: 60, refused: 0 },
      { ok: true, remaining: 1, resetSeconds: 60, refused: 0 },
      { ok: true, remaining: 0, resetSeconds: 60, refused: 0 },
    ])
    expect(window.take('a', 'read', start)).toMatchObject({ ok: false, remaining: 0, refused: 1 })
    expect(window.take('b', 'read', start).ok).toBe(true)
  })

  test('behavior: the networks of a /56 share one limit, those of a /48 two', () => {
    const window = createIpWindow({ read: 10 })
    const burst = (count: number, networkOf: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => window.take(networkOf(at), 'read', start)).filter(({ ok }) => ok).length
    const network = (site: number, subnet: number) => `2001:db8:${site.toString(16)}:${subnet.toString(16)}::/64`
    expect(burst(40, (at) => network(1, at))).toBe(10)
    expect(burst(40, (at) => network(2, at * 256))).toBe(20)
    expect(window.take(network(2, 0), 'read', start)).toMatchObject({ ok: false, remaining: 0 })
    expect(window.take(network(3, 0), 'read', start)).toMatchObject({ ok: true, remaining: 9 })
  })

  test('behavior: a network block over its limit does not displace other networks', () => {
    const window = createIpWindow({ read: 1 }, { networks: 100 })
    window.take('192.0.2.1', 'read', start)
    for (let at = 0; at < 1_000; at++) window.take(`2001:db8:1:${at.toString(16)}::/64`, 'read', start)
    expect(window.size).toBeLessThan(20)
    expect(window.take('192.0.2.1', 'read', start).ok).toBe(false)
  })

  test('behavior: each class is counted separately', () => {
    const window = createIpWindow({ read: 1, signed: 1 })
    expect(window.take('a', 'read', start).ok).toBe(true)
    expect(window.take('a', 'signed', start).ok).toBe(true)
    expect(window.take('a', 'read', start).ok).toBe(false)
  })

  test('behavior: the window slides', () => {
    const window = createIpWindow({ read: 100 })
    const burst = (at: number) =>
      Array.from({ length: 200 }, () => window.take('a', 'read', at)).filter(({ ok }) => ok).length
    expect(burst(start + minute - 1)).toBe(100)
    // Two adjacent minutes do not allow twice as many.
    expect(burst(start + minute)).toBe(0)
    expect(burst(start + minute * 1.5)).toBe(50)
    expect(burst(start + minute * 3)).toBe(100)
  })

  test('behavior: refused requests do not count, and one passes after the reported time, but not a second earlier', () => {
    for (const [limit, at] of [
      [1, 0],
      [3, 0.2],
      [100, 0.9],
      [240, 0.999],
    ] as const) {
      const window = createIpWindow({ read: limit })
      const nowMs = start + at * minute
      let taken = window.take('a', 'read', nowMs)
      for (let index = 0; index < 1000 && taken.ok; index++) taken = window.take('a', 'read', nowMs)
      expect(taken.ok).toBe(false)
      for (let index = 0; index < 1000; index++) window.take('a', 'read', nowMs)
      expect(window.take('a', 'read', nowMs + (taken.resetSeconds - 1) * 1000).ok).toBe(false)
      expect(window.take('a', 'read', nowMs + taken.resetSeconds * 1000).ok).toBe(true)
    }
  })

  test('behavior: a clock that goes backwards neither resets a limit nor blocks permanently', () => {
    const window = createIpWindow({ read: 1 })
    window.take('a', 'read', start)
    expect(window.take('a', 'read', start - 10 * minute).ok).toBe(false)
    expect(window.take('a', 'read', start + 2 * minute).ok).toBe(true)
  })

  test('behavior: the table is bounded, and drops the least recently seen network', () => {
    const window = createIpWindow({ read: 1 }, { networks: 3 })
    for (const network of ['a', 'b', 'c']) window.take(network, 'read', start)
    window.take('a', 'read', start)
    expect(window.take('d', 'read', start).ok).toBe(true)
    expect(window.size).toBe(3)
    expect(window.take('a', 'read', start).ok).toBe(false)
    expect(window.take('b', 'read', start).ok).toBe(true)
    for (let index = 0; index < 10_000; index++) expect(window.take(`n${index}`, 'read', start).ok).toBe(true)
    expect(window.size).toBe(3)
  })
})
