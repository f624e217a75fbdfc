import { readdirSync, readFileSync } from 'node:fs'
import { type AbiFunction, parseAbiItem, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { deployments } from '../src/generated/deployments.js'
import { protectedTransferAbi } from '../src/generated/ProtectedTransfer.js'
import { type Descriptor, descriptors } from '../tools/clearSigning.js'

const folder = new URL('../clear-signing/', import.meta.url)
const files = readdirSync(folder).map((name): [string, Descriptor] => [
  name,
  JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
])

test('the committed files match the output of the tool', () => {
  expect(new Map(files)).toEqual(new Map(JSON.parse(JSON.stringify([...descriptors()]))))
})

describe.each(files)('%s', (name, { $schema, context, metadata, display, ...more }) => {
  test('has the sections of ERC-7730 and no other', () => {
    expect(more).toEqual({})
    expect(name).toMatch(/^(calldata|eip712)-\w+\.json$/)
    expect($schema).toMatch(/^https:\/\/.*erc7730-v1\.schema\.json$/)
    expect(Object.keys(context).sort()).toEqual(['$id', name.startsWith('calldata') ? 'contract' : 'eip712'])
    expect(metadata.owner).toBe('Holdfast')
    expect(Object.keys(display)).toEqual(['formats'])
  })

  test('stands for our contract on every chain of the registry', () => {
    const bound = 'contract' in context ? context.contract : context.eip712
    const expected = Object.entries(deployments).map(([id, { transferContract }]) => [Number(id), transferContract])
    expect(bound.deployments.map(({ chainId, address }) => [chainId, address])).toEqual(expected)
  })

  test.each(Object.entries(display.formats))('%s shows every parameter or excludes it explicitly', (_, format) => {
    expect(format.intent.length).toBeGreaterThan(0)
    // The length that fits on screens of hardware wallets.
    expect(format.intent.length).toBeLessThan(40)
    const paths = format.fields.map(({ path }) => path)
    expect(new Set([...paths, ...format.excluded]).size).toBe(paths.length + format.excluded.length)
    expect(format.required.filter((path) => !paths.includes(path))).toEqual([])
    for (const { label, format: how, params } of format.fields) {
      expect(label.length).toBeLessThan(24)
      expect(needs[how], how).toBeDefined()
      expect(Object.keys(params ?? {}).sort(), how).toEqual(needs[how])
    }
  })
})

/** The formats of the standard that we use, and the parameters of each. */
const needs: Readonly<Record<string, readonly string[]>> = {
  raw: [],
  addressName: ['types'],
  unit: ['base', 'decimals'],
  duration: [],
  enum: ['$ref'],
  date: ['encoding'],
}

test('every call of the contract that a person can send has a format under its own selector', () => {
  const [, { display }] = files.find(([name]) => name === 'calldata-ProtectedTransfer.json') as [string, Descriptor]
  const described = Object.keys(display.formats).map((signature) => {
    const item = parseAbiItem(`function ${signature}`) as AbiFunction
    return toFunctionSelector(item)
  })
  const writes = protectedTransferAbi.filter(
    (item) => item.type === 'function' && item.stateMutability === 'nonpayable',
  )
  expect(described.sort()).toEqual(writes.map((item) => toFunctionSelector(item as AbiFunction)).sort())
})

test('recipient and amount of a payment cannot be left out', () => {
  const [, { display }] = files.find(([name]) => name === 'calldata-ProtectedTransfer.json') as [string, Descriptor]
  const sends = Object.entries(display.formats).filter(([signature]) => signature.startsWith('sendProtected'))
  expect(sends).toHaveLength(7)
  for (const [, { required }] of sends) expect(required.map((path) => path.split('.').at(-1))).toEqual(['to', 'amount'])
})
