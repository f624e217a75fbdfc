import { type Address, concatHex, type Hex, keccak256, numberToHex, size, toHex } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { predictBoxAddress, proveBox } from '../src/boxAddress.js'
import { type BoxPolicy, boxProxyOf, encodeBoxCode } from '../src/boxCode.js'
import { spendPolicyAccountAbi, spendPolicyAccountBytecode } from '../src/generated/SpendPolicyAccount.js'
import { spendPolicyFactoryAbi, spendPolicyFactoryBytecode } from '../src/generated/SpendPolicyFactory.js'
import { type Anvil, startAnvil } from '../tools/anvil.js'
import { startHarness } from './harness.js'

let anvil: Anvil
let factory: { address: Address; implementation: Address }
beforeAll(async () => {
  anvil = await startAnvil()
  const { deploy } = startHarness(anvil.url)
  const implementation = await deploy(spendPolicyAccountAbi, spendPolicyAccountBytecode)
  factory = {
    address: await deploy(spendPolicyFactoryAbi, spendPolicyFactoryBytecode, [implementation]),
    implementation,
  }
})
afterAll(() => anvil?.stop())

const word = (seed: string): Hex => keccak256(toHex(seed))
const address = (seed: string): Address => `0x${word(seed).slice(-40)}`
const max = 2n ** 256n - 1n

/** Policies on both sides of each amount at which the box's code becomes longer. */
const policies: readonly (readonly [string, Partial<BoxPolicy>])[] = [
  ['push', {}],
  ['pull', { mode: 1, interval: 86_400, perPullMax: 1_000_000n }],
  ['expired', { expiry: 0 }],
  ['the last expiry and interval', { mode: 1, expiry: 2 ** 40 - 1, interval: 2 ** 40 - 1 }],
  ['one unit', { maxAmount: 1n }],
  ['the largest short amounts', { mode: 1, interval: 1, maxAmount: 2n ** 64n - 1n, perPullMax: 2n ** 64n - 1n }],
  ['the smallest long cap', { maxAmount: 2n ** 64n }],
  ['the smallest long pull cap', { mode: 1, interval: 1, perPullMax: 2n ** 64n }],
  ['no caps', { mode: 1, interval: 1, maxAmount: max, perPullMax: max }],
]

describe('predictBoxAddress, encodeBoxCode', () => {
  test.each(policies)('match the factory’s address and code: %s', async (what, fields) => {
    const { reader, wallet, run } = startHarness(anvil.url)
    const policy: BoxPolicy = {
      token: address('token'),
      cosigner: address('cosigner'),
      vaultHash: word('vault'),
      target: address('target'),
      maxAmount: 25_000_000n,
      perPullMax: 0n,
      expiry: 2_000_000_000,
      interval: 0,
      mode: 0,
      ...fields,
    }
    const terms = { ownerHash: word('owner'), salt: word(what), policy }
    const predicted = predictBoxAddress(factory, terms)
    const call = {
      address: factory.address,
      abi: spendPolicyFactoryAbi,
      args: [terms.ownerHash, terms.salt, policy],
    } as const
    expect(await readContract(reader, { ...call, functionName: 'predictAddress' })).toBe(predicted)
    expect(await reader.getCode({ address: predicted })).toBeUndefined()
    await run(undefined, () => wallet.writeContract({ ...call, functionName: 'createAccount' }))
    const code = await reader.getCode({ address: predicted })
    expect(code).toBe(encodeBoxCode(factory.implementation, terms))
    expect(code?.startsWith(boxProxyOf(factory.implementation))).toBe(true)
    expect(proveBox(factory, predicted, code ?? '0x')).toMatchObject({ ownerHash: terms.ownerHash, salt: terms.salt })
    const box = { address: predicted, abi: spendPolicyAccountAbi } as const
    const [ownerHash, stored] = await readContract(reader, { ...box, functionName: 'policy' })
    expect(ownerHash).toBe(terms.ownerHash)
    const lower = (p: BoxPolicy) => ({
      ...p,
      token: p.token.toLowerCase(),
      cosigner: p.cosigner.toLowerCase(),
      target: p.target.toLowerCase(),
    })
    expect(lower(stored)).toEqual(lower(policy))
  })

  test('error: the exact code of a box, not deployed by the factory', async () => {
    const { reader, wallet, run } = startHarness(anvil.url)
    const policy: BoxPolicy = {
      token: address('token'),
      cosigner: address('cosigner'),
      vaultHash: word('vault'),
      target: address('target'),
      maxAmount: 25_000_000n,
      perPullMax: 0n,
      expiry: 2_000_000_000,
      interval: 0,
      mode: 0,
    }
    const terms = { ownerHash: word('owner'), salt: word('forged'), policy }
    const code = encodeBoxCode(factory.implementation, terms)
    const length = numberToHex(size(code), { size: 2 })
    const data = concatHex(['0x61', length, '0x3d81600a3d39f3', code])
    const { contractAddress } = await run(undefined, () => wallet.sendTransaction({ data }))
    const forged = contractAddress as Address
    expect(await reader.getCode({ address: forged })).toBe(code)
    const [ownerHash] = await readContract(reader, {
      address: forged,
      abi: spendPolicyAccountAbi,
      functionName: 'policy',
    })
    expect(ownerHash).toBe(terms.ownerHash)
    expect(proveBox(factory, forged, code)).toBeUndefined()
    const { ownerHash: owner, salt } = terms
    expect(proveBox(factory, predictBoxAddress(factory, terms), code)).toMatchObject({ ownerHash: owner, salt })
  })

  test('the address depends on factory, implementation, salt and owner', () => {
    const terms = {
      ownerHash: word('owner'),
      salt: word('salt'),
      policy: {
        token: address('token'),
        cosigner: address('cosigner'),
        vaultHash: word('vault'),
        target: address('target'),
        maxAmount: 1n,
        perPullMax: 0n,
        expiry: 0,
        interval: 0,
        mode: 0,
      },
    }
    const all = [
      predictBoxAddress(factory, terms),
      predictBoxAddress({ ...factory, address: factory.implementation }, terms),
      predictBoxAddress({ ...factory, implementation: factory.address }, terms),
      predictBoxAddress(factory, { ...terms, salt: word('other') }),
      predictBoxAddress(factory, { ...terms, ownerHash: word('other') }),
    ]
    expect(new Set(all).size).toBe(all.length)
  })
})

test('boxProxyOf: any letter case of the address', () => {
  const { implementation } = factory
  expect(boxProxyOf(implementation)).toBe(boxProxyOf(implementation.toLowerCase() as Address))
  expect(boxProxyOf(implementation)).toMatch(/^0x[0-9a-f]{90}$/)
})
