import { readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import {
  type Abi,
  type AbiEvent,
  type AbiFunction,
  type AbiParameter,
  getAddress,
  parseAbiItem,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { chains } from '../src/chains.js'
import { deployments } from '../src/generated/deployments.js'
import { privatePayRouterAbi } from '../src/generated/PrivatePayRouter.js'
import { protectedTransferAbi } from '../src/generated/ProtectedTransfer.js'
import { shieldVaultAbi } from '../src/generated/ShieldVault.js'
import { spendPolicyAccountAbi } from '../src/generated/SpendPolicyAccount.js'
import { spendPolicyFactoryAbi } from '../src/generated/SpendPolicyFactory.js'
import { stealthAnnouncerAbi } from '../src/generated/StealthAnnouncer.js'
import { type Descriptor, descriptors } from '../tools/clearSigning.js'
import { descriptorSchema } from './descriptorSchema.js'

const folder = new URL('../clear-signing/', import.meta.url)
const files = readdirSync(folder).map((name): [string, Descriptor] => [
  name,
  JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
])

test('the committed files match the output of the tool', () => {
  expect(new Map(files)).toEqual(new Map(JSON.parse(JSON.stringify([...descriptors()]))))
})

/** Refuses what ERC-7730 does not have, and what we do not write. */
const accepts = new Ajv({ allErrors: true, strict: true, strictTypes: true, strictRequired: true }).compile<Descriptor>(
  descriptorSchema,
)

describe.each(files)('%s', (name, descriptor) => {
  const { context, metadata, display } = descriptor

  test('follows the schema', () => {
    accepts(descriptor)
    expect(accepts.errors).toBe(null)
  })

  test('is named after what it describes, and its addresses have their checksums', () => {
    expect(name).toMatch(/^(calldata|eip712)-\w+\.json$/)
    expect(Object.keys(context).sort()).toEqual(['$id', name.startsWith('calldata') ? 'contract' : 'eip712'])
    expect([metadata.owner, metadata.contractName]).toEqual(['Holdfast', name.replace(/^\w+-|\.json$/g, '')])
    const addresses = JSON.stringify(descriptor).match(/0x[0-9a-fA-F]{40}/g) ?? []
    expect(addresses).toEqual(addresses.map((address) => getAddress(address)))
  })

  test('names our contract on every chain of the registry, the factory that creates it, or Permit2', () => {
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
      contract === undefined ? chains.find((chain) => chain.id === Number(id))?.permit : addresses[contract],
    ])
    expect(places.map(({ chainId, address }) => [chainId, address])).toEqual(expected)
  })

  test.each(Object.entries(display.formats))('%s shows every value, or says that it is hidden', (key, { fields }) => {
    expect(fields.map(({ path }) => path).toSorted()).toEqual(pathsIn(key).toSorted())
    for (const field of fields)
      if ('format' in field && field.format === 'enum')
        expect(`${field.params?.$ref}`.replace('$.metadata.enums.', '')).toBeOneOf(Object.keys(metadata.enums))
  })
})

/** The paths of all values that a key of a descriptor names: those of a function, or of a message with the types after it. */
function pathsIn(key: string): string[] {
  const structs = new Map(
    [...key.matchAll(/\b([A-Z]\w*)\(([^()]*)\)/g)].map(([, name = '', members = '']) => [name, members] as const),
  )
  const leaves = (inputs: readonly AbiParameter[], before = ''): string[] =>
    inputs.flatMap((input) => {
      const path = `${before}${input.name}${input.type.endsWith('[]') ? '.[]' : ''}`
      const members = structs.get(input.type.replace('[]', ''))
      if (members !== undefined) return leaves(parseMembers(members), `${path}.`)
      return 'components' in input ? leaves(input.components, `${path}.`) : [path]
    })
  const [first] = structs.values()
  return leaves(first === undefined ? (parseAbiItem(`function ${key}`) as AbiFunction).inputs : parseMembers(first))
}

/** Members of a struct of EIP-712, whose types may be other structs. */
function parseMembers(members: string): AbiParameter[] {
  return members.split(',').map((member) => {
    const [type = '', name = ''] = member.split(' ')
    return { type, name }
  })
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

/** What a wallet must show of each format of a file. */
const shownBy = (file: string): [key: string, paths: string[]][] => {
  const [, descriptor] = files.find(([name]) => name === file) as [string, Descriptor]
  return Object.entries(descriptor.display.formats).map(([key, { fields }]) => [
    key,
    fields.filter(({ visible }) => visible === 'always').map(({ path }) => path),
  ])
}

test('a wallet must show whom a spending account pays, and up to which limit', () => {
  const [[, shown] = ['', []], ...others] = shownBy('calldata-SpendPolicyFactory.json')
  expect(others).toEqual([])
  expect(shown).toEqual(expect.arrayContaining(['p.target', 'p.maxAmount', 'p.expiry']))
})

test('a wallet must show recipient and amount of a payment, and leaves out nothing but hashes', () => {
  const sends = shownBy('calldata-ProtectedTransfer.json').filter(([key]) => key.startsWith('sendProtected'))
  expect(sends).toHaveLength(7)
  for (const [, paths] of sends)
    expect(paths.map((path) => path.split('.').at(-1))).toEqual(expect.arrayContaining(['to', 'amount']))
  const optional = files.flatMap(([, { display }]) =>
    Object.values(display.formats).flatMap(({ fields }) => fields.filter(({ visible }) => visible === 'optional')),
  )
  expect(new Set(optional.map(({ path }) => path.split('.').at(-1)))).toEqual(
    new Set(['configId', 'claimHash', 'newClaimHash']),
  )
})

test('an amount is said to be USDC only where the token is', () => {
  const tokens = files.flatMap(([, { display }]) =>
    Object.values(display.formats).flatMap(({ fields }) => fields.filter(({ path }) => /\btoken$/.test(path))),
  )
  const usdc = [...new Set(chains.map(({ usdc }) => usdc.address))].toSorted()
  expect(tokens.length).toBeGreaterThan(3)
  expect(tokens.filter(({ visible }) => JSON.stringify(visible) !== JSON.stringify({ mustMatch: usdc }))).toEqual([])
})

test('the keys of messages are what the contracts hash', () => {
  const source = ['ProtectedTransfer', 'SpendPolicyAccount', 'PrivatePayRouter']
    .map((name) => readFileSync(new URL(`../src/${name}.sol`, import.meta.url), 'utf8'))
    .join('\n')
  const permit = 'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,'
  const keys = files
    .filter(([name]) => name.startsWith('eip712-'))
    .flatMap(([, { display }]) => Object.keys(display.formats))
  expect(keys).toHaveLength(8)
  // Of a permit the contracts hold what comes after its own members.
  expect(keys.filter((key) => !source.includes(`"${key.replace(permit, '')}"`))).toEqual([])
})

/** A way to break a rule of the schema: where a value is put, or taken away, in the descriptor of a file. */
type Breach = { rule: string; file: string; at: readonly (string | number)[]; value?: unknown }
const calls = 'calldata-ProtectedTransfer.json'
const account = 'calldata-SpendPolicyAccount.json'
const messages = 'eip712-ProtectedTransfer.json'
const permits = 'eip712-Permit2.json'
const release = [
  'display',
  'formats',
  'Release(uint256 transferId,address recipient,bytes32 claimHash,uint256 deadline)',
]
const field = [...release, 'fields', 0]
const terms = [
  'display',
  'formats',
  'createConfig(uint32 recallWindow,uint8 claimMode,uint16 feeBps,address feeRecipient)',
  'fields',
]
const permit = [
  'display',
  'formats',
  'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,PrivatePay witness)PrivatePay(address box)TokenPermissions(address token,uint256 amount)',
  'fields',
]

test.each<Breach>([
  { rule: 'no other section', file: calls, at: ['more'], value: {} },
  { rule: 'the schema that is meant', file: calls, at: ['$schema'], value: 'erc7730.json' },
  { rule: 'a context', file: calls, at: ['context'] },
  { rule: 'a name of the context', file: calls, at: ['context', '$id'] },
  { rule: 'a contract or messages', file: calls, at: ['context', 'contract'] },
  { rule: 'not both', file: messages, at: ['context', 'contract'], value: {} },
  { rule: 'no ABI, which version 2 has in its keys', file: calls, at: ['context', 'contract', 'abi'], value: [] },
  { rule: 'a place or a factory', file: calls, at: ['context', 'contract', 'deployments'] },
  { rule: 'at least one place', file: calls, at: ['context', 'contract', 'deployments'], value: [] },
  { rule: 'a number of each chain', file: calls, at: ['context', 'contract', 'deployments', 0, 'chainId'], value: '1' },
  {
    rule: 'an address of each place',
    file: calls,
    at: ['context', 'contract', 'deployments', 0, 'address'],
    value: '0x',
  },
  { rule: 'an event of the factory', file: account, at: ['context', 'contract', 'factory', 'deployEvent'] },
  { rule: 'places of the factory', file: account, at: ['context', 'contract', 'factory', 'deployments'] },
  { rule: 'no types beside the keys', file: messages, at: ['context', 'eip712', 'schemas'], value: [] },
  { rule: 'a domain of text', file: messages, at: ['context', 'eip712', 'domain', 'version'], value: 1 },
  { rule: 'a name of the domain', file: permits, at: ['context', 'eip712', 'domain', 'name'] },
  { rule: 'an owner', file: calls, at: ['metadata', 'owner'], value: 1 },
  { rule: 'a name of the contract', file: calls, at: ['metadata', 'contractName'] },
  { rule: 'no other metadata', file: calls, at: ['metadata', 'site'], value: '' },
  { rule: 'text for each value of an enumeration', file: calls, at: ['metadata', 'enums', 'mode', '0'], value: 0 },
  { rule: 'formats', file: calls, at: ['display', 'formats'] },
  { rule: 'a key with names of parameters', file: calls, at: ['display', 'formats', 'Release'], value: {} },
  {
    rule: 'a key without a space after a comma',
    file: calls,
    at: ['display', 'formats', 'release(uint256 transferId, address recipient)'],
    value: { intent: 'Release', fields: [] },
  },
  { rule: 'no other display', file: calls, at: ['display', 'screens'], value: {} },
  { rule: 'an intent', file: messages, at: [...release, 'intent'], value: 1 },
  { rule: 'an intent that fits', file: messages, at: [...release, 'intent'], value: 'x'.repeat(40) },
  { rule: 'a list of fields', file: messages, at: [...release, 'fields'], value: {} },
  { rule: 'no list of required fields', file: messages, at: [...release, 'required'], value: [] },
  { rule: 'no list of excluded fields', file: messages, at: [...release, 'excluded'], value: [] },
  { rule: 'a path of each field', file: messages, at: [...field, 'path'] },
  { rule: 'whether a field is shown', file: messages, at: [...field, 'visible'] },
  { rule: 'a rule of the standard', file: messages, at: [...field, 'visible'], value: 'sometimes' },
  { rule: 'a label of each field that is shown', file: messages, at: [...field, 'label'] },
  { rule: 'a label that fits', file: messages, at: [...field, 'label'], value: 'x'.repeat(24) },
  { rule: 'a format of each field that is shown', file: messages, at: [...field, 'format'] },
  { rule: 'a format of the standard', file: messages, at: [...field, 'format'], value: 'hex' },
  { rule: 'a path or a value', file: messages, at: [...field, 'value'], value: 1 },
  { rule: 'no parameters of raw', file: messages, at: [...field, 'params'], value: {} },
  { rule: 'a hidden field is not shown at times', file: permits, at: [...permit, 0, 'visible'], value: 'always' },
  { rule: 'what a hidden field must be', file: permits, at: [...permit, 0, 'visible', 'mustMatch'], value: [] },
  { rule: 'addresses that it must be', file: permits, at: [...permit, 0, 'visible', 'mustMatch', 0], value: 'USDC' },
  { rule: 'kinds of addresses', file: messages, at: [...release, 'fields', 1, 'params', 'types', 0], value: 'person' },
  { rule: 'no other parameter', file: messages, at: [...release, 'fields', 1, 'params', 'type'], value: 'eoa' },
  { rule: 'an encoding of dates', file: messages, at: [...release, 'fields', 3, 'params', 'encoding'], value: 'iso' },
  { rule: 'a unit of amounts', file: calls, at: [...terms, 2, 'params', 'base'] },
  { rule: 'whole decimals of amounts', file: calls, at: [...terms, 2, 'params', 'decimals'], value: 1.5 },
  { rule: 'a table of values', file: calls, at: [...terms, 1, 'params', '$ref'], value: 'claimMode' },
  { rule: 'parameters of dates', file: messages, at: [...release, 'fields', 3, 'params'] },
])('the schema demands: $rule', ({ file, at, value }) => {
  const descriptor = structuredClone(files.find(([name]) => name === file)?.[1])
  expect(accepts(descriptor)).toBe(true)
  const owner = at.slice(0, -1).reduce<unknown>((part, step) => Reflect.get(Object(part), step), descriptor)
  const last = at.at(-1) ?? ''
  if (value === undefined) expect(Reflect.has(Object(owner), last)).toBe(true)
  if (value === undefined) Reflect.deleteProperty(Object(owner), last)
  else Reflect.set(Object(owner), last, value)
  expect(accepts(descriptor)).toBe(false)
})
