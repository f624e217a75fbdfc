import { readdirSync, readFileSync } from 'node:fs'
import { type Abi, type AbiEvent, type AbiFunction, parseAbiItem, toEventSelector, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { deployments } from '../src/generated/deployments.js'
import { privatePayRouterAbi } from '../src/generated/PrivatePayRouter.js'
import { protectedTransferAbi } from '../src/generated/ProtectedTransfer.js'
import { shieldVaultAbi } from '../src/generated/ShieldVault.js'
import { spendPolicyAccountAbi } from '../src/generated/SpendPolicyAccount.js'
import { spendPolicyFactoryAbi } from '../src/generated/SpendPolicyFactory.js'
import { stealthAnnouncerAbi } from '../src/generated/StealthAnnouncer.js'
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

  test('names our contract on every chain of the registry, or the factory that creates it', () => {
    const { contract } = contracts.get(name.replace(/^\w+-|\.json$/g, '')) ?? {}
    const bound = 'contract' in context ? context.contract : context.eip712
    const places = 'factory' in bound ? bound.factory.deployments : bound.deployments
    if (places === undefined) {
      // Each account has its own address, so only the name in the domain binds the message.
      expect([name, 'domain' in bound && bound.domain]).toEqual([
        'eip712-SpendPolicyAccount.json',
        { name: 'Holdfast SpendPolicy', version: '1' },
      ])
      return
    }
    const expected = Object.entries(deployments).map(([id, addresses]) => [
      Number(id),
      contract === undefined ? undefined : addresses[contract],
    ])
    expect(places.map(({ chainId, address }) => [chainId, address])).toEqual(expected)
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

/** Our contracts that a person calls: the name of their address, and their ABI. A spending account has that of its factory. */
const contracts = new Map<string, { contract: keyof (typeof deployments)[5042002]; abi: Abi }>([
  ['ProtectedTransfer', { contract: 'transferContract', abi: protectedTransferAbi }],
  ['SpendPolicyFactory', { contract: 'spendPolicyFactory', abi: spendPolicyFactoryAbi }],
  ['SpendPolicyAccount', { contract: 'spendPolicyFactory', abi: spendPolicyAccountAbi }],
  ['PrivatePayRouter', { contract: 'privatePayRouter', abi: privatePayRouterAbi }],
  ['ShieldVault', { contract: 'shieldVault', abi: shieldVaultAbi }],
  ['StealthAnnouncer', { contract: 'stealthAnnouncer', abi: stealthAnnouncerAbi }],
])

test('every contract that has a call for a person has a descriptor', () => {
  const described = files.flatMap(([name]) => /^calldata-(\w+)\.json$/.exec(name)?.[1] ?? [])
  expect(described.sort()).toEqual([...contracts.keys()].sort())
  const named = new Set([...contracts.values()].map(({ contract }) => contract))
  // No person calls the implementation of a spending account, or a verifier, which only the transfer contract calls.
  const others = Object.keys(deployments[5042002]).filter((name) => !([...named] as string[]).includes(name))
  expect(others).toEqual(['codeClaimVerifier', 'spendPolicyAccountImpl'])
})

test.each([...contracts])(
  'every call of %s that a person can send has a format under its own selector',
  (name, { abi }) => {
    const [, { display }] = files.find(([file]) => file === `calldata-${name}.json`) as [string, Descriptor]
    const described = Object.keys(display.formats).map((signature) => {
      const item = parseAbiItem(`function ${signature}`) as AbiFunction
      return toFunctionSelector(item)
    })
    const writes = abi.filter((item) => item.type === 'function' && item.stateMutability === 'nonpayable')
    expect(described.sort()).toEqual(writes.map((item) => toFunctionSelector(item as AbiFunction)).sort())
  },
)

test('a spending account is bound to the event of our factory', () => {
  const [, { context }] = files.find(([name]) => name === 'calldata-SpendPolicyAccount.json') as [string, Descriptor]
  const created = toEventSelector(spendPolicyFactoryAbi.find((item) => item.type === 'event') as AbiEvent)
  const bound = 'contract' in context && 'factory' in context.contract ? context.contract.factory : undefined
  expect(toEventSelector(`event ${bound?.deployEvent}`)).toBe(created)
})

test('a wallet must show whom a spending account pays, and up to which limit', () => {
  const [, { display }] = files.find(([name]) => name === 'calldata-SpendPolicyFactory.json') as [string, Descriptor]
  expect(Object.values(display.formats).map(({ required }) => required)).toEqual([['p.target', 'p.maxAmount']])
})

test('a wallet must show recipient and amount of a payment', () => {
  const [, { display }] = files.find(([name]) => name === 'calldata-ProtectedTransfer.json') as [string, Descriptor]
  const sends = Object.entries(display.formats).filter(([signature]) => signature.startsWith('sendProtected'))
  expect(sends).toHaveLength(7)
  for (const [, { required }] of sends) expect(required.map((path) => path.split('.').at(-1))).toEqual(['to', 'amount'])
})
