import { encodeDeployData, erc20Abi, getAddress, type Hex, pad } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  counterfeitTokenAbi,
  counterfeitTokenInitCode,
  type Devnet,
  FIRST_BLOCK,
  primaryAddresses,
  startDevnet,
} from '../src/index.js'
import { actor, mined, reader, stranger } from './actors.js'

const { usdc, systemEmitter, multicall3 } = primaryAddresses
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
let devnet: Devnet
let alice: Awaited<ReturnType<typeof actor>>
let bob: Hex
let counterfeit: Hex
let sends: { token: Hex; native: Hex; bait: Hex; failed: Hex }

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
  alice = await actor(devnet)
  bob = stranger().address
  const token = { address: usdc, abi: erc20Abi, functionName: 'transfer' } as const
  const send = async (hash: Promise<Hex>) => (await mined(devnet, await hash)).transactionHash
  sends = {
    token: await send(alice.wallet.writeContract({ ...token, args: [bob, 5_000_000n] })),
    native: await send(alice.wallet.sendTransaction({ to: bob, value: 1_500_000_000_001n })),
    bait: await send(alice.wallet.writeContract({ ...token, args: [bob, 0n] })),
    failed: await send(alice.wallet.writeContract({ ...token, args: [bob, 10n ** 15n], gas: 100_000n })),
  }
  const abi = counterfeitTokenAbi
  const data = encodeDeployData({ abi, bytecode: counterfeitTokenInitCode, args: ['USD Coin', 'USDC', 6] })
  const deployed = await mined(devnet, await alice.wallet.sendTransaction({ data }))
  if (!deployed.contractAddress) throw new Error('nothing was deployed')
  counterfeit = getAddress(deployed.contractAddress)
  const claims = Array.from({ length: 120 }, () => stranger().address)
  const pretend = { address: counterfeit, abi, functionName: 'pretend', args: [alice.address, claims, 7n] } as const
  await mined(devnet, await alice.wallet.writeContract(pretend))
})
afterEach(() => devnet.faults.clear())
afterAll(async () => {
  await devnet?.stop()
})

async function get(path: string) {
  const response = await fetch(`${devnet.primary.explorerApi}${path}`)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

async function legacy(parameters: Record<string, string | number>) {
  const query = new URLSearchParams(Object.entries(parameters).map(([key, value]) => [key, String(value)]))
  return (await fetch(`${devnet.primary.explorerUrl}/api?${query}`)).json()
}

/** Every page of a list, following its cursor. */
async function all(path: string) {
  const items = []
  const pages = []
  let cursor = ''
  for (;;) {
    const { body } = await get(`${path}${path.includes('?') ? '&' : '?'}${cursor}`)
    items.push(...body.items)
    pages.push(body.items.length)
    if (body.next_page_params === null) return { items, pages }
    cursor = new URLSearchParams(body.next_page_params).toString()
  }
}

describe('token transfers', () => {
  test('of USDC come from the system’s records, with 6 decimals', async () => {
    const { items } = await all(`/addresses/${bob}/token-transfers?type=ERC-20&token=${usdc}`)
    expect(items.map((item) => [item.transaction_hash, item.total, item.method, item.token.address_hash])).toEqual([
      [sends.native, { value: '1', decimals: '6' }, null, usdc],
      [sends.token, { value: '5000000', decimals: '6' }, 'transfer', usdc],
    ])
    expect(items[1]).toMatchObject({
      from: { hash: alice.address, is_contract: false },
      to: { hash: bob },
      token: { symbol: 'USDC', name: 'USDC', type: 'ERC-20' },
      token_type: 'ERC-20',
      type: 'token_transfer',
      log_index: 0,
    })
    expect(items[1].timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  })

  test('of zero are missing here and present among the logs', async () => {
    const { items } = await all(`/addresses/${bob}/token-transfers`)
    expect(items.map((item) => item.transaction_hash)).not.toContain(sends.bait)
    const logs = await all(`/addresses/${usdc}/logs?topic=${pad(bob).toLowerCase()}`)
    expect(logs.items.map((item) => item.transaction_hash)).toEqual([sends.bait, sends.token])
    const found = await legacy({
      module: 'logs',
      action: 'getLogs',
      fromBlock: 0,
      toBlock: 'latest',
      address: usdc,
      topic0: transfer,
      topic1: pad(alice.address).toLowerCase(),
      topic2: pad(bob).toLowerCase(),
      topic0_1_opr: 'and',
      topic0_2_opr: 'and',
      topic1_2_opr: 'and',
    })
    expect(found.status).toBe('1')
    expect(found.result.map((row: { data: Hex }) => BigInt(row.data))).toEqual([5_000_000n, 0n])
    expect(found.result[1].topics).toHaveLength(4)
    expect(found.result[1].logIndex).toBe('0x')
  })

  test('of a counterfeit carry the counterfeit’s address, fifty a page', async () => {
    const list = `/addresses/${alice.address}/token-transfers?type=ERC-20&filter=from`
    const { items, pages } = await all(`${list}&token=${counterfeit}`)
    expect(pages).toEqual([50, 50, 20])
    expect(new Set(items.map((item) => item.log_index)).size).toBe(120)
    expect(items[0].token).toMatchObject({ address_hash: counterfeit, symbol: 'USDC', name: 'USD Coin' })
    expect((await all(list)).items).toHaveLength(122)
    expect((await all(`/addresses/${alice.address}/token-transfers?filter=to`)).items).toEqual([])
    expect((await get(`/tokens/${counterfeit}`)).body).toMatchObject({ address_hash: counterfeit, decimals: '6' })
  })
})

describe('addresses', () => {
  test('show their kind', async () => {
    const { body } = await get(`/addresses/${alice.address}`)
    const balance = await reader(devnet).getBalance({ address: alice.address })
    expect(body).toMatchObject({ hash: alice.address, is_contract: false, proxy_type: null, implementations: [] })
    expect(body.coin_balance).toBe(balance.toString())
    const contract = (await get(`/addresses/${counterfeit}`)).body
    expect(contract).toMatchObject({
      is_contract: true,
      creator_address_hash: alice.address,
      token: { symbol: 'USDC' },
    })
    const own = (await get(`/addresses/${devnet.primary.contracts.transferContract}`)).body
    expect(own.creation_transaction_hash).toMatch(/^0x/)
  })

  test('that were never used are not an error', async () => {
    const unused = stranger().address
    expect(await get(`/addresses/${unused}`)).toMatchObject({ status: 200, body: { coin_balance: '0', token: null } })
    expect((await get(`/addresses/${unused}/counters`)).body).toEqual({
      transactions_count: '0',
      token_transfers_count: '0',
      gas_usage_count: '0',
      validations_count: '0',
    })
    for (const list of ['transactions', 'token-transfers', 'logs', 'internal-transactions'])
      expect((await get(`/addresses/${unused}/${list}`)).body).toMatchObject({ items: [], next_page_params: null })
  })

  test('that are delegated look like contracts of type eip7702', async () => {
    const owner = await actor(devnet)
    const own = await owner.account.signAuthorization({ address: multicall3, chainId: 5042002, nonce: 1 })
    const hash = await owner.wallet.sendTransaction({ authorizationList: [own], to: bob, value: 0n, nonce: 0 })
    await mined(devnet, hash)
    expect((await get(`/addresses/${owner.address}`)).body).toMatchObject({
      is_contract: true,
      proxy_type: 'eip7702',
      implementations: [{ address_hash: multicall3 }],
    })
    expect((await get(`/transactions/${hash}`)).body).toMatchObject({
      type: 4,
      transaction_types: ['set_code_transaction'],
      authorization_list: [{ address_hash: multicall3, chain_id: 5042002 }],
    })
  })

  test('list their transactions in both directions and orders', async () => {
    const list = `/addresses/${alice.address}/transactions`
    const oldest = (await get(`${list}?sort=block_number&order=asc`)).body.items
    const newest = (await get(list)).body.items
    expect(oldest[0].hash).toBe(sends.token)
    expect(newest.map(({ hash }: { hash: Hex }) => hash)).toEqual(
      oldest.map(({ hash }: { hash: Hex }) => hash).reverse(),
    )
    expect((await get(`${list}?filter=to`)).body.items).toEqual([])
    expect((await get(`${list}?sort=value&order=desc`)).body.items[0].hash).toBe(sends.native)
    const { transactions_count } = (await get(`/addresses/${alice.address}/counters`)).body
    expect(transactions_count).toBe(String(oldest.length))
  })
})

describe('transactions', () => {
  test('show their outcome', async () => {
    const { body } = await get(`/transactions/${sends.native}`)
    expect(body).toMatchObject({
      status: 'ok',
      result: 'success',
      value: '1500000000001',
      method: null,
      raw_input: '0x',
      transaction_types: ['coin_transfer', 'token_transfer'],
      fee: { type: 'actual' },
      gas_used: '21000',
    })
    expect(body.token_transfers).toHaveLength(1)
    const failed = (await get(`/transactions/${sends.failed}`)).body
    expect(failed).toMatchObject({ status: 'error', method: 'transfer' })
    expect(failed.revert_reason.parameters[0].value).toBe('ERC20: transfer amount exceeds balance')
    const logs = (await get(`/transactions/${sends.token}/logs`)).body.items
    expect(logs.map((log: { address: { hash: Hex } }) => log.address.hash)).toEqual([usdc, systemEmitter])
  })

  test('error: unknown or malformed', async () => {
    expect(await get(`/transactions/${pad('0x1')}`)).toMatchObject({ status: 404, body: { message: 'Not found' } })
    expect(await get('/transactions/0x12')).toMatchObject({
      status: 422,
      body: { errors: [{ title: 'Invalid value', source: { pointer: '/transaction_hash_param' } }] },
    })
    expect((await get('/addresses/0x12')).body.errors[0].source.pointer).toBe('/address_hash_param')
    expect((await get(`/addresses/${bob}/transactions?filter=both`)).status).toBe(422)
    expect((await get(`/addresses/${alice.address}/token-transfers?block_number=x`)).status).toBe(422)
    expect((await get('/nothing')).status).toBe(404)
  })
})

describe('blocks and status', () => {
  test('give the head and go back to the first', async () => {
    await devnet.primary.mine(60)
    const { body } = await get('/blocks?type=block')
    expect(Math.abs(body.items[0].height - Number(devnet.primary.latestBlock))).toBeLessThan(4)
    expect(body.items).toHaveLength(50)
    const { items } = await all('/blocks?type=block')
    expect(items.at(-1).height).toBe(FIRST_BLOCK)
    expect((await get('/main-page/indexing-status')).body).toEqual({
      finished_indexing: true,
      finished_indexing_blocks: true,
      indexed_blocks_ratio: '1.00',
      indexed_internal_transactions_ratio: '1',
    })
    expect((await get('/stats')).body.average_block_time).toBe(500)
  })
})

describe('the Etherscan-like API', () => {
  test('lists transactions and token transfers', async () => {
    const account = { module: 'account', address: alice.address }
    const list = await legacy({ ...account, action: 'txlist', sort: 'asc', page: 1, offset: 2 })
    expect(list.result.map(({ hash }: { hash: Hex }) => hash)).toEqual([sends.token, sends.native])
    expect(list.result[0]).toMatchObject({ from: alice.address.toLowerCase(), isError: '0', txreceipt_status: '1' })
    const tokens = await legacy({ ...account, action: 'tokentx', contractaddress: usdc })
    expect(tokens.result.map(({ value }: { value: string }) => value)).toEqual(['1', '5000000'])
    expect(tokens.result[0]).toMatchObject({ tokenSymbol: 'USDC', tokenDecimal: '6', contractAddress: usdc })
  })

  test('error: names missing or empty parameters', async () => {
    expect(await legacy({ module: 'account', action: 'txlist' })).toEqual({
      status: '0',
      message: 'Required query parameters missing: address',
      result: null,
    })
    const empty = await legacy({ module: 'account', action: 'tokentx', address: stranger().address })
    expect(empty).toEqual({ status: '0', message: 'No token transfers found', result: [] })
    const two = { fromBlock: 0, toBlock: 'latest', topic0: transfer, topic1: pad(bob) }
    expect((await legacy({ module: 'logs', action: 'getLogs', ...two })).message).toContain('topic0_1_opr')
    const far = await legacy({ module: 'account', action: 'txlist', address: bob, page: 11, offset: 1_000 })
    expect(far.message).toContain('window')
  })

  test('finds blocks by time', async () => {
    const block = await reader(devnet).getBlock()
    const at = (closest: string, timestamp: bigint) =>
      legacy({ module: 'block', action: 'getblocknobytime', closest, timestamp: timestamp.toString() })
    const before = Number((await at('before', block.timestamp)).result.blockNumber)
    const after = Number((await at('after', block.timestamp)).result.blockNumber)
    expect(before).toBeGreaterThanOrEqual(Number(block.number))
    expect(after).toBeLessThanOrEqual(Number(block.number))
    expect((await at('before', 1n)).status).toBe('0')
  })
})

describe('faults', () => {
  test('answer as a busy or broken explorer does', async () => {
    devnet.faults.set({
      explorer: {
        rules: [
          { kind: 'rate-limit', match: '/addresses/*' },
          { kind: 'server-error', match: '/addresses/*' },
          { kind: 'malformed', match: '/addresses/*' },
          { kind: 'rate-limit', match: '/api/account/txlist' },
        ],
      },
    })
    const path = `${devnet.primary.explorerApi}/addresses/${alice.address}/counters`
    const [limited, broken, cut, fine] = [await fetch(path), await fetch(path), await fetch(path), await fetch(path)]
    expect([limited, broken, cut, fine].map(({ status }) => status)).toEqual([429, 500, 200, 200])
    expect(await limited.json()).toEqual({
      message: 'Too many requests. Increase limits now at https://dev.blockscout.com',
    })
    expect(limited.headers.get('bypass-429-option')).toBe('no_bypass')
    await expect(cut.json()).rejects.toThrow(SyntaxError)
    const busy = await legacy({ module: 'account', action: 'txlist', address: bob })
    expect(busy).toMatchObject({ status: '0', result: null })
  })

  test('behavior: a list that ends too soon, an index that is behind or unfinished', async () => {
    const list = `/addresses/${alice.address}/token-transfers`
    devnet.faults.set({ explorer: { truncateItems: 60 } })
    expect((await all(list)).pages).toEqual([50, 10])
    devnet.faults.set({ explorer: { truncateItems: null, lagBlocks: 1_000_000 } })
    expect((await all(list)).items).toEqual([])
    expect((await get(`/transactions/${sends.token}`)).status).toBe(404)
    devnet.faults.set({ explorer: { lagBlocks: 0, indexing: true } })
    expect((await get('/main-page/indexing-status')).body.finished_indexing_blocks).toBe(false)
  })
})

test('pages for people', async () => {
  const page = async (path: string) => (await fetch(`${devnet.primary.explorerUrl}${path}`)).text()
  expect(await page(`/tx/${sends.token}`)).toContain('5 USDC')
  expect(await page(`/address/${bob}`)).toContain(alice.address)
  expect(await page('')).toContain('transfer')
  expect((await fetch(`${devnet.primary.explorerUrl}/tx/0x12`)).status).toBe(404)
})
