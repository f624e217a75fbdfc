import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSources } from './imports.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [...readSources(root, ['service/src'])].filter(([file]) => !/\.(test|fuzz)\.ts$/.test(file))
const filesWith = (pattern: RegExp) => sources.flatMap(([file, text]) => (pattern.test(text) ? [file] : []))

/** Two pipelines of nonces would disagree about fees, reverts and transactions of other programs. */
test('the service signs and broadcasts transactions in one outbox, that of relay and keeper', () => {
  expect(filesWith(/\.signTransaction\(/)).toEqual(['service/src/sender/internal/signAttempt.ts'])
  expect(filesWith(/\.broadcast\(/)).toEqual(['service/src/sender/internal/Outbox.ts'])
  // The function behind `broadcast`, and the one request that is never repeated on a cut connection.
  expect(filesWith(/'eth_sendRawTransaction'/)).toEqual([
    'service/src/chains/connectChain.ts',
    'service/src/chains/internal/openRpc.ts',
  ])
  expect(filesWith(/\b(sendTransaction|sendRawTransaction|writeContract|createWalletClient)\b/)).toEqual([])
  expect(filesWith(/\bnew Sender\b/)).toEqual([
    'service/src/keeper/internal/KeeperOutbox.ts',
    'service/src/relay/internal/ChainRelay.ts',
  ])
})
