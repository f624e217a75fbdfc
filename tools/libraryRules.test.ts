import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSources } from './imports.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What decides in the library. A command asks for the plan or the error in which it has decided. */
const rules = [
  'acknowledgementCovers',
  'assertAmount',
  'evaluateRisk',
  'feeOf',
  'gasReserve',
  'guardSend',
  'isLookalike',
  'MIN_GAS_RESERVE',
  'PAY_GAS_LIMIT',
  'RELEASE_ABOVE',
  'recommendClaimMode',
  'recommendTransferMode',
  'SEND_GAS_LIMIT',
  'spendableAfterGas',
]

/** One sentence for each rule of the library that a file imports. */
function findImported(file: string, text: string): string[] {
  const imported = [...text.matchAll(/^import \{([^}]*)\} from '@holdfast\/sdk/gm)].flatMap(([, names]) =>
    (names ?? '').split(',').map((name) => name.trim()),
  )
  return imported.filter((name) => rules.includes(name)).map((name) => `${file} imports ${name}`)
}

/** One sentence for each rule of the library that a file computes itself. */
function findComputed(file: string, text: string): string[] {
  const computed = [
    // `2n * gas`, `maxFee / 4n`, `amount * bps`
    ...text.matchAll(/\b\d[\d_]*n [*/] .*|\w+ [*/] \d[\d_]*n\b|\b\w*(?:amount|[fF]ee|[bB]ps) \* \w+/g),
    // `amount - fee`, `message.amount - message.feeExecuted`
    ...text.matchAll(/\b(?:amount|total) - [\w.]*[fF]ee\w*/g),
    // `amount > before.available`
    ...text.matchAll(/\b(?:amount|total|needed) [<>]=? (?!0n)[\w.]+/g),
  ].map(([found]) => found)
  return computed.map((found) => `${file} computes ${found}`)
}

test('a command of the command line shows what the library has decided, and decides nothing itself', () => {
  const commands = [...readSources(root, ['cli/src/commands'])]
  expect(commands.length).toBeGreaterThan(80)
  expect(commands.flatMap(([file, text]) => [...findImported(file, text), ...findComputed(file, text)])).toEqual([])
})

test('a screen of the page asks the library for what it shows, and computes no rule again', () => {
  const screens = [...readSources(root, ['web/src', 'react/src'])].filter(([file]) => !file.endsWith('.test.ts'))
  expect(screens.length).toBeGreaterThan(200)
  expect(screens.flatMap(([file, text]) => findComputed(file, text))).toEqual([
    // What a form says while one types. The plan compares again, with what the chain says.
    'web/src/parts/readAmount.ts computes amount > balance',
    'web/src/screens/request/RequestScreen.tsx computes amount > balance',
  ])
})

test('each of these is a name of the library', () => {
  const exported = [...readSources(root, ['sdk/src'])].map(([, text]) => text).join('\n')
  const isExported = (name: string) => new RegExp(`export (const|function|async function) ${name}\\b`).test(exported)
  expect(rules.filter((name) => !isExported(name))).toEqual([])
})

test.each([
  ["import { feeOf, type Fee } from '@holdfast/sdk/transfer'", 'a imports feeOf'],
  ["import {\n  check,\n  isLookalike,\n} from '@holdfast/sdk/risk'", 'a imports isLookalike'],
  ['gasCost: 2n * (gas.approve + gas.burn)', 'a computes 2n * (gas.approve + gas.burn)'],
  ['const most = maxFee + maxFee / 4n', 'a computes maxFee / 4n'],
  ['const fee = amount * feeBps', 'a computes amount * feeBps'],
  ['writeAmount(amount - fee)', 'a computes amount - fee'],
  ['message.amount - message.feeExecuted', 'a computes amount - message.feeExecuted'],
  ['if (amount > before.available)', 'a computes amount > before.available'],
])('finds the rule in %s', (text, found) => {
  expect([...findImported('a', text), ...findComputed('a', text)]).toEqual([found])
})

test.each(["import { formatUsdc } from '@holdfast/sdk/chain'", 'amount > 0n', 'Math.floor((done * 100) / total)'])(
  'finds none in %s',
  (text) => {
    expect([...findImported('a', text), ...findComputed('a', text)]).toEqual([])
  },
)
