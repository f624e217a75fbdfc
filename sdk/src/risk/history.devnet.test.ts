import { counterfeitTokenAbi, counterfeitTokenInitCode, FIRST_BLOCK as firstBlock, usdcAbi } from '@holdfast/devnet'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { check } from './check.js'
import { craftLookalike } from './craftLookalike.js'
import { ExplorerDataProvider, type ExplorerDataProviderOptions } from './ExplorerDataProvider.js'
import type { IDataProvider } from './history/IDataProvider.js'
import type { HistoryRecord } from './history/SenderHistory.js'
import { RpcDataProvider } from './RpcDataProvider.js'

const oldestBlock = BigInt(firstBlock)
let stage: TestStage
let payer: Actor
let planter: Actor
let genuine: Actor
let friend: Actor
let duster: Actor
let impostor: Address
let counterfeit: Address
let payments: number

beforeAll(async () => {
  stage = await setTestStage()
  ;[payer, planter, genuine, friend, duster] = (await Promise.all([1, 2, 3, 4, 5].map(() => stage.actor()))) as [
    Actor,
    Actor,
    Actor,
    Actor,
    Actor,
  ]
  impostor = craftLookalike(genuine.address)
  const { usdc } = stage.devnet.primary
  const token = { address: usdc, abi: usdcAbi, account: null, chain: null } as const
  const by = (actor: Actor, functionName: 'transfer' | 'transferFrom', args: readonly unknown[]) =>
    mined(
      actor.walletClient.writeContract({
        ...token,
        account: actor.walletClient.account,
        functionName,
        args,
      } as never),
    )
  await by(payer, 'transfer', [genuine.address, 25_000_000n])
  await mined(
    payer.walletClient.sendTransaction({
      to: friend.address,
      value: parseUnits('2', 18),
      account: account(payer),
      chain: null,
    }),
  )
  payments = 2
  const deployment = await mined(
    planter.walletClient.deployContract({
      abi: counterfeitTokenAbi,
      bytecode: counterfeitTokenInitCode,
      args: ['USD Coin', 'USDC', 6],
      account: account(planter),
      chain: null,
    }),
  )
  counterfeit = deployment.contractAddress as Address
  await mined(
    planter.walletClient.writeContract({
      address: counterfeit,
      abi: counterfeitTokenAbi,
      functionName: 'pretend',
      args: [payer.address, [impostor], 25_000_000n],
      account: account(planter),
      chain: null,
    }),
  )
  await by(planter, 'transferFrom', [payer.address, impostor, 0n])
  await by(planter, 'transferFrom', [impostor, payer.address, 0n])
  await by(duster, 'transfer', [payer.address, 10_000n])
  // Forged about an honest payee, after it was paid.
  await by(planter, 'transferFrom', [payer.address, genuine.address, 0n])
  // A payment of nothing that its receiver can only see.
  await mined(duster.walletClient.sendTransaction({ to: payer.address, account: account(duster), chain: null }))
})

afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage?.stop())

const account = (actor: Actor) => actor.walletClient.account ?? null

async function mined(hash: Promise<`0x${string}`>) {
  const receipt = await stage.publicClient.waitForTransactionReceipt({ hash: await hash })
  expect(receipt.status).toBe('success')
  return receipt
}

const nameOf = (address: Address | null) =>
  address === null
    ? null
    : (Object.entries({
        payer: payer.address,
        genuine: genuine.address,
        friend: friend.address,
        planter: planter.address,
        duster: duster.address,
        impostor,
        counterfeit,
        usdc: stage.devnet.primary.usdc,
      }).find(([, known]) => known.toLowerCase() === address.toLowerCase())?.[0] ?? address)

const isSame = (a: Address, b: Address) => a.toLowerCase() === b.toLowerCase()

const told = ({ from, to, token, value, canonical, signer, decimals }: HistoryRecord) =>
  `${nameOf(signer)}: ${nameOf(from)} → ${nameOf(to)} ${value} of ${nameOf(token) ?? 'coin'} (${decimals})${canonical ? '' : ', unknown token'}`

const inOrder = (records: readonly HistoryRecord[]) =>
  [...records].sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex).map(told)

describe('ExplorerDataProvider.getHistory', () => {
  test('default: every movement, signed and dated', async () => {
    const provider = explorerOf()
    const history = await provider.getHistory(payer.address)
    expect(history.missing).toBeUndefined()
    expect(history.complete).toBe(true)
    expect(payments).toBe(2)
    expect(history.records.every(({ timestamp, chainId }) => timestamp instanceof Date && chainId === 5042002)).toBe(
      true,
    )
    expect(inOrder(history.records)).toMatchInlineSnapshot(`
      [
        "payer: payer → genuine 25000000 of usdc (6)",
        "payer: payer → friend 2000000 of usdc (6)",
        "planter: payer → impostor 25000000 of counterfeit (6), unknown token",
        "planter: payer → impostor 0 of usdc (6)",
        "planter: impostor → payer 0 of usdc (6)",
        "duster: duster → payer 10000 of usdc (6)",
        "planter: payer → genuine 0 of usdc (6)",
        "duster: duster → payer 0 of coin (6)",
      ]
    `)
  })
})

describe('RpcDataProvider', () => {
  const create = (options = {}) =>
    new RpcDataProvider({ client: stage.publicClient, fromBlock: oldestBlock, ...options })

  test('getHistory: the same movements as the explorer tells, from logs and transactions', async () => {
    const history = await create().getHistory(payer.address)
    expect(history.missing).toBeUndefined()
    expect(history.complete).toBe(true)
    const explorer = await explorerOf().getHistory(payer.address)
    // A native payment is distinguished here; a transaction that moves nothing has no log.
    expect(inOrder(history.records).map((line) => line.replace('of coin', 'of usdc'))).toEqual(
      inOrder(explorer.records)
        .slice(0, -1)
        // A payment of real money is one, whatever its signer.
        .map((line) => line.replace(/^payer: (payer → \w+ \d+0 of usdc)/, 'null: $1'))
        // A node is not asked for the decimals of an unknown token.
        .map((line) => line.replace('counterfeit (6)', 'counterfeit (18)')),
    )
  })

  test('the three answers', async () => {
    const provider = create()
    const scan = await provider.getOutgoingCounterparties(payer.address)
    expect(new Set(scan.counterparties)).toEqual(new Set([genuine.address, friend.address]))
    expect(scan.complete).toBe(true)
    expect(await provider.countZeroValueTransfers(impostor, payer.address)).toBe(1)
    expect(await provider.countZeroValueTransfers(genuine.address, payer.address)).toBe(0)
    expect(await provider.getAddressActivity(impostor)).toMatchObject({ transactionCount: 1 })
    expect(await provider.getAddressActivity(payer.address)).toMatchObject({ transactionCount: 2 })
    expect(await provider.getAddressActivity('0x8617E340B3D01FA5F11F306F4090FD50E238070D')).toEqual({
      transactionCount: 0,
      firstSeenAt: null,
    })
  })

  test('sync: incomplete until done, resumable, then only the tail is read', async () => {
    const provider = create({ fromBlock: oldestBlock - 500_000n, maxTailBlocks: 1_000 })
    const before = await provider.getHistory(payer.address)
    expect(before).toMatchObject({ complete: false, missing: [expect.stringContaining('have not been read yet')] })
    await expect(provider.countZeroValueTransfers(friend.address, payer.address)).rejects.toThrow()

    const stopping = new AbortController()
    const seen: bigint[] = []
    const stopped = provider.sync(payer.address, {
      signal: stopping.signal,
      onProgress: ({ completeToBlock }) => {
        seen.push(completeToBlock)
        stopping.abort(new Error('enough'))
      },
    })
    await expect(stopped).rejects.toThrow('enough')
    expect(provider.snapshot(payer.address)?.completeToBlock).toBe(seen[0])

    await stage.devnet.primary.mine(30)
    const snapshot = await provider.sync(payer.address)
    expect(snapshot.completeToBlock).toBeLessThanOrEqual(stage.devnet.primary.latestBlock - 20n)
    const resumed = create({ fromBlock: oldestBlock - 500_000n, maxTailBlocks: 1_000, resume: [snapshot] })
    const after = await resumed.getHistory(payer.address)
    expect(after.complete).toBe(true)
    expect(inOrder(after.records)).toEqual(inOrder((await create().getHistory(payer.address)).records))
  })
})

const now = new Date(Date.now() + 2 * 86_400_000)
const quick = { timeoutMs: 500, retryDelayMs: 1 }
/** Where an answer that came late would change the verdict. */
const patient = { timeoutMs: 120_000, retryDelayMs: 1 }
const judge = (target: Address, provider: IDataProvider, timeoutMs = 1_000, judgedAt = now) =>
  check(payer.address, target, {
    provider,
    client: stage.publicClient,
    contractAddress: stage.devnet.primary.contracts.transferContract,
    now: judgedAt,
    timeoutMs,
  })
const explorerOf = (options: ExplorerDataProviderOptions = {}) =>
  new ExplorerDataProvider({ client: stage.publicClient, ...options })
const expectUnsure = async (provider: IDataProvider, source: string, judgedAt = now) => {
  const report = await judge(genuine.address, provider, undefined, judgedAt)
  expect(report.level).not.toBe('safe')
  expect(report.complete).toBe(false)
  expect(report.reasons.find(({ code }) => code === 'DATA_UNAVAILABLE')?.sources).toContain(source)
}

const kinds = ['rate-limit', 'rate-limit-plain', 'server-error', 'malformed', 'forbidden', 'reset', 'hang'] as const

describe('a payee who is safe when every source answers', () => {
  const rpc = (haste = quick) => new RpcDataProvider({ client: stage.publicClient, fromBlock: oldestBlock, ...haste })

  test('is safe by explorer and by node alike, and the impostor is named', async () => {
    for (const provider of [explorerOf(patient), rpc(patient)]) {
      expect(await judge(genuine.address, provider, 120_000)).toMatchObject({ level: 'safe', complete: true })
      expect(await judge(friend.address, provider, 120_000)).toMatchObject({ level: 'safe', complete: true })
      expect(await judge(impostor, provider, 120_000)).toMatchObject({
        level: 'block',
        complete: true,
      })
    }
  })

  describe.each([
    ['history', '/api/account/tokentx', '/addresses/*/token-transfers'],
    ['history', '/api/account/txlist', '/addresses/*/transactions'],
    ['history', '/main-page/indexing-status'],
    // Where no node says how far the chain is.
    ['history', '/blocks'],
    ['history', '/api/logs/getLogs'],
    ['history', '/transactions/*'],
    // The first transfer is less than a day old.
    ['activity', '/addresses/*/transactions'],
    ['activity', '/api/account/tokentx'],
  ])("is not safe without the explorer's %s from %s", (source, ...matches) => {
    test.each(kinds)('%s', async (kind) => {
      stage.devnet.faults.set({ explorer: { rules: matches.map((match) => ({ kind, match, times: null })) } })
      const client = matches.includes('/blocks') ? undefined : stage.publicClient
      const judgedAt = source === 'activity' ? new Date() : now
      await expectUnsure(explorerOf({ ...quick, client }), source, judgedAt)
      // What was seen stays seen.
      if (kind === 'malformed') expect((await judge(impostor, explorerOf(patient), 120_000)).level).toBe('block')
    })
  })

  test.each([
    ['cut short', { truncateItems: 1 }, {}],
    ['behind the chain', { lagBlocks: 40 }, {}],
    ['still indexing', { indexing: true }, {}],
  ] as const)('is not safe by an explorer that is %s', async (_, explorer, options) => {
    await stage.devnet.primary.mine(40)
    stage.devnet.faults.set({ explorer })
    const report = await judge(genuine.address, explorerOf({ ...quick, ...options }))
    expect(report.complete).toBe(false)
    expect(report.level).not.toBe('safe')
  })

  describe.each([
    ['history', 'eth_getLogs'],
    // A call names the newest block, too.
    ['history', 'eth_blockNumber', 'eth_call'],
    ['history', 'eth_getTransactionByHash'],
    ['activity', 'eth_getTransactionCount'],
    ['verifiedRecipient', 'eth_call'],
  ])("is not safe without the node's %s from %s", (source, ...matches) => {
    test.each(kinds)('%s', async (kind) => {
      stage.devnet.faults.set({ rpc: { rules: matches.map((match) => ({ kind, match, times: null })) } })
      await expectUnsure(rpc(), source)
    })
  })

  test('is not safe by a node that lacks the newest blocks, or where blocks have not been read', async () => {
    const unread = new RpcDataProvider({ client: stage.publicClient, fromBlock: 1n, ...quick })
    await expectUnsure(unread, 'history')
    stage.devnet.faults.set({ rpc: { behindBlocks: 1_000 } })
    await expectUnsure(rpc(), 'history')
  })

  test('is read from the explorer’s own API where the Etherscan-like one refuses', async () => {
    const rules = [{ kind: 'forbidden', match: '/api/account/*', times: null }] as const
    stage.devnet.faults.set({ explorer: { rules } })
    const provider = explorerOf(patient)
    const { records, complete } = await provider.getHistory(payer.address, { target: genuine.address })
    expect(complete).toBe(true)
    expect(records.some(({ to, value }) => isSame(to, genuine.address) && value === 25_000_000n)).toBe(true)
  })

  test('is not safe by an explorer that hides a payee in all its lists and counters', async () => {
    expect((await judge(genuine.address, explorerOf(patient), 120_000)).level).toBe('safe')
    stage.devnet.faults.set({ explorer: { hiddenAddress: friend.address } })
    let reads = 0
    const fetchFn: typeof fetch = (input, init) => {
      if (String(input).includes('action=txlist&')) reads++
      return fetch(input, init)
    }
    const { complete, missing } = await explorerOf({ ...patient, fetchFn }).getHistory(payer.address)
    expect({ complete, missing }).toEqual({
      complete: false,
      missing: ['The explorer lists 1 of 2 transactions that the account has signed.'],
    })
    // It might have been mined in between, so it is looked for once more.
    expect(reads).toBe(2)
    expect((await judge(genuine.address, explorerOf(patient), 120_000)).level).not.toBe('safe')
  })

  test('is safe and the impostor blocked, however many records others write', async () => {
    const crowd = Array.from({ length: 60 }, () => craftLookalike(friend.address))
    await mined(
      planter.walletClient.writeContract({
        address: counterfeit,
        abi: counterfeitTokenAbi,
        functionName: 'pretend',
        args: [payer.address, crowd, 2_000_000n],
        account: account(planter),
        chain: null,
      }),
    )
    const capped = () => explorerOf({ ...patient, maxPages: 1 })
    expect(await judge(genuine.address, capped(), 120_000)).toMatchObject({ level: 'safe', complete: true })
    expect((await judge(crowd[0] as Address, capped(), 120_000)).level).toBe('block')
  })
})

describe('a delegated account', () => {
  test('has signed as many delegations as its nonce counts besides transactions', async () => {
    const delegated = await stage.actor()
    const { walletClient } = delegated
    const to = genuine.address
    // Code that does nothing.
    const contractAddress = friend.address
    if (!walletClient.account) throw new Error('An account is needed.')
    await mined(walletClient.sendTransaction({ to, value: 10n ** 18n, account: account(delegated), chain: null }))
    const own = await walletClient.signAuthorization({
      account: walletClient.account,
      contractAddress,
      executor: 'self',
    })
    await mined(
      walletClient.sendTransaction({ to, authorizationList: [own], account: account(delegated), chain: null }),
    )
    const sponsored = await walletClient.signAuthorization({ account: walletClient.account, contractAddress })
    await mined(
      planter.walletClient.sendTransaction({
        to: delegated.address,
        authorizationList: [sponsored],
        account: account(planter),
        chain: null,
      }),
    )
    await mined(walletClient.sendTransaction({ to, value: 10n ** 18n, account: account(delegated), chain: null }))
    const nonce = await stage.publicClient.getTransactionCount({ address: delegated.address })
    expect(nonce).toBe(5)
    const { complete, missing } = await explorerOf(patient).getHistory(delegated.address)
    expect({ complete, missing }).toEqual({ complete: true, missing: undefined })
  })

  test('has signed those that others submit, wherever to and whatever else is sent to it', async () => {
    const delegated = await stage.actor()
    const { walletClient, address } = delegated
    if (!walletClient.account) throw new Error('An account is needed.')
    const authorization = await walletClient.signAuthorization({
      account: walletClient.account,
      contractAddress: friend.address,
    })
    const byPlanter = { account: account(planter), chain: null }
    // As an entry point is called: nothing in it names the account but its signature.
    await mined(
      planter.walletClient.sendTransaction({ to: genuine.address, authorizationList: [authorization], ...byPlanter }),
    )
    // 25 transactions of nothing cost a cent, and any of them might hold the delegation.
    const nonce = await stage.publicClient.getTransactionCount({ address: planter.address })
    const sent = Array.from({ length: 25 }, (_, more) => ({ to: address, nonce: nonce + more, ...byPlanter }))
    await Promise.all(sent.map((one) => mined(planter.walletClient.sendTransaction(one))))
    expect(await stage.publicClient.getTransactionCount({ address })).toBe(1)
    const provider = explorerOf(patient)
    const { complete, missing } = await provider.getHistory(address)
    expect({ complete, missing }).toEqual({ complete: true, missing: undefined })
  })
})
