import { arcTestnetChain, baseSepoliaChain } from '@holdfast/contracts'
import { startAnvil } from '@holdfast/testkit/plainChain'
import {
  type Address,
  type Chain,
  createTestClient,
  custom,
  type Hash,
  type Hex,
  http,
  keccak256,
  numberToHex,
  parseGwei,
  publicActions,
  type TransactionReceipt,
  walletActions,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSameAs, type ReceiptOptions, waitForReceipt } from './waitForReceipt.js'

let url: string
let stop: () => Promise<void>
let node: ReturnType<typeof connect>
beforeAll(async () => {
  // Blocks are made by the tests alone, and are final at once.
  ;({ url, stop } = await startAnvil(['--no-mining', '--slots-in-an-epoch=0']))
  node = connect(async (request) => request())
})
afterAll(() => stop?.())

type Ask = { method: string; params: readonly unknown[] }

/** A client whose requests pass through a function of the test. */
function connect(
  pass: (request: () => Promise<unknown>, ask: Ask) => Promise<unknown>,
  at = url,
  chain: Chain = foundry,
) {
  const { request } = http(at)({ chain })
  const provider = {
    request: ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
      pass(() => request({ method, params } as never), { method, params }),
  }
  return createTestClient({ mode: 'anvil', chain, transport: custom(provider, { retryCount: 0 }) })
    .extend(publicActions)
    .extend(walletActions)
}

const payee: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const other: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const made = { to: payee, input: '0x1234', value: '0x0' } as const
const waiting = { blockTimeMs: 20, timeoutMs: 60_000 }

async function newAccount(on = node): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey())
  await on.setBalance({ address: account.address, value: 10n ** 18n })
  return account
}

type Made = { to?: Address; data?: Hex; value?: bigint; gwei?: string }

/** A transaction with the account's first nonce, as it was asked for, signed and not sent. */
async function sign(account: PrivateKeyAccount, { to = payee, data = made.input, value = 0n, gwei = '10' }: Made = {}) {
  const fees = { maxFeePerGas: parseGwei(gwei), maxPriorityFeePerGas: parseGwei(gwei) }
  const fields = { chainId: foundry.id, nonce: 0, gas: 100_000n, type: 'eip1559', ...fees } as const
  const raw = await account.signTransaction({ ...fields, to, data, value })
  return { raw, hash: keccak256(raw) }
}

const send = (raw: Hex) => node.sendRawTransaction({ serializedTransaction: raw })

/** What took the place of a transaction, and what is to be said of it. */
const replacements: Record<string, { with: (from: Address) => Made; isSame: boolean }> = {
  'the same call for a higher fee': { with: () => ({}), isSame: true },
  'a cancellation': { with: (from) => ({ to: from, data: '0x' }), isSame: false },
  'another payment': { with: () => ({ to: other, data: '0x', value: 7n }), isSame: false },
  'the same call with money': { with: () => ({ value: 1n }), isSame: false },
}

async function replace(account: PrivateKeyAccount, what: Made): Promise<Hash> {
  const { raw, hash } = await sign(account, { ...what, gwei: '50' })
  await send(raw)
  // The page that waits looks when it looks: never in the one block that has it.
  await node.mine({ blocks: 4 })
  return hash
}

async function expectOutcome(
  outcome: Promise<TransactionReceipt>,
  { isSame, hash, replacement }: { isSame: boolean; hash: Hash; replacement: Hash },
): Promise<void> {
  if (isSame) expect((await outcome).transactionHash).toBe(replacement)
  else
    await expect(outcome).rejects.toMatchObject({
      name: 'TransactionReplacedError',
      txHash: hash,
      replacementTxHash: replacement,
      effect: 'open',
      retry: 'after_change',
      settles: true,
    })
}

describe.each(Object.entries(replacements))('replaced by %s', (_, { with: what, isSame }) => {
  test('blocks before the wait began, by sender and nonce', async () => {
    const account = await newAccount()
    const { hash } = await sign(account)
    const replacement = await replace(account, what(account.address))
    const outcome = waitForReceipt(node, hash, 'testing', {
      ...waiting,
      sender: account.address,
      nonce: 0,
      isSame: isSameAs(made),
    })
    await expectOutcome(outcome, { isSame, hash, replacement })
  })

  test('while it is waited for, by what the node shows of it', async () => {
    const account = await newAccount()
    const { raw, hash } = await sign(account)
    await send(raw)
    let replacement: Hash | undefined
    const client = connect(async (request, { method }) => {
      const answer = await request()
      if (method === 'eth_getTransactionByHash') replacement ??= await replace(account, what(account.address))
      return answer
    })
    const outcome = await waitForReceipt(client, hash, 'testing', waiting).catch((error: unknown) => error)
    await expectOutcome(
      outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome as TransactionReceipt),
      { isSame, hash, replacement: replacement as unknown as Hash },
    )
  })
})

/** A node that shows no transaction before it is mined, of an account whose next nonce was read while this one waited. */
function hiding(afterCount: () => Promise<unknown>) {
  let isCounted = false
  return connect(async (request, { method }) => {
    const answer = await request()
    if (method === 'eth_getTransactionByHash') return null
    if (method === 'eth_getTransactionCount' && !isCounted) {
      isCounted = true
      await afterCount()
    }
    return answer
  })
}

describe('a node that hides what waits, and a wallet that names no nonce', () => {
  test.each([
    ['of another transaction', { to: other, data: '0x' } as const],
    // Made before, in another window, or by a second press: it decides nothing about this one.
    ['of the same call', {}],
  ])('the nonce may be that %s: it is not confirmed', async (_, earlier) => {
    const account = await newAccount()
    const { hash } = await sign(account)
    const client = hiding(() => replace(account, earlier))
    const outcome = waitForReceipt(client, hash, 'testing', {
      ...waiting,
      timeoutMs: 1_000,
      sender: account.address,
      isSame: isSameAs(made),
    })
    await expect(outcome).rejects.toMatchObject({ name: 'TransactionUnconfirmedError', txHash: hash })
  })
})

describe('what a wallet made of the call', () => {
  test('a call that the wallet wrapped is found again with a higher fee', async () => {
    const account = await newAccount()
    const wrapped = { data: `${made.input}c0de` } as const
    const { raw, hash } = await sign(account, wrapped)
    await send(raw)
    let replacement: Hash | undefined
    const client = connect(async (request, { method }) => {
      const answer = await request()
      if (method === 'eth_getTransactionByHash') replacement ??= await replace(account, wrapped)
      return answer
    })
    const known = { sender: account.address, isSame: isSameAs(made) }
    const receipt = await waitForReceipt(client, hash, 'testing', { ...waiting, ...known })
    expect(receipt.transactionHash).toBe(replacement)
  })

  test('a transaction of an account that carries it for another one decides nothing', async () => {
    const relayer = await newAccount()
    const { raw, hash } = await sign(relayer)
    await send(raw)
    let isReplaced = false
    const client = connect(async (request, { method }) => {
      const answer = await request()
      if (method === 'eth_getTransactionByHash' && !isReplaced) {
        isReplaced = true
        await replace(relayer, { to: other, data: '0x' })
      }
      return answer
    })
    const outcome = waitForReceipt(client, hash, 'testing', { ...waiting, timeoutMs: 1_000, sender: payee })
    await expect(outcome).rejects.toMatchObject({ name: 'TransactionUnconfirmedError', txHash: hash })
    expect(isReplaced).toBe(true)
  })

  test('where the call is not known, another one with its nonce is not said to be another payment', async () => {
    const account = await newAccount()
    const { hash } = await sign(account)
    await replace(account, {})
    const known = { sender: account.address, nonce: 0 }
    const outcome = waitForReceipt(node, hash, 'testing', { ...waiting, timeoutMs: 1_000, ...known })
    await expect(outcome).rejects.toMatchObject({
      name: 'TransactionReplacedError',
      replacementTxHash: undefined,
      retry: 'no',
      settles: false,
    })
  })
})

describe('the nonce is used', () => {
  test('by the transaction itself, whose receipt is late', async () => {
    const account = await newAccount()
    const { raw, hash } = await sign(account)
    await send(raw)
    await node.mine({ blocks: 4 })
    let asked = 0
    const client = connect(async (request, { method }) => {
      // The node has its block for a while before it has its receipt.
      if (method === 'eth_getTransactionReceipt' && ++asked < 4) return null
      return request()
    })
    const known = { sender: account.address, nonce: 0, isSame: isSameAs(made) }
    const receipt = await waitForReceipt(client, hash, 'testing', { ...waiting, ...known })
    expect([receipt.transactionHash, asked]).toEqual([hash, 4])
  })

  test('by the transaction itself, at a node without its receipt and without past states: it is not confirmed', async () => {
    const account = await newAccount()
    const { raw, hash } = await sign(account)
    await send(raw)
    await node.mine({ blocks: 4 })
    const client = connect(async (request, { method, params }) => {
      if (method === 'eth_getTransactionCount' && params[1] !== 'latest') throw new Error('missing trie node')
      return method === 'eth_getTransactionReceipt' ? null : request()
    })
    const known = { sender: account.address, nonce: 0 }
    const outcome = waitForReceipt(client, hash, 'testing', { ...waiting, timeoutMs: 1_000, ...known })
    await expect(outcome).rejects.toMatchObject({ name: 'TransactionUnconfirmedError', txHash: hash })
  })

  // As one of several nodes behind an address, while another one counts the transaction already.
  test.each<[string, (shown: bigint, ask: Ask) => unknown]>([
    ['head is older', (shown, { method }) => (method === 'eth_blockNumber' ? numberToHex(shown) : undefined)],
    ['block is missing', (_, { method }) => (method === 'eth_getBlockByNumber' ? null : undefined)],
  ])('by the transaction itself, at a node whose %s: it is not confirmed', async (_, answerOf) => {
    const account = await newAccount()
    const { raw, hash } = await sign(account)
    await send(raw)
    const shown = await node.getBlockNumber()
    await node.mine({ blocks: 1 })
    const client = connect(async (request, ask) => {
      if (ask.method === 'eth_getTransactionReceipt' || ask.method === 'eth_getTransactionByHash') return null
      const answer = answerOf(shown, ask)
      return answer === undefined ? request() : answer
    })
    const known = { sender: account.address, nonce: 0, isSame: isSameAs(made) }
    const outcome = waitForReceipt(client, hash, 'testing', { ...waiting, timeoutMs: 1_000, ...known })
    await expect(outcome).rejects.toMatchObject({ name: 'TransactionUnconfirmedError', txHash: hash })
  })

  test('by another one, whose block is taken back while it is looked for', async () => {
    const account = await newAccount()
    const { raw, hash } = await sign(account)
    const before = await node.snapshot()
    await replace(account, { to: other, data: '0x' })
    let isBack = false
    const client = connect(async (request, { method }) => {
      if (method === 'eth_getBlockByNumber' && !isBack) {
        isBack = true
        await node.revert({ id: before })
        await send(raw)
        await node.mine({ blocks: 1 })
      }
      return request()
    })
    const receipt = await waitForReceipt(client, hash, 'testing', { ...waiting, sender: account.address, nonce: 0 })
    expect([receipt.transactionHash, isBack]).toEqual([hash, true])
  })

  test('by another one that a node without past states cannot find: looked for until the time is over', async () => {
    const account = await newAccount()
    const { hash } = await sign(account)
    await replace(account, { to: other, data: '0x' })
    const client = connect(async (request, { method, params }) => {
      if (method === 'eth_getTransactionCount' && params[1] !== 'latest') throw new Error('missing trie node')
      return request()
    })
    const known = { sender: account.address, nonce: 0 }
    const outcome = waitForReceipt(client, hash, 'testing', { ...waiting, timeoutMs: 1_000, ...known })
    await expect(outcome).rejects.toMatchObject({
      name: 'TransactionReplacedError',
      txHash: hash,
      replacementTxHash: undefined,
      effect: 'open',
      retry: 'no',
      advice: { do: 'look_up_transaction', txHash: undefined },
      settles: false,
    })
  })

  test('a hundred blocks ago, which takes few questions', async () => {
    const account = await newAccount()
    const { hash } = await sign(account)
    const replacement = await replace(account, { to: other, data: '0x' })
    await node.mine({ blocks: 100 })
    let asked = 0
    const client = connect(async (request) => {
      asked++
      return request()
    })
    const known = { sender: account.address, nonce: 0, isSame: isSameAs(made) }
    const outcome = waitForReceipt(client, hash, 'testing', { ...waiting, ...known })
    await expect(outcome).rejects.toMatchObject({ replacementTxHash: replacement })
    expect(asked).toBeLessThan(24)
  })
})

/** Code that reverts. */
const refuser: Address = '0x00000000000000000000000000000000000000fd'

/** How a wait can end, each with a transaction that has come to that. */
const outcomes: Record<string, (account: PrivateKeyAccount, on: typeof node) => Promise<{ raw: Hex; hash: Hash }>> = {
  success: async (account, on) => {
    const sent = await sign(account)
    await on.sendRawTransaction({ serializedTransaction: sent.raw })
    await on.mine({ blocks: 1 })
    return sent
  },
  TransactionRevertedError: async (account, on) => {
    await on.setCode({ address: refuser, bytecode: '0x5f5ffd' })
    const sent = await sign(account, { to: refuser })
    await on.sendRawTransaction({ serializedTransaction: sent.raw })
    await on.mine({ blocks: 1 })
    return sent
  },
  TransactionReplacedError: async (account, on) => {
    const sent = await sign(account)
    const { raw } = await sign(account, { to: other, data: '0x', gwei: '50' })
    await on.sendRawTransaction({ serializedTransaction: raw })
    await on.mine({ blocks: 1 })
    return sent
  },
}

/** How a wait ends whose client is on another chain at first, after it was seen to end in no other way while it stays there. */
async function endFromElsewhere(hash: Hash, known: ReceiptOptions): Promise<string> {
  const elsewhere = connect(async (request, { method }) => (method === 'eth_chainId' ? '0x1' : request()))
  // Neither a client that names a chain nor one that does not.
  for (const reader of [elsewhere, { ...elsewhere, chain: undefined }])
    await expect(waitForReceipt(reader, hash, 'testing', { ...known, timeoutMs: 1_000 })).rejects.toMatchObject({
      effect: 'open',
      settles: false,
    })
  let asked = 0
  const client = connect(async (request, { method }) => (method === 'eth_chainId' && ++asked < 4 ? '0x1' : request()))
  const end = await endOf(waitForReceipt(client, hash, 'testing', known))
  expect(asked).toBeGreaterThan(3)
  return end
}

test('what does the same with its nonce is taken for it from no other chain', async () => {
  const account = await newAccount()
  const { hash } = await sign(account)
  await replace(account, {})
  const known = { sender: account.address, nonce: 0, isSame: isSameAs(made), chainId: foundry.id }
  expect(await endFromElsewhere(hash, { ...waiting, ...known })).toBe('success')
})

const endOf = (waiting: Promise<TransactionReceipt>): Promise<string> =>
  waiting.then(
    ({ status }) => status,
    ({ name }: Error) => name,
  )

describe.each(Object.entries(outcomes))('%s', (end, make) => {
  const knownOf = ({ address: sender }: PrivateKeyAccount) => ({ sender, nonce: 0, isSame: isSameAs(made) })

  // A receipt of success under the transaction's own hash is proof on any chain: the hash covers its chain.
  if (end !== 'success')
    test('is concluded from no other chain, to which a wallet may have changed', async () => {
      const account = await newAccount()
      const { hash } = await make(account, node)
      const known = { ...waiting, ...knownOf(account), chainId: foundry.id }
      expect(await endFromElsewhere(hash, known)).toBe(end)
    })

  test.each(['blockNumber', 'status', 'logs'])('is concluded from no receipt without %s', async (field) => {
    const account = await newAccount()
    const { hash } = await make(account, node)
    const lacking = (looks: number) =>
      connect(async (request, { method }) => {
        const answer = await request()
        const isLacking = method === 'eth_getTransactionReceipt' && answer && --looks >= 0
        return isLacking ? { ...answer, [field]: looks % 2 === 0 ? null : undefined } : answer
      })
    expect(await endOf(waitForReceipt(lacking(4), hash, 'testing', { ...waiting, ...knownOf(account) }))).toBe(end)
    const short = { ...waiting, timeoutMs: 1_000, ...knownOf(account) }
    await expect(waitForReceipt(lacking(1_000), hash, 'testing', short)).rejects.toMatchObject({
      effect: 'open',
      settles: false,
    })
  })
})

describe('on a chain whose blocks can be taken back', () => {
  let slow: typeof node
  let slowUrl: string
  let stopSlow: () => Promise<void>
  beforeAll(async () => {
    // A block is final when four more are mined.
    ;({ url: slowUrl, stop: stopSlow } = await startAnvil(['--no-mining', '--slots-in-an-epoch=2']))
    slow = connect(async (request) => request(), slowUrl)
    await slow.mine({ blocks: 10 })
  })
  afterAll(() => stopSlow?.())

  test.each(Object.entries(outcomes))(
    '%s: at once where it has happened, else once the block is final',
    async (end, make) => {
      const account = await newAccount(slow)
      const { hash } = await make(account, slow)
      const known = { sender: account.address, nonce: 0, isSame: isSameAs(made) }
      const early = waitForReceipt(slow, hash, 'testing', { ...waiting, timeoutMs: 300, ...known })
      expect(await endOf(early)).toBe(end === 'success' ? end : 'TransactionUnconfirmedError')
      await slow.mine({ blocks: 4 })
      expect(await endOf(waitForReceipt(slow, hash, 'testing', { ...waiting, ...known }))).toBe(end)
    },
  )

  test.each([
    ['Arc', arcTestnetChain.id, 0],
    ['Base Sepolia', baseSepoliaChain.id, baseSepoliaChain.reorgDepthBlocks],
  ])('%s: its own depth counts, and not what the node calls final', async (_, chainId, depth) => {
    const asked: unknown[] = []
    const client = connect(
      async (request, { method, params }) => {
        asked.push(params[0])
        return method === 'eth_chainId' ? numberToHex(chainId) : request()
      },
      slowUrl,
      { ...foundry, id: chainId },
    )
    const account = await newAccount(slow)
    // A key of the table.
    const { hash } = await (outcomes.TransactionRevertedError as (typeof outcomes)[string])(account, slow)
    const wait = (timeoutMs: number) => endOf(waitForReceipt(client, hash, 'testing', { ...waiting, timeoutMs }))
    if (depth > 0) {
      await slow.mine({ blocks: depth - 1 })
      expect(await wait(300)).toBe('TransactionUnconfirmedError')
      await slow.mine({ blocks: 1 })
    }
    expect(await wait(60_000)).toBe('TransactionRevertedError')
    expect(asked).not.toContain('finalized')
  })

  test.each(['TransactionRevertedError', 'TransactionReplacedError'])(
    '%s: its block is taken back, and the transaction succeeds',
    async (name) => {
      const account = await newAccount(slow)
      const before = await slow.snapshot()
      // A key of the table.
      const { raw, hash } = await (outcomes[name] as (typeof outcomes)[string])(account, slow)
      let looks = 0
      const client = connect(async (request, { method, params }) => {
        const answer = await request()
        if (method === 'eth_getBlockByNumber' && params[0] === 'finalized' && ++looks === 2) {
          await slow.revert({ id: before })
          await slow.setCode({ address: refuser, bytecode: '0x00' })
          await slow.sendRawTransaction({ serializedTransaction: raw })
          await slow.mine({ blocks: 1 })
        }
        return answer
      }, slowUrl)
      const known = { sender: account.address, nonce: 0, isSame: isSameAs(made) }
      const receipt = await waitForReceipt(client, hash, 'testing', { ...waiting, ...known })
      expect([receipt.transactionHash, receipt.status, looks]).toEqual([hash, 'success', 2])
    },
  )
})
