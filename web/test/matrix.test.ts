import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FAULTS, FLOWS, type Part } from './flows.js'
import { rowsOf } from './matrix.js'

// The record has them as its keys.
const parts = Object.keys(FLOWS) as Part[]
const flows = parts.flatMap((part) => Object.entries(FLOWS[part]))

test('every flow meets every fault, or says why not', () => {
  const rows = parts.flatMap(rowsOf)
  const reasons = flows.flatMap(([, { without }]) => Object.values(without).filter(Boolean))
  expect(rows.length + reasons.length).toBe(flows.length * FAULTS.length)
})

/** The rows of each write that a screen makes, or why it has none. */
const rowsOfWrites: Readonly<Record<string, readonly string[] | string>> = {
  'send sendProtected': ['send', 'send to a lookalike, against the block', 'pay a request'],
  'link createPaymentLink': ['send a link'],
  'link useCancel': ['take back a link'],
  'link useReclaimExpired': 'the row of return: it is the button of take back a link, with the write of return',
  'link useRelease': ['release a link'],
  'pay claimByService': ['take the money of a link without gas'],
  'pay claimByWallet': ['take the money of a link from a wallet'],
  'claim claimByService': ['claim without gas'],
  'claim claimByWallet': ['claim from a wallet'],
  'transfer useCancel': ['cancel'],
  'transfer useRekey': ['new code'],
  'transfer useReclaimExpired': ['return'],
  'receive useSignPaymentRequest': 'it moves no money: late.ts, keyboard.test.ts and daily.test.ts have it',
  'box createEphemeral': ['create a spending account'],
  'box announceStealthBox': 'it moves no money, and its notes are closed as those of the others: boxes.test.ts has it',
  'box fundEphemeral': ['put money into a spending account'],
  'box settlePrivatePayment': ['pay from a spending account', 'pay from a hidden spending account'],
  'box submitPull': ['take a payment of a subscription'],
  'box sweepToVault': ['take back what a spending account holds'],
  'box sweepWithSignature': ['take back what a hidden spending account holds'],
  'bridge bridgeFromWallet': ['move to another network'],
  'bridge mintBridged': ['pay out what was moved, where the issuer does not'],
  'hub depositToHub': ['deposit into the Hub'],
  'hub spendFromHub': ['spend from the Hub'],
  'hub initiateHubWithdrawal': ['withdraw from the Hub alone'],
  'hub completeHubWithdrawal': ['pay out what was set apart in the Hub'],
}

test('each write that a screen makes has rows, or says why not, and each row is of one', () => {
  const screens = fileURLToPath(new URL('../src/screens', import.meta.url))
  const asked =
    /(?:PlanRun|usePlanOperation)<'(\w+)'|\b(use\w+)\(\{ chainId(?:: session\.chainId)? \}\)|\.(claimBy\w+)\(config/g
  const made = globSync('**/*.{ts,tsx}', { cwd: screens }).flatMap((file) =>
    [...readFileSync(`${screens}/${file}`, 'utf8').matchAll(asked)]
      .flatMap(([, plan, hook, claim]) => plan ?? hook ?? claim ?? [])
      .filter((name) => !reads.has(name))
      .map((name) => `${file.replace(/\/.*/, '')} ${name}`),
  )
  expect([...new Set(made)].sort()).toEqual(Object.keys(rowsOfWrites).sort())
  const named = Object.values(rowsOfWrites).filter((rows) => typeof rows !== 'string')
  expect(named.flat().sort()).toEqual(flows.map(([name]) => name).sort())
})

/** Hooks that a screen calls with a chain alone, and that write nothing. */
const reads: ReadonlySet<string> = new Set(['useClient'])

test('each flow with each fault is in one part, and each part in one file', () => {
  const names = flows.map(([name]) => name)
  expect(new Set(names).size).toBe(names.length)
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const described = globSync('*.test.ts', { cwd: folder }).flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/test\.for\(rowsOf\('(\w+)'\)\)/g)].map(([, part]) => part),
  )
  expect(described.sort()).toEqual([...parts].sort())
})
