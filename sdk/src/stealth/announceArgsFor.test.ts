import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { announceArgsFor } from './announceArgsFor.js'
import { newStealthOwner } from './newStealthOwner.js'
import { decodeStealthMetadata } from './stealthMetadata.js'
import vectors from './vectors.json' with { type: 'json' }

const [v] = vectors.vectors as [(typeof vectors.vectors)[0]]
const meta = { spendingPub: v.spendingPublicKey as Hex, viewingPub: v.viewingPublicKey as Hex }
const owner = newStealthOwner(meta, v.ephemeralPrivateKey as Hex)
const box = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

test('default: scheme, address, key, and metadata with the view tag', () => {
  const args = announceArgsFor(owner, box, 'rent')
  expect(args.slice(0, 3)).toEqual([1n, v.stealthAddress, v.ephemeralPublicKey])
  expect(decodeStealthMetadata(args[3])).toEqual({ viewTag: Number(v.viewTag), box, label: 'rent' })
})

test('behavior: without a label the metadata ends after the box', () => {
  expect(announceArgsFor(owner, box)[3]).toBe(`${v.viewTag}${box.slice(2).toLowerCase()}`)
})

test('error: nothing malformed is announced', () => {
  expect(() => announceArgsFor(owner, '0x12')).toThrow(InvalidAddressError)
  expect(() => announceArgsFor({ ...owner, stealthAddress: '0x12' }, box)).toThrow(InvalidAddressError)
  expect(() => announceArgsFor({ ...owner, ephemeralPubKey: '0x02' }, box)).toThrow(InvalidInputError)
  expect(() => announceArgsFor({ ...owner, viewTag: 256 }, box)).toThrow(InvalidInputError)
})
