import { genuine, sender, stranger } from '@holdfast/testkit/riskScene'
import type { Address } from 'viem'
import { expect, test, vi } from 'vitest'
import type { Movement } from '../../../decode/types.js'
import { createGrants } from '../../../judge/createGrants.js'
import type { Judge } from '../../../judge/createJudge.js'
import { startDeadline } from '../deadline.js'
import { createAnswers } from './createAnswers.js'

const chainId = 5_042_002
const token = '0x3600000000000000000000000000000000000000'
const shown = (payee: Address): Movement => ({
  payer: sender,
  payee,
  chainId,
  token,
  amount: 5n,
  carrier: 'transfer_log',
  path: ['logs[0]'],
})

function open(simulated: readonly Movement[]) {
  const judge = vi.fn<Judge['judge']>(async () => ({ verdict: 'pass', notes: [], reports: [], admission: undefined }))
  const answer = createAnswers({
    chainId,
    verify: () => undefined,
    judgeOf: () => ({ judge, grants: createGrants() }),
    simulate: async () => ({ movements: simulated, isMissing: false }),
    graceMs: 0,
    hint: () => undefined,
    onRefusal: () => undefined,
    isUpstreamFailing: () => false,
  })
  const ask = async (method: string, data: string) => {
    const deadline = startDeadline(600_000)
    await answer({ id: 1, method, params: [{ from: sender, to: token, data }] }, '', deadline)
    deadline.clear()
    return judge.mock.calls.map(([{ movements }, { purpose }]) => [purpose, movements.length])
  }
  return ask
}

const transfer = `0xa9059cbb${genuine.slice(2).toLowerCase().padStart(64, '0')}${'5'.padStart(64, '0')}`

test('an estimate is judged once where the simulation shows what the calldata says', async () => {
  expect(await open([shown(genuine)])('eth_estimateGas', transfer)).toEqual([['estimate', 1]])
})

test('a request that moves nothing, not even in the simulation, is judged once', async () => {
  expect(await open([])('eth_sendTransaction', '0xdeadbeef')).toEqual([['estimate', 0]])
})

test('what the simulation adds is judged with the rest', async () => {
  expect(await open([shown(genuine), shown(stranger)])('eth_estimateGas', transfer)).toEqual([
    ['estimate', 1],
    ['estimate', 2],
  ])
})

test('a transaction that is sent is judged as one that is sent', async () => {
  expect(await open([shown(genuine)])('eth_sendTransaction', transfer)).toEqual([
    ['estimate', 1],
    ['broadcast', 1],
  ])
})
