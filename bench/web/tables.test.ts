import { expect, test } from 'vitest'
import { figures, ratios } from './tables.js'

const load = {
  painted: 100,
  largest: 200,
  interactive: 400,
  blocked: 0,
  shifted: 0.0124,
  bytes: 1_000,
  requests: 2,
  hosts: 0,
}
const loads = new Map([
  ['ours', [load, { ...load, largest: 150 }, { ...load, largest: 1_250 }]],
  ['other', [{ ...load, painted: 300, largest: 500, bytes: 3_140, blocked: 90, shifted: 0.2, hosts: 2 }]],
])

test('default: the median of each figure, with the fastest and the slowest load', () => {
  expect(figures(loads)).toMatchInlineSnapshot(`
    "| page | painted | largest | blocked | interactive | shifted | bytes | requests | hosts |
    | --- | --: | --: | --: | --: | --: | --: | --: | --: |
    | ours | 100 ms (100–100) | 200 ms (150–1,250) | 0 ms (0–0) | 400 ms (400–400) | 0.012 | 1,000 | 2 | 0 |
    | other | 300 ms (300–300) | 500 ms (500–500) | 90 ms (90–90) | 400 ms (400–400) | 0.200 | 3,140 | 2 | 2 |"
  `)
})

test('default: by how much another page exceeds ours, and nothing where ours is zero', () => {
  expect(ratios(loads, 'other', ['ours'])).toMatchInlineSnapshot(`
    "| other beside | painted | largest | blocked | interactive | bytes | requests |
    | --- | --: | --: | --: | --: | --: | --: |
    | ours | 3.0× | 2.5× | – | 1.0× | 3.1× | 1.0× |"
  `)
})
