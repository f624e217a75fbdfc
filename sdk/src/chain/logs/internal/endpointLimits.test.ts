import { expect, test } from 'vitest'
import { limitsOf, newLimits, nextWidth, noteServed, noteTooWide } from './endpointLimits.js'

test('default: anything goes until it is refused', () => {
  expect(nextWidth(newLimits())).toBe(Number.POSITIVE_INFINITY)
})

test('behavior: one memory for all clients over one transport', () => {
  const transport = {}
  expect(limitsOf({ transport })).toBe(limitsOf({ transport }))
  expect(limitsOf({ transport })).not.toBe(limitsOf({ transport: {} }))
})

test('behavior: takes the endpoint’s word for its width', () => {
  const limits = newLimits()
  noteServed(limits, 10_000)
  expect(noteTooWide(limits, 10_000, 500)).toBe(true)
  for (let answers = 0; answers < 2_000; answers++) noteServed(limits, nextWidth(limits))
  expect(nextWidth(limits)).toBe(500)
})

test('behavior: does not believe a width that was just refused', () => {
  const limits = newLimits()
  expect(noteTooWide(limits, 10_000, 10_000)).toBe(true)
  expect(nextWidth(limits)).toBe(5_000)
})

test('behavior: refusals of queries sent before the first one add nothing', () => {
  const limits = newLimits()
  for (let refusals = 0; refusals < 8; refusals++) expect(noteTooWide(limits, 10_000, undefined)).toBe(true)
  expect(nextWidth(limits)).toBe(5_000)
})

test('behavior: doubts a refusal that contradicts an answer, up to a point', () => {
  const limits = newLimits()
  noteServed(limits, 10_000)
  expect([1, 2, 3, 4].map(() => noteTooWide(limits, 10_000, undefined))).toEqual([false, false, false, true])
  expect(nextWidth(limits)).toBe(5_000)
})

test('behavior: cannot go below one block', () => {
  const limits = newLimits()
  for (let width = 1_000; width > 1; width = Math.floor(width / 2)) noteTooWide(limits, width, undefined)
  expect(nextWidth(limits)).toBe(1)
  expect(noteTooWide(limits, 1, undefined)).toBe(false)
})

test('behavior: finds the true width again, with few tries that fail', () => {
  const limits = newLimits()
  let refused = 0
  for (let query = 0; query < 500; query++) {
    const width = Math.min(10_000, nextWidth(limits))
    if (width <= 1_700) noteServed(limits, width)
    else {
      refused++
      noteTooWide(limits, width, undefined)
    }
  }
  expect(nextWidth(limits)).toBeGreaterThan(1_400)
  expect(refused).toBeLessThan(10)
})

test('behavior: recovers from a whim', () => {
  const limits = newLimits()
  noteTooWide(limits, 10_000, undefined)
  for (let query = 0; query < 700; query++) noteServed(limits, Math.min(10_000, nextWidth(limits)))
  expect(nextWidth(limits)).toBeGreaterThanOrEqual(8_000)
})
