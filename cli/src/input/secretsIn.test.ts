import { expect, test } from 'vitest'
import { hideSecrets, secretsIn } from './secretsIn.js'

const key = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
const address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const meta = `0x02${key}`

test.each([
  ['a code', 'ABCD-EF12-JKMN-PQRS'],
  ['a code in lower case', 'abcd-ef12-jkmn-pqrs'],
  ['a code with spaces', 'ABCD EF12 JKMN PQRS'],
  ['a code without letters that tell', 'ABCDEFGHJKMNPQRS'],
  ['a code with a character too few', 'ABCD-EF12-JKMN-PQR'],
  ['a code with a character too many', 'ABCDEF12JKMNPQRST'],
  ['a key', `0x${key}`],
  ['a key without 0x', key],
  ['a key with a digit too few', `0x${key.slice(1)}`],
  ['a key with a digit too many', `0x${key}0`],
  ['a signature', `0x${key}${key}1b`],
  ['a compact signature', `0x${key}${key}`],
  ['a seed phrase', 'test test test test test test test test test test test junk'],
])('%s is found, alone and in an option, and hidden', (_, secret) => {
  for (const word of [secret, `--code=${secret}`]) {
    const secrets = secretsIn(['claim', '42', word])
    expect(hideSecrets(`unknown option '${word}', ${secret}`, secrets)).toBe(
      `unknown option '${word.replace(secret, '…')}', …`,
    )
  }
})

test.each([
  ['an address', address],
  ['an address in lower case', address.toLowerCase()],
  ['a public key', meta],
  ['a meta-address', `st:arc-testnet:${meta}`],
  ['a meta-address of two keys', `st:arc-testnet:${meta}${meta.slice(2)}`],
  ['an amount', '1000000000000000'],
  ['an id at the Hub', '2adba88e-9d63-44bc-b975-9b6ae3440dde'],
  ['a moment', '2027-01-31T12:00:00Z'],
  ['a Bridge name', 'Arbitrum_Sepolia'],
  ['a short name', 'arc-testnet'],
  ['an entry of the journal', '1f0c9a3e'],
  ['an endpoint', 'http://127.0.0.1:8545/primary/rpc'],
])('%s is not hidden', (_, word) => expect(secretsIn([word, `--to=${word}`])).toEqual([]))

test('a hash is shown where one belongs, and hidden elsewhere', () => {
  const hash = `0x${key}`
  expect(secretsIn(['bridge', 'track', hash], [hash])).toEqual([])
  expect(secretsIn(['bridge', 'track', `--from=${hash}`], [hash])).toEqual([hash])
})
