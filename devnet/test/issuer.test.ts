import { issuerContracts } from '@holdfast/contracts'
import { zeroHash } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Devnet, startDevnet, usdcAbi } from '../src/index.js'
import { reader } from './actors.js'
import { remoteReader } from './remoteActors.js'

let devnet: Devnet

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterEach(() => devnet.faults.clear())
afterAll(async () => {
  await devnet?.stop()
})

describe.each(['attestation', 'hub'] as const)('%s', (name) => {
  const base = () => (name === 'hub' ? devnet.issuer.hubUrl : devnet.issuer.attestationUrl)
  const statuses = async (count: number) => {
    const replies = Array.from({ length: count }, () => fetch(`${base()}/v0/nothing`))
    return (await Promise.all(replies)).map(({ status }) => status)
  }

  test('error: unknown paths', async () => {
    const reply = await fetch(`${base()}/v0/nothing`)
    expect([reply.status, await reply.json()]).toEqual([404, { code: 404, message: 'Not found.' }])
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('behavior: pages may send a content type and no other header', async () => {
    const preflight = await fetch(`${base()}/v0/nothing`, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'content-type'])
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('behavior: one request too many blocks all later ones', async () => {
    devnet.faults.set({ [name]: { rateLimit: { perSecond: 3, blockMs: 60_000 } } })
    expect((await statuses(5)).toSorted()).toEqual([404, 404, 404, 429, 429])
    expect(await statuses(1)).toEqual([429])
    devnet.faults.clear()
    expect(await statuses(1)).toEqual([404])
  })

  test('behavior: rules as on every surface', async () => {
    const control = (rules: unknown) =>
      fetch(devnet.controlUrl, { method: 'POST', body: JSON.stringify({ [name]: { rules } }) })
    expect((await control([{ kind: 'server-error', match: '/v0/*' }, { kind: 'rate-limit' }])).status).toBe(200)
    expect(await statuses(1)).toEqual([500])
    expect(await statuses(1)).toEqual([429])
    expect(await statuses(1)).toEqual([404])
    expect((await control([{ kind: 'unheard of' }])).status).toBe(400)
  })

  test('error: a limit without its numbers', () => {
    expect(() => devnet.faults.set({ [name]: { rateLimit: { perSecond: 1 } } })).toThrow('blockMs is missing')
    expect(() => devnet.faults.set({ [name]: { ratelimit: null } })).toThrow('ratelimit is unknown')
  })
})

test('error: a false claim of a mint needs the hash of a transaction', () => {
  // What a typo makes of it.
  const claim = (value: object) => () => devnet.faults.set({ attestation: { claim: value as never } })
  expect(claim({ amount: 1 })).toThrow('claim.forwardTxHash is missing')
  expect(claim({ forwardTxHash: '0x12' })).toThrow('claim.forwardTxHash must be the hash')
  expect(claim({ forwardTxHash: zeroHash, amount: -1 })).toThrow('claim.amount must be a whole number')
  expect(() => devnet.faults.set({ hub: { claimedMint: '0x12' } })).toThrow('hub.claimedMint must be the hash')
})

test('the issuer’s contracts may mint and burn on both chains', async () => {
  const { bridgeTokenMinter, hubMinter, hubWallet } = issuerContracts
  for (const [client, address] of [
    [reader(devnet), devnet.primary.usdc],
    [remoteReader(devnet), devnet.remote.usdc],
  ] as const)
    for (const minter of [bridgeTokenMinter, hubMinter, hubWallet]) {
      expect(await client.readContract({ address, abi: usdcAbi, functionName: 'isMinter', args: [minter] })).toBe(true)
      const allowance = { address, abi: usdcAbi, functionName: 'minterAllowance', args: [minter] } as const
      expect(await client.readContract(allowance)).toBeGreaterThan(10n ** 15n)
    }
})
