import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  pad,
  parseAbi,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'

const account: Address = '0xda6959da394b1bddb068923a9a214dc0cd193d2e'
const module: Address = '0xbf2137a23f439ca5aa4360cc6970d70b24d07ea2'
const owner: Address = '0xfa66e705cf2582cf56528386bb9dfca119767262'
const payee: Address = '0xd9a1c3788d81257612e2581a6ea0ada244853a91'
const abi = parseAbi(['function installModule(uint256, address, bytes)'])

/** Whom an account lets spend all it has, when it installs a module with the data. */
function spenders(data: Hex) {
  const { movements, refusal } = decodeCall({
    chainId: 5042002,
    from: account,
    to: account,
    data: encodeFunctionData({ abi, args: [1n, module, data] }),
  })
  expect(refusal).toBeUndefined()
  for (const one of movements)
    expect(one).toMatchObject({ carrier: 'delegation', payer: getAddress(account), amount: undefined })
  return movements.map((one) => one.payee.toLowerCase())
}

test('a module is judged, and with it each account that its data names', () => {
  expect(spenders('0x')).toEqual([module])
  expect(spenders(encodeAbiParameters([{ type: 'address[]' }], [[owner, payee]]))).toEqual([module, owner, payee])
  // The account itself, the module again, and an owner twice add nothing.
  expect(spenders(concat([account, module, owner, owner].map((one) => pad(one))))).toEqual([module, owner])
})

test('an address packed before the words is judged too', () => {
  expect(spenders(owner)).toEqual([module, owner])
  expect(spenders(concat([owner, pad(payee)]))).toEqual([module, owner, payee])
  // No hook.
  expect(spenders(concat([pad('0x01', { size: 20 }), pad(payee)]))).toEqual([module, payee])
})

test('the packed address may follow the selector of a function that is to go to the module', () => {
  const words = [0x40n, 0x80n, 1n].map((one) => pad(toHex(one)))
  const [selector, none] = ['0xac39fd0f', pad('0x', { size: 20 })] as const
  expect(spenders(concat([selector, none, ...words, pad('0xff', { dir: 'right' }), pad('0x')]))).toEqual([module])
  expect(spenders(concat([selector, owner, pad(payee)]))).toEqual([module, owner, payee])
})

test('addresses packed one after the other are judged, however many', () => {
  const senders = Array.from(
    { length: 8 },
    (_, index): Address =>
      `0x${toHex(0xa1 + index)
        .slice(2)
        .repeat(20)}`,
  )
  for (let count = 0; count <= senders.length; count++) {
    const all = [owner, ...senders.slice(0, count)]
    expect(spenders(concat(all))).toEqual(expect.arrayContaining([module, ...all]))
  }
  expect(spenders(concat([owner, payee]))).toEqual([module, owner, payee])
})

test('bytes after the words hide none of them, with or without an address before the words', () => {
  for (let rest = 0; rest <= 32; rest++) {
    const tail = pad('0x', { size: rest })
    expect([rest, spenders(concat([pad(payee), tail]))]).toEqual([rest, [module, payee]])
    expect(spenders(concat([owner, pad(payee), tail]))).toContain(payee)
    expect(spenders(concat(['0xac39fd0f', owner, pad(payee), tail]))).toContain(payee)
  }
})

test('amounts and times in the data are not addresses', () => {
  const types = [{ type: 'uint256' }, { type: 'uint48' }, { type: 'uint256' }] as const
  expect(spenders(encodeAbiParameters(types, [86400n, 1711000000, 10n ** 30n]))).toEqual([module])
})
