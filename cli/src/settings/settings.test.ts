import { expect, test } from 'vitest'
import { typedAgain } from './settings.js'

test.each([
  [{}, ''],
  [{ chain: '84532', json: true as const, keystore: 'key.json' }, ''],
  [{ rpc: 'https://node.example.com' }, ' --rpc https://node.example.com'],
  [{ rpc: 'https://node.example.com/v2/secret' }, ' --rpc <url>'],
  [{ hub: 'http://127.0.0.1:8545?key=secret' }, ' --hub <url>'],
  [{ config: './here.json', attestation: 'nonsense' }, ' --config ./here.json --attestation nonsense'],
  [{ config: 'my file; rm -r' }, ' --config <file>'],
])('%j is typed again as "%s"', (options, words) => expect(typedAgain(options)).toBe(words))
