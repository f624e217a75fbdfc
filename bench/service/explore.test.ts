import { overrideDeployment, PRIMARY_CHAIN_ID, requireDeployment } from '@holdfast/sdk/chain'
import { ExplorerDataProvider } from '@holdfast/sdk/risk'
import { expect, onTestFinished, test } from 'vitest'
import { explore } from './explore.js'

test('default: a payer that the co-signer can bind', async () => {
  const { usdc } = requireDeployment(PRIMARY_CHAIN_ID)
  const answer = (url: URL) => explore(url, { usdc, startBlock: 100, head: 500 })
  onTestFinished(overrideDeployment(PRIMARY_CHAIN_ID, { explorerApi: 'https://explorer.example/api/v2' }))
  const provider = new ExplorerDataProvider({
    chainId: PRIMARY_CHAIN_ID,
    fetchFn: async (url) => Response.json(answer(new URL(String(url)))),
  })
  const payer = '0x52908400098527886e0f7030069857d2e4169ee7'
  const { complete, records } = await provider.getHistory(payer)
  expect(complete).toBe(true)
  expect(records).toMatchObject([{ from: payer, canonical: true, value: 1_000_000n, blockNumber: 100n }])
})
