import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSources } from './imports.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Calls that can open a window of a wallet, and remain unanswered. */
const prompt =
  /\b(sendTransaction|sendCalls|signTypedData|signMessage|signTransaction)\(|\bauth\.sign\(|eth_signTypedData_v4/

test('every prompt of the SDK goes through askWallet, which ends', () => {
  const files = [...readSources(root, ['sdk'])]
    .filter(
      ([file, text]) => file.startsWith('sdk/src/') && !/\.(test|fuzz)\.ts$/.test(file) && prompt.test(code(text)),
    )
    .map(([file]) => file)
  expect(files.length).toBeGreaterThan(4)
  const waiting = [...readSources(root, ['sdk'])]
    .filter(([, text]) => /\baskWallet\(/.test(code(text)))
    .map(([file]) => file)
  expect(files.filter((file) => !waiting.includes(file))).toEqual([])
})

/** Without comments, whose examples may call anything. */
function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}
