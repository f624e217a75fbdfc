import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { WireFormatError } from '../errors/wire.js'
import { decodeRelayAnnounce, decodeRelayCreate, encodeRelayAnnounce } from './relay.js'

const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const terms = { token: address, cosigner: address, target: address, maxAmount: '5', perPullMax: '0' }
const policy = { ...terms, expiry: 1, interval: 0, mode: 0, owner: address, vault: address }

/** 33 bytes that begin as a compressed point does. */
const offCurve: Record<string, Hex> = {
  'an x without a y': `0x02${'11'.repeat(32)}`,
  'an x without a y, odd': `0x03${'11'.repeat(32)}`,
  'an x of zero': `0x02${'00'.repeat(32)}`,
  'an x above the field': `0x02${'ff'.repeat(32)}`,
  'the field itself plus one, whose rest has a y':
    '0x02fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30',
  'the first byte of an uncompressed point': `0x04${'22'.repeat(32)}`,
}

test.each(Object.entries(offCurve))('error: an ephemeral key that is not a point, %s', (_, ephemeralPubKey) => {
  const announce = { stealthAddress: address, ephemeralPubKey, viewTag: 1 } as const
  const refusal = (pointer: string) => expect.objectContaining({ pointer, problem: 'out_of_range' })
  expect(thrownBy(() => decodeRelayAnnounce({ ...announce, box: address }))).toEqual(refusal('/ephemeralPubKey'))
  expect(thrownBy(() => encodeRelayAnnounce({ ...announce, box: address }))).toEqual(refusal('/ephemeralPubKey'))
  const create = { salt: `0x${'ab'.repeat(32)}`, policy, announce }
  expect(thrownBy(() => decodeRelayCreate(create))).toEqual(refusal('/announce/ephemeralPubKey'))
})

test('default: a point of the curve', () => {
  const announce = { stealthAddress: address, ephemeralPubKey: `0x03${'22'.repeat(32)}`, viewTag: 1, box: address }
  expect(decodeRelayAnnounce(announce)).toEqual(announce)
})

function thrownBy(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    expect(error).toBeInstanceOf(WireFormatError)
    return error
  }
}
