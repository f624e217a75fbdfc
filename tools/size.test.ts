import { expect, test } from 'vitest'
import { findGrowth } from './size.js'

test('default: no problem while every import stays within snapshot and budget', () => {
  expect(findGrowth({ a: 90, b: 5 }, { a: 100, b: 5 }, { a: 100 })).toEqual([])
})

test('error: growth, a broken budget, an unknown import, a lost one', () => {
  expect(findGrowth({ a: 101, b: 6, c: 1 }, { a: 101, b: 5, d: 9 }, { a: 100 })).toEqual([
    'a costs 101 bytes, its budget is 100',
    'b grew from 5 to 6 bytes',
    'c costs 1 bytes and is not in the snapshot',
    'd is in the snapshot or the budgets, but was not measured',
  ])
})
