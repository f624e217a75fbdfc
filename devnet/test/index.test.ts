import { deployments } from '@holdfast/contracts'
import { toEventSelector, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as exports from '../src/index.js'
import { blockedTestAddress, type Devnet, memoAbi, multicall3FromAbi, startDevnet, usdcAbi } from '../src/index.js'
import { blocklistSlot } from '../src/primary/predeploys.js'
import { ask } from './actors.js'

let devnet: Devnet

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(async () => {
  await devnet?.stop()
})

test('exports', () => {
  expect(Object.keys(exports)).toMatchInlineSnapshot(`
    [
      "AnvilNotFoundError",
      "ordinaryAccount",
      "testAccounts",
      "describeDevnet",
      "devnetFacts",
      "bridgeMessengerAbi",
      "bridgeMinterAbi",
      "bridgeTransmitterAbi",
      "counterfeitTokenAbi",
      "counterfeitTokenInitCode",
      "eurcAbi",
      "memoAbi",
      "multicall3FromAbi",
      "usdcAbi",
      "permit2Abi",
      "permit2InitCode",
      "issuerAddresses",
      "startModel",
      "BASE_FEE",
      "blockedTestAddress",
      "FIRST_BLOCK",
      "primaryAddresses",
      "REMOTE_FIRST_BLOCK",
      "remoteAddresses",
      "startDevnet",
    ]
  `)
})

test('our contracts are deployed at the registry’s addresses', () => {
  expect(deployments[5042002]).toMatchObject(devnet.primary.contracts)
})

test('selectors and topics are those of the real contracts', () => {
  const selectors = (abi: typeof usdcAbi | typeof memoAbi | typeof multicall3FromAbi) =>
    abi.flatMap((item) => (item.type === 'function' ? [toFunctionSelector(item)] : []))
  expect(selectors(usdcAbi)).toEqual(
    expect.arrayContaining([
      ...['0xd505accf', '0x9fd5a6cf', '0xe3ee160e', '0xcf092995', '0xef55bec6', '0x88b7ab63', '0x5a049a70'],
      ...['0xb7b72899', '0xe94a0102', '0x7ecebe00', '0x3644e515', '0xccd92d3e', '0xe5a6b10f', '0x5c975abb'],
      ...['0xfe575a87', '0xf9f92be4', '0x1a895266', '0x7fd09916', '0xdd0743b3', '0x30adf81f', '0xa0cc6a68'],
    ]),
  )
  expect(selectors(memoAbi)).toEqual(expect.arrayContaining(['0xc3b2c4f8', '0xf884e355', '0xea94cddd']))
  expect(selectors(multicall3FromAbi)).toEqual(
    expect.arrayContaining(['0x252dba42', '0x82ad56cb', '0xbce38bd7', '0xc3077fa9', '0x399542e9', '0xee82ac5e']),
  )
  const memo = memoAbi.find((item) => item.type === 'event' && item.name === 'Memo')
  expect(memo?.type === 'event' && toEventSelector(memo)).toBe(
    '0xeb15ee720798341c37739df41be53acfbbf70ae6802dade35457beec6e47a5e4',
  )
  expect(blocklistSlot(blockedTestAddress)).toBe('0x6ffab96d4009ce38df68f4dc04583568617773212ffc44bef9feaece2962b766')
})

test('browsers may send requests', async () => {
  const preflight = await fetch(devnet.primary.rpcUrl, { method: 'OPTIONS' })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  const reply = await ask(devnet, { jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
  expect(reply.headers.get('access-control-expose-headers')).toBe('*')
})

test('error: unknown paths and methods', async () => {
  expect((await fetch(devnet.url)).status).toBe(404)
  expect((await fetch(devnet.primary.rpcUrl)).status).toBe(405)
  expect((await fetch(devnet.primary.faucetUrl)).status).toBe(405)
  await expect(startDevnet({ blockTimeMs: 0 })).rejects.toThrow(RangeError)
})
