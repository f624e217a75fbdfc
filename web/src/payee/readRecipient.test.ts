import { describe, expect, test } from 'vitest'
import { readRecipient } from './readRecipient.js'

const bob = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const bobsZeroWidth = `${bob.slice(0, 12)}\u200b${bob.slice(12)}`

describe('readRecipient', () => {
  test.each([bob, ` ${bob}\n`, bob.toLowerCase()])('default: reads %j', (text) => {
    expect(readRecipient(text, undefined)).toEqual({ kind: 'address', address: bob })
  })

  test.each([
    ['a zero-width space', bobsZeroWidth, 'hidden_character'],
    ['a space in the middle', `${bob.slice(0, 12)} ${bob.slice(12)}`, 'hidden_character'],
    ['a Cyrillic letter', bob.replace('E', '\u0415'), 'foreign_character'],
    ['a full-width digit', bob.replace('7', '\uff17'), 'foreign_character'],
    ['a character too few', bob.slice(0, -1), 'length'],
    ['a character too many', `${bob}0`, 'length'],
    ['one letter in the wrong case', bob.replace('E', 'e'), 'checksum'],
    ['a name', 'bob.eth', 'not_an_address'],
    ['letters outside of hexadecimal', bob.replace('E', 'G'), 'not_an_address'],
  ])('error: %s', (_, text, fault) => {
    expect(readRecipient(text, undefined)).toEqual({ kind: 'fault', fault })
  })

  test("error: the payer's own address, in any case", () => {
    expect(readRecipient(bob.toLowerCase(), bob)).toEqual({ kind: 'fault', fault: 'own_address' })
  })

  test('behavior: a link to money is not a recipient', () => {
    expect(readRecipient('https://pay.example/#/claim/5042002/42', undefined)).toEqual({ kind: 'link' })
  })

  test('behavior: nothing typed is not a fault', () => {
    expect(readRecipient('  ', undefined)).toEqual({ kind: 'empty' })
  })
})
