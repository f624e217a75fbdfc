import { overrideDeployment } from '@holdfast/sdk/chain'
import { craftLookalike } from '@holdfast/sdk/risk'
import { startCountingProxy } from '@holdfast/testkit/countingProxy'
import { setTestStage } from '@holdfast/testkit/stage'
import { type Address, keccak256, numberToHex, sliceHex } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { createGuardServer } from './createGuardServer.js'

test('the history of an account is read once, however many payments follow', async () => {
  const stage = await setTestStage({ blockTimeMs: 500 })
  onTestFinished(() => stage.stop())
  const { chainId, rpcUrl, backfill, mine } = stage.devnet.primary
  const proxy = await startCountingProxy(stage.devnet.url, 0)
  onTestFinished(() => proxy.stop())
  onTestFinished(overrideDeployment(chainId, { explorerApi: `${proxy.url}/primary/explorer/api/v2` }))
  const { address: payer } = await stage.actor()
  const payees = Array.from({ length: 300 }, (_, index) => sliceHex(keccak256(numberToHex(index)), 12))
  await backfill(payer, payees, { ageSeconds: 3 * 86_400 })
  await mine(40)
  const guard = createGuardServer({ upstream: rpcUrl, chainId, port: 0 })
  await guard.listen()
  onTestFinished(() => guard.close())

  const estimate = async (to: Address | undefined, amount = 1n) => {
    proxy.reset()
    const params = [{ from: payer, to, value: numberToHex(amount * 10n ** 12n) }]
    const answer = await fetch(guard.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_estimateGas', params }),
    })
    return { text: await answer.text(), names: proxy.requests.map(({ name }) => name) }
  }
  const first = await estimate(payees[0])
  expect(first.text).toContain('result')
  // What others have recorded is looked for by payee, not page by page.
  expect(first.names.filter((name) => name.endsWith('token-transfers'))).toEqual([])
  const later = await estimate(payees[0], 2n)
  expect(later.text).toContain('result')
  // The whole history would also ask how far the explorer is.
  expect(new Set(later.names)).toEqual(new Set(['getLogs', 'tokentx', 'txlist']))
  expect((await estimate(craftLookalike(payees[2] as Address))).text).toContain('Not the same.')
})
