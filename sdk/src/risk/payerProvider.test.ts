import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { overrideDeployment } from '../chain/registry.js'
import { payerProvider } from './payerProvider.js'

const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
/** Paths that were asked for, each with its chain in front. */
const asked: string[] = []
const restores: (() => void)[] = []
let server: Server

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[],"next_page_params":null}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const chainId of [5042002, 84532])
    restores.push(overrideDeployment(chainId, { explorerApi: `http://127.0.0.1:${port}/${chainId}/api/v2` }))
})
afterEach(() => {
  asked.length = 0
})
afterAll(() => {
  for (const restore of restores) restore()
  server.close()
})

const chainsAsked = () => [...new Set(asked.map((path) => path.split('/')[1]))].toSorted()

test('default: reads payments on every chain, and the use of a target where it is paid', async () => {
  const provider = payerProvider([{ chainId: 5042002 }], [{ chainId: 84532 }])
  await provider.getOutgoingCounterparties(sender)
  expect(chainsAsked()).toEqual(['5042002', '84532'])
  asked.length = 0
  await provider.getAddressActivity(sender).catch(() => undefined)
  expect(chainsAsked()).toEqual(['5042002'])
})

test('behavior: a chain that is given twice is read once', async () => {
  await payerProvider([{ chainId: 5042002 }], [{ chainId: 5042002 }]).getOutgoingCounterparties(sender)
  const once = asked.length
  asked.length = 0
  await payerProvider([{ chainId: 5042002 }]).getOutgoingCounterparties(sender)
  expect(asked).toHaveLength(once)
})
