import { type Address, concatHex, type Hex, keccak256, numberToHex, pad, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeBoxCode } from '../src/boxCode.js'
import { type LookCall, lookProgram, parseLook } from '../src/look.js'
import { type Anvil, startAnvil } from '../tools/anvil.js'
import { startHarness } from './harness.js'

let anvil: Anvil
let look: (account: Address, calls: readonly LookCall[]) => Promise<ReturnType<typeof parseLook>>
let place: (code: Hex) => Promise<Address>
beforeAll(async () => {
  anvil = await startAnvil()
  const { reader, tester } = startHarness(anvil.url)
  await tester.mine({ blocks: 3 })
  look = async (account, calls) => {
    const data = lookProgram(account, calls)
    return parseLook(await reader.request({ method: 'eth_call', params: [{ data }, 'latest'] }), calls)
  }
  let placed = 0
  place = async (bytecode) => {
    placed += 1
    const address: Address = `0x${keccak256(toHex(`account ${placed}`)).slice(-40)}`
    await tester.setCode({ address, bytecode })
    return address
  }
})
afterAll(() => anvil?.stop())

// Code that returns its calldata, that reverts, that never ends, that counts its calls and returns the count.
const echo = '0x365f5f37365ff3'
const reverter = '0x5f5ffd'
const burner = '0x5b5f56'
const counter = '0x60015f54015f555f545f5260205ff3'
const word = (value: bigint | number): Hex => numberToHex(value, { size: 32 })

test('default: code, clock and answers, as of one block', async () => {
  const account = await place(echo)
  const calls = [
    { to: account, data: concatHex([word(7), word(8)]), words: 2 },
    { to: await place(reverter), data: '0x', words: 1 },
  ] as const
  const seen = await look(account, calls)
  const { timestamp } = await startHarness(anvil.url).reader.getBlock({ blockNumber: seen?.blockNumber })
  expect(seen).toMatchObject({ chainId: 31_337, codeSize: 7, code: echo, blockNumber: 3n, time: timestamp })
  expect(seen?.answers).toEqual([concatHex([word(7), word(8)]), undefined])
})

test('behavior: an answer that is too short counts as missing, one that is too long is cut', async () => {
  const account = await place(echo)
  const data = concatHex([word(1), word(2)])
  const seen = await look(account, [
    { to: account, data, words: 3 },
    { to: account, data, words: 1 },
  ])
  expect(seen?.answers).toEqual([undefined, word(1)])
})

test('behavior: of long code the first 288 bytes; of an account without code nothing', async () => {
  const long = toHex(new Uint8Array(300).fill(1))
  expect(await look(await place(long), [])).toMatchObject({ codeSize: 300, code: toHex(new Uint8Array(288).fill(1)) })
  expect(await look(zeroAddress, [])).toMatchObject({ codeSize: 0, code: '0x' })
})

test('parameter: to, the token that the code of a box names', async () => {
  const token = await place(echo)
  const policy = {
    token,
    cosigner: pad('0x01', { size: 20 }),
    vaultHash: word(2),
    target: pad('0x03', { size: 20 }),
    maxAmount: 4n,
    perPullMax: 0n,
    expiry: 5,
    interval: 0,
    mode: 0,
  }
  const box = await place(encodeBoxCode(zeroAddress, { ownerHash: word(6), salt: word(7), policy }))
  expect((await look(box, [{ to: 'boxToken', data: word(9), words: 1 }]))?.answers).toEqual([word(9)])
})

test('parameter: gas, what one call leaves to the others and whether it had all of it', async () => {
  const [hungry, account] = [await place(burner), await place(echo)]
  const call = (to: Address): LookCall => ({ to, data: word(1), words: 1, gas: 50_000 })
  const seen = await look(account, [call(hungry), call(hungry), call(account)])
  expect(seen?.answers).toEqual([undefined, undefined, word(1)])
  expect(seen?.gasLeft).toBeGreaterThan(100_000n)
})

test('parameter: writes, seen by the calls after it; no other call changes state', async () => {
  const account = await place(counter)
  const call = { to: account, data: '0x', words: 1 } as const
  expect((await look(account, [call]))?.answers).toEqual([undefined])
  const writing = { ...call, writes: true }
  expect((await look(account, [writing, writing]))?.answers).toEqual([word(1), word(2)])
})

test('parseLook: malformed answers', () => {
  const calls = [{ to: zeroAddress, data: '0x', words: 1 }] as const
  const answer = (words: readonly (readonly [place: number, value: bigint])[]): Hex => {
    const all = Array.from({ length: 16 }, () => word(0))
    for (const [place, value] of words) all[place] = word(value)
    return concatHex(all)
  }
  expect(parseLook(answer([]), calls)?.answers).toEqual([undefined])
  expect(parseLook(answer([[14, 1n]]), calls)?.answers).toEqual([word(0)])
  expect(parseLook(answer([[14, 2n]]), calls)).toBeUndefined()
  expect(parseLook(answer([[0, 2n ** 60n]]), calls)).toBeUndefined()
  expect(parseLook(answer([[4, 2n ** 60n]]), calls)).toBeUndefined()
  expect(parseLook('0x', calls)).toBeUndefined()
  expect(parseLook(`${answer([])}00`, calls)).toBeUndefined()
})
