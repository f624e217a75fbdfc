import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FAULTS, FLOWS, type Part } from './flows.js'
import { rowsOf } from './matrix.js'

// The record has them as its keys.
const parts = Object.keys(FLOWS) as Part[]
const flows = parts.flatMap((part) => Object.entries(FLOWS[part]))

test('every flow meets every fault, or says why not', () => {
  const rows = parts.flatMap(rowsOf)
  const reasons = flows.flatMap(([, { without }]) => Object.values(without).filter(Boolean))
  expect(rows.length + reasons.length).toBe(flows.length * FAULTS.length)
})

test('each flow with each fault is in one part, and each part in one file', () => {
  const names = flows.map(([name]) => name)
  expect(new Set(names).size).toBe(names.length)
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const described = globSync('*.test.ts', { cwd: folder }).flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/test\.for\(rowsOf\('(\w+)'\)\)/g)].map(([, part]) => part),
  )
  expect(described.sort()).toEqual([...parts].sort())
})
