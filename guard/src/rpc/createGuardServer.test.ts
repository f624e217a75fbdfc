import { execFile } from 'node:child_process'
import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { arcTestnetChain, issuerContracts } from '@holdfast/contracts'
import { craftLookalike, ExplorerDataProvider, type IDataProvider } from '@holdfast/sdk/risk'
import { type RecordingNode, startRecordingNode } from '@holdfast/testkit/recordingNode'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import {
  type Address,
  concat,
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  keccak256,
  multicall3Abi,
  numberToHex,
  pad,
  parseAbi,
  size,
  slice,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGuardServer, type GuardServer, type GuardServerOptions } from './createGuardServer.js'
import { GUARD_SENTINEL_ADDRESS, isGuarded } from './sentinel.js'

const chainId = 5042002
const account = privateKeyToAccount(generatePrivateKey())

/** For a machine with other work: without it a wait gives up after a second. */
const patient = { timeout: 120_000, interval: 50 }

let stage: TestStage
let node: RecordingNode
let guard: GuardServer
let genuine: Address
let imitation: Address
const opened: GuardServer[] = []

/** A guard in front of the recording node. */
async function open(options: Partial<GuardServerOptions> = {}): Promise<GuardServer> {
  const server = createGuardServer({ upstream: node.url, chainId, port: 0, ...options })
  opened.push(server)
  await server.listen()
  return server
}

beforeAll(async () => {
  stage = await setTestStage()
  node = await startRecordingNode(stage.devnet.primary.rpcUrl)
  const payee: Actor = await stage.actor(1_000_000n)
  genuine = payee.address
  imitation = craftLookalike(genuine)
  await stage.devnet.primary.fund(account.address, 1_000_000_000n)
  const { usdc } = stage.devnet.primary
  await send(stage.devnet.primary.rpcUrl, await sign({ to: usdc, data: transfer(genuine, 25_000_000n) }))
  guard = await open()
  await guard.prepare(account.address)
})
beforeEach(() => node.reset())
afterAll(async () => {
  await Promise.all(opened.map((server) => server.close()))
  for (const close of closing) close()
  await node?.stop()
  await stage?.stop()
})

const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

async function sign(transaction: {
  to?: Address
  gas?: bigint
  data?: Hex
  value?: bigint
  chainId?: number
  nonce?: number
}): Promise<Hex> {
  const nonce = await stage.publicClient.getTransactionCount({ address: account.address })
  return account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    gas: 200_000n,
    maxFeePerGas: 50_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    ...transaction,
  })
}

async function send(url: string, raw: Hex): Promise<void> {
  const { result } = await call('eth_sendRawTransaction', [raw], url)
  await stage.publicClient.waitForTransactionReceipt({ hash: result })
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every kind
async function call(method: string, params: unknown, url = guard.url): Promise<any> {
  const [answer] = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), url)
  return answer
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every kind
async function post(body: string, url = guard.url, headers: Record<string, string> = {}): Promise<[any, Response]> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  const text = await response.text()
  return [text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text, response]
}

/** A request with any header, also those that `fetch` chooses itself. */
function ask(
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string | string[]>; body?: string } = {},
  url = guard.url,
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}${path}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('error', reject).end(body)
  })
}

const usdcCall = (to: Address, amount = 5_000_000n) => ({
  from: account.address,
  to: stage.devnet.primary.usdc,
  data: transfer(to, amount),
})
const codeOf = (message: string) => /allow (\w{4})$/.exec(message)?.[1] ?? ''

describe('a payment to an imitation', () => {
  it.each([
    ['eth_estimateGas', async () => [usdcCall(imitation)]],
    ['eth_call', async () => [usdcCall(imitation), 'latest']],
    ['eth_createAccessList', async () => [usdcCall(imitation), 'latest']],
    ['eth_fillTransaction', async () => [usdcCall(imitation)]],
    ['eth_sendTransaction', async () => [usdcCall(imitation)]],
    [
      'eth_simulateV1',
      async () => [{ blockStateCalls: [{ calls: [usdcCall(genuine), usdcCall(imitation)] }] }, 'latest'],
    ],
    ['debug_traceCall', async () => [usdcCall(imitation), 'latest', {}]],
    ['eth_sendRawTransaction', async () => [await sign(usdcCall(imitation))]],
    ['eth_sendRawTransactionSync', async () => [await sign(usdcCall(imitation))]],
    ['eth_sendRawTransactionConditional', async () => [await sign(usdcCall(imitation)), {}]],
    ['eth_sendBundle', async () => [{ txs: [await sign(usdcCall(genuine)), await sign(usdcCall(imitation))] }]],
    ['eth_estimateGas', async () => [{ from: account.address, to: imitation, value: numberToHex(10n ** 18n) }]],
  ])('is refused in the form that wallets show: %s', async (method, make) => {
    const params = await make()
    node.reset()
    const [answer, response] = await post(JSON.stringify({ jsonrpc: '2.0', id: 'a', method, params }))
    expect(response.status).toBe(200)
    const { code, message, data } = answer.error
    expect(answer.id).toBe('a')
    expect(code).toBe(3)
    expect(message).toMatch(/^execution reverted: Holdfast: .*resembles.*holdfast guard allow \w{4}$/)
    expect(message.slice('execution reverted: '.length, 120)).toContain('Not the same.')
    const text = decodeErrorResult({ abi: [{ type: 'error', name: 'Error', inputs: [{ type: 'string' }] }], data })
    expect(`execution reverted: ${text.args?.[0]}`).toBe(message)
    expect(node.methods).not.toContain(method)
  })

  it('is refused inside a batch, whose other elements are answered in order', async () => {
    const asked = [
      { jsonrpc: '2.0', id: 5, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 5, method: 'eth_sendRawTransaction', params: [await sign(usdcCall(imitation))] },
      { jsonrpc: '2.0', id: 'x', method: 'eth_blockNumber' },
    ]
    const [answers] = await post(JSON.stringify(asked))
    expect(answers.map(({ id, error }: { id: unknown; error?: { code: number } }) => [id, error?.code])).toEqual([
      [5, undefined],
      [5, 3],
      ['x', undefined],
    ])
    expect(answers[0].result).toBe('0x4cef52')
    expect(node.methods).not.toContain('eth_sendRawTransaction')
  })

  it('is refused while the node fails, too', async () => {
    node.fault = '502'
    expect((await call('eth_sendRawTransaction', [await sign(usdcCall(imitation, 4_000_001n))])).error.code).toBe(3)
    expect((await call('eth_estimateGas', [usdcCall(imitation, 4_000_001n)])).error.code).toBe(3)
  })
})

describe('the other chains of a payer', () => {
  const elsewhere = privateKeyToAccount(generatePrivateKey()).address
  const copy = craftLookalike(elsewhere)
  const chainOf = (getHistory: NonNullable<IDataProvider['getHistory']>) => {
    const none = () => expect.unreachable()
    const provider = {
      getOutgoingCounterparties: none,
      getAddressActivity: none,
      countZeroValueTransfers: none,
      getHistory,
    }
    return { chainId: 84532, provider }
  }
  const paid = async (sender: Address) => ({ sender, complete: true, records: [paymentOnBase(elsewhere)] })
  const refusalOf = async ({ url }: GuardServer, to: Address) => {
    const { error } = await call(
      'eth_sendRawTransaction',
      [await sign({ ...usdcCall(to, 20_000_000_000n), nonce: 999 })],
      url,
    )
    return error?.message ?? ''
  }

  it('count: an imitation of a payee of one of them is refused', async () => {
    const own = await open()
    await own.prepare(account.address)
    expect(await refusalOf(own, copy)).not.toContain('Not the same.')
    const guarding = await open({ payerChains: [chainOf(paid)] })
    await guarding.prepare(account.address)
    expect(await refusalOf(guarding, copy)).toMatch(/^execution reverted: Holdfast: .*Not the same\./)
  })

  it.each([
    ['fails', () => Promise.reject(new Error('The explorer is down.'))],
    ['never answers', () => new Promise<never>(() => {})],
  ])('stop nothing where one %s', async (_, getHistory) => {
    const guarding = await open({ payerChains: [chainOf(getHistory)], limits: { firstSightMs: 50, otherChainsMs: 0 } })
    await guarding.prepare(account.address)
    expect(await refusalOf(guarding, copy)).not.toContain('Holdfast')
    expect(await refusalOf(guarding, imitation)).toContain('Not the same.')
  })

  it('are waited for when an account is seen for the first time', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const slow = chainOf((sender) => answered.then(() => paid(sender)))
    const guarding = await open({ payerChains: [slow], limits: { firstSightMs: 50, otherChainsMs: 600_000 } })
    await guarding.prepare(account.address)
    expect(await refusalOf(guarding, genuine)).toContain('Holdfast')
    answer()
    await vi.waitFor(async () => expect(await refusalOf(guarding, genuine)).not.toContain('Holdfast'), patient)
    expect(await refusalOf(guarding, copy)).toContain('Not the same.')
  })
})

describe('a payment that arrives on another chain', () => {
  const baseId = 84532
  const elsewhere = privateKeyToAccount(generatePrivateKey()).address
  const copy = craftLookalike(elsewhere)
  const paidThere = paymentOnBase(elsewhere)
  /** Base, where `elsewhere` was paid, with what was asked for so far. */
  const startBase = (wait: () => Promise<void> = async () => {}) => {
    const asked: (bigint | undefined)[] = []
    const provider: IDataProvider = {
      getOutgoingCounterparties: async () => ({ counterparties: [elsewhere], complete: true }),
      getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date(0) }),
      countZeroValueTransfers: async () => 0,
      async getHistory(sender, { fromBlock } = {}) {
        asked.push(fromBlock)
        await wait()
        const records = sender === account.address && (fromBlock ?? 0n) <= 7n ? [paidThere] : []
        const extents = [{ chainId: baseId, fromBlock: fromBlock ?? 0n, toBlock: 100n }]
        return { sender, records, complete: true, extents }
      },
    }
    return { asked, payerChains: [{ chainId: baseId, provider }] }
  }
  const burn = (to: Address, amount: bigint) => ({
    from: account.address,
    to: issuerContracts.bridgeTokenMessenger,
    data: encodeFunctionData({
      abi: parseAbi([
        'function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
      ]),
      args: [amount, 6, pad(to), stage.devnet.primary.usdc, zeroHash, 0n, 1_000],
    }),
  })
  let amount = 6_000_000n
  const send = async ({ url }: GuardServer, to: Address) =>
    (await call('eth_sendRawTransaction', [await sign({ ...burn(to, ++amount), nonce: 999 })], url)).error?.message ??
    ''

  it('is judged by the kept history of that chain, as one that stays', async () => {
    const { asked, payerChains } = startBase()
    const own = await open({ payerChains })
    await own.prepare(account.address)
    for (const to of [copy, copy, imitation]) expect(await send(own, to)).toContain('Not the same.')
    expect(await send(own, elsewhere)).not.toContain('Holdfast')
    // From its beginning once, ahead of the first payment.
    expect(asked.filter((from) => from === undefined || from <= 7n)).toHaveLength(1)
  })

  it('waits for the first reading of that chain', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { payerChains } = startBase(() => answered)
    const own = await open({ payerChains, limits: { firstSightMs: 50, otherChainsMs: 0 } })
    expect(await send(own, elsewhere)).toMatch(/cannot check yet: .* Try again in \d+ s\./)
    answer()
    await vi.waitFor(async () => expect(await send(own, elsewhere)).not.toContain('Holdfast'), patient)
    expect(await send(own, copy)).toContain('Not the same.')
  })

  it('is judged by the source of the guard on the chain that it leaves', async () => {
    const model = privateKeyToAccount(generatePrivateKey()).address
    const none = async () => 0
    const provider: IDataProvider = {
      getOutgoingCounterparties: async () => ({ counterparties: [model], complete: true }),
      getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date(0) }),
      countZeroValueTransfers: none,
      getHistory: async (sender) => ({
        sender,
        records: [{ ...paidThere, chainId, to: model, from: sender, signer: sender }],
        complete: true,
      }),
    }
    const own = await open({ provider, payerChains: startBase().payerChains })
    expect(await send(own, craftLookalike(model))).toContain('Not the same.')
  })
})

describe('a payment to a known payee', () => {
  it('passes, and its hash is the answer', async () => {
    const raw = await sign(usdcCall(genuine))
    expect((await call('eth_estimateGas', [usdcCall(genuine)])).result).toMatch(/^0x/)
    expect((await call('eth_sendRawTransaction', [raw])).result).toBe(keccak256(raw))
    await stage.publicClient.waitForTransactionReceipt({ hash: keccak256(raw) })
  })

  it('to oneself passes without a check', async () => {
    expect((await call('eth_estimateGas', [usdcCall(account.address)])).result).toMatch(/^0x/)
  })

  it('is not a refusal where the node fails, and is passed on once', async () => {
    const raw = await sign(usdcCall(genuine, 1_234_567n))
    expect((await call('eth_estimateGas', [usdcCall(genuine, 1_234_567n)])).result).toMatch(/^0x/)
    node.reset()
    Object.assign(node, { fault: '502', only: ['eth_sendRawTransaction'] })
    const { error } = await call('eth_sendRawTransaction', [raw])
    expect(error.code).toBe(-32603)
    expect(error.message).not.toMatch(/revert/)
    expect(node.methods.filter((method) => method === 'eth_sendRawTransaction')).toHaveLength(1)
  })

  it('that cannot be checked is refused as a broadcast by a code after which no client asks another node', async () => {
    // Not paid before: the verdict takes sources that are missing.
    const stranger = privateKeyToAccount(generatePrivateKey()).address
    const raw = await sign(usdcCall(stranger))
    node.fault = '502'
    const { error } = await call('eth_sendRawTransaction', [raw])
    expect(error.code).toBe(-32003)
    expect(error.message).toContain('cannot check yet')
    // An estimate goes on, and shows the failure of the node.
    expect((await call('eth_estimateGas', [usdcCall(stranger)])).error.code).toBe(-32603)
    expect(node.methods).toContain('eth_estimateGas')
    expect(node.methods).not.toContain('eth_sendRawTransaction')
  })
})

describe('a payment inside a contract that no calldata shows', () => {
  /** Moves 1 USDC of its caller, by an allowance, to an address that is in its code. */
  async function hideIn(payee: Address): Promise<Address> {
    const { usdc } = stage.devnet.primary
    const code = concat([
      '0x6323b872dd60e01b600052',
      '0x33600452',
      concat(['0x73', payee, '0x602452']),
      '0x620f4240604452',
      '0x60006000606460006000',
      concat(['0x73', usdc, '0x5af100']),
    ])
    const data = concat([`0x60${size(code).toString(16)}80600b6000396000f3`, code])
    const hash = await sendNow({ data, gas: 1_000_000n })
    const { contractAddress } = await stage.publicClient.waitForTransactionReceipt({ hash })
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [contractAddress as Address, 10_000_000n],
    })
    await stage.publicClient.waitForTransactionReceipt({ hash: await sendNow({ to: usdc, data: approve }) })
    return contractAddress as Address
  }
  const sendNow = async (transaction: Parameters<typeof sign>[0]): Promise<Hash> => {
    const { result } = await call('eth_sendRawTransaction', [await sign(transaction)], stage.devnet.primary.rpcUrl)
    return result
  }

  /** However busy the machine is, the simulation is waited for. */
  const openPatient = async () => {
    const patientGuard = await open({ limits: { simulationMs: 600_000, verdictMs: 600_000 } })
    await patientGuard.prepare(account.address)
    return patientGuard
  }

  it('is found where the node simulates', async () => {
    const [good, bad] = [await hideIn(genuine), await hideIn(imitation)]
    const { url } = await openPatient()
    const ask = (to: Address) => call('eth_estimateGas', [{ from: account.address, to, data: '0xdeadbeef' }], url)
    expect((await ask(good)).result).toMatch(/^0x/)
    expect((await ask(bad)).error).toMatchObject({ code: 3, message: expect.stringContaining('Not the same.') })
    const raw = await sign({ to: bad, data: '0xdeadbeef' })
    const unsigned = { from: account.address, to: bad, data: '0xdeadbeef' }
    for (const [method, params] of [
      ['eth_sendRawTransaction', [raw]],
      ['eth_sendPrivateRawTransaction', [raw]],
      ['eth_sendPrivateTransaction', [{ tx: raw }]],
      ['eth_sendBundle', [{ txs: [await sign(usdcCall(genuine)), raw] }]],
      ['eth_sendTransaction', [unsigned]],
      ['wallet_sendTransaction', [unsigned]],
      ['eth_signTransaction', [unsigned]],
      ['wallet_sendCalls', [{ from: account.address, calls: [{ to: bad, data: '0xdeadbeef' }] }]],
    ] as const)
      expect((await call(method, params, url)).error, method).toMatchObject({
        code: 3,
        message: expect.stringContaining('Not the same.'),
      })
  })

  it('is found where a contract passes on money that it gets without a call', async () => {
    const passingOn = async (payee: Address): Promise<Address> => {
      const code = concat(['0x6000600060006000', '0x34', '0x73', payee, '0x5af100'])
      const data = concat([`0x60${size(code).toString(16)}80600b6000396000f3`, code])
      const hash = await sendNow({ data, gas: 1_000_000n })
      const { contractAddress } = await stage.publicClient.waitForTransactionReceipt({ hash })
      return contractAddress as Address // It creates one.
    }
    const [good, bad] = [await passingOn(genuine), await passingOn(imitation)]
    const { url } = await openPatient()
    const pay = (to: Address) =>
      call('eth_estimateGas', [{ from: account.address, to, value: numberToHex(10n ** 12n) }], url)
    expect((await pay(good)).result).toMatch(/^0x/)
    expect((await pay(bad)).error).toMatchObject({ code: 3, message: expect.stringContaining('Not the same.') })
    const value = 10n ** 12n
    const sent = await call('eth_sendRawTransaction', [await sign({ to: bad, value, gas: 100_000n })], url)
    expect(sent.error).toMatchObject({ code: 3, message: expect.stringContaining('Not the same.') })
  })

  it('is judged with its amount where the calldata names the payee with a smaller one', async () => {
    const bad = await hideIn(imitation)
    const calls = [
      { target: stage.devnet.primary.usdc, allowFailure: false, callData: transfer(imitation, 1n) },
      { target: bad, allowFailure: false, callData: '0xdeadbeef' as const },
    ]
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
    const { multicall3From } = arcTestnetChain
    const own = await openPatient()
    const { error } = await call('eth_estimateGas', [{ from: account.address, to: multicall3From, data }], own.url)
    expect(error.code).toBe(3)
    const pending = own.grants.find(codeOf(error.message))
    expect(pending?.payments.map(({ amount }) => amount)).toEqual([1_000_001n])
  })

  it('is not found where it does not, and the transaction is no worse than without a guard', async () => {
    const bad = await hideIn(imitation)
    const blind = await open({ upstream: (await blindNode()).url })
    const { result } = await call(
      'eth_estimateGas',
      [{ from: account.address, to: bad, data: '0xdeadbeef' }],
      blind.url,
    )
    expect(result).toMatch(/^0x/)
  })
})

/** A node that neither simulates nor traces. */
async function blindNode(): Promise<{ url: string }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString())
    const isKnown = !/simulate|trace/.test(method)
    const headers = { 'content-type': 'application/json' }
    const body = Buffer.concat(chunks).toString()
    const answer = isKnown && (await fetch(stage.devnet.primary.rpcUrl, { method: 'POST', headers, body }))
    const error = { code: -32601, message: 'the method does not exist' }
    response.writeHead(200, headers).end(answer ? await answer.text() : JSON.stringify({ jsonrpc: '2.0', id, error }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
const closing: (() => void)[] = []

describe('a decision of a person', () => {
  const pay = async (amount: bigint, to = imitation) => {
    const raw = await sign(usdcCall(to, amount))
    return { raw, answer: await call('eth_sendRawTransaction', [raw]) }
  }
  const decide = (code: string, headers: Record<string, string> = {}, secret = guard.secret) =>
    ask('/allow', { method: 'POST', headers, body: `${shownAs(code)}&secret=${secret}&compared=yes` })
  /** Of a refusal: its code, and when it was refused. */
  const shownAs = (code: string, { grants } = guard) => `code=${code}&at=${grants.find(code)?.at}`

  it('lets one broadcast through, and the same bytes again, but no others', async () => {
    const { answer, raw } = await pay(2_000_000n)
    const code = codeOf(answer.error.message)
    expect((await decide(code)).status).toBe(200)
    // Estimates use up no permission.
    expect((await call('eth_estimateGas', [usdcCall(imitation, 2_000_000n)])).error).toBeUndefined()
    expect((await call('eth_sendRawTransaction', [raw])).result).toBe(keccak256(raw))
    await stage.publicClient.waitForTransactionReceipt({ hash: keccak256(raw) })
    const again = await call('eth_sendRawTransaction', [raw])
    expect(again.error?.code).not.toBe(3)
    expect((await pay(2_000_000n)).answer.error.code).toBe(3)
  })

  it('is for this amount and payee', async () => {
    const { answer } = await pay(3_000_000n)
    await decide(codeOf(answer.error.message))
    expect((await pay(3_000_001n)).answer.error.code).toBe(3)
    expect((await pay(3_000_000n, craftLookalike(genuine))).answer.error.code).toBe(3)
    const allowed = await pay(2_999_999n)
    expect(allowed.answer.error).toBeUndefined()
    await stage.publicClient.waitForTransactionReceipt({ hash: keccak256(allowed.raw) })
  })

  it('is on the refusal that was shown, whichever has its code by now', async () => {
    const { answer, raw } = await pay(2_500_000n)
    const code = codeOf(answer.error.message)
    const at = guard.grants.find(code)?.at ?? 0
    for (const other of [`&at=${at - 1}`, '&at=', ''])
      expect(
        (await ask('/allow', { method: 'POST', body: `code=${code}${other}&secret=${guard.secret}&compared=yes` }))
          .status,
      ).toBe(404)
    expect((await call('eth_sendRawTransaction', [raw])).error.code).toBe(3)
  })

  it('lasts for 15 minutes', async () => {
    let now = Date.now()
    const own = await open({ now: () => now })
    const raw = await sign(usdcCall(imitation, 6_000_000n))
    const { error } = await call('eth_sendRawTransaction', [raw], own.url)
    const body = `${shownAs(codeOf(error.message), own)}&secret=${own.secret}&compared=yes`
    expect((await ask('/allow', { method: 'POST', body }, own.url)).status).toBe(200)
    now += 15 * 60_000
    expect((await call('eth_sendRawTransaction', [raw], own.url)).error.code).toBe(3)
    expect((await ask('/allow', { method: 'POST', body }, own.url)).status).toBe(404)
  })

  it('takes the secret of the process, a comparison, a POST, and no other web page', async () => {
    const { answer, raw } = await pay(7_000_000n)
    const code = codeOf(answer.error.message)
    expect((await decide(code, {}, 'x'.repeat(64))).status).toBe(403)
    expect((await decide(code, {}, '')).status).toBe(403)
    expect((await ask('/allow', { method: 'POST', body: `${shownAs(code)}&secret=${guard.secret}` })).status).toBe(403)
    expect((await decide(code, { origin: 'https://thief.example' })).status).toBe(403)
    expect((await decide(code, { origin: 'null' })).status).toBe(403)
    expect((await decide(code, { origin: 'chrome-extension://abcdef' })).status).toBe(403)
    for (const path of [`/allow?${shownAs(code)}&secret=${guard.secret}&compared=yes`, '/allow', `/refusal/${code}`])
      await ask(path)
    // The code authorises nothing: neither in the channel of JSON-RPC, nor by itself.
    await call('holdfast_allow', [code])
    expect((await call('eth_sendRawTransaction', [raw])).error.code).toBe(3)
    expect((await decide(code, { origin: guard.url })).status).toBe(200)
    expect((await call('eth_sendRawTransaction', [raw])).result).toBe(keccak256(raw))
    await stage.publicClient.waitForTransactionReceipt({ hash: keccak256(raw) })
  })
})

describe('the page', () => {
  it('shows the request for a wallet, codes, and both addresses of a refusal one above the other', async () => {
    const { error } = await call('eth_estimateGas', [usdcCall(imitation, 8_000_000n)])
    const code = codeOf(error.message)
    const start = await ask('/')
    expect(start.status).toBe(200)
    expect(start.text).toContain('wallet_addEthereumChain')
    expect(start.text).toContain(code)
    expect(start.text.toLowerCase()).not.toContain(imitation.slice(2).toLowerCase())
    const refusal = await ask(`/refusal/${code}`)
    expect(refusal.text).toContain('<dl class="address-comparison">')
    expect(refusal.text).toContain('at most 8 USDC')
    expect(refusal.headers['cache-control']).toBe('no-store')
    const policy = String(refusal.headers['content-security-policy'])
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    )
    expect(refusal.text).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)=/)
  })

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'shows no refusal to another user of this machine, and takes no decision from there',
    async () => {
      const { error } = await call('eth_estimateGas', [usdcCall(imitation, 8_000_000n)])
      const code = codeOf(error.message)
      const program = `process.setgid(65534); process.setuid(65534)
        const { url, code, secret } = JSON.parse(process.argv[1])
        const body = new URLSearchParams({ code, secret, compared: 'yes' })
        const answers = [['/'], ['/refusal/' + code], ['/allow', { method: 'POST', body }]].map(async ([path, init]) => {
          const answer = await fetch(url + path, init)
          return { status: answer.status, text: await answer.text() }
        })
        Promise.all(answers).then((all) => console.log(JSON.stringify(all)))`
      const facts = JSON.stringify({ url: guard.url, code, secret: guard.secret })
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', program, facts])
      const [start, refusal, allowed] = JSON.parse(stdout)
      expect([start.status, refusal.status, allowed.status]).toEqual([200, 403, 403])
      expect(start.text).toContain('wallet_addEthereumChain')
      expect(stdout).not.toContain(code)
      expect(stdout).not.toContain('name=\\"secret\\"')
      expect((await ask(`/refusal/${code}`)).text).toContain('name="secret"')
    },
  )

  it('gives the same as JSON to a program, and names no origin that may read it', async () => {
    const { error } = await call('eth_estimateGas', [usdcCall(imitation, 8_000_000n)])
    const answer = await ask(`/refusal/${codeOf(error.message)}`, { headers: { accept: 'application/json' } })
    expect(JSON.parse(answer.text)).toMatchObject({
      payments: [{ payer: account.address, payee: imitation, amount: 'at most 8 USDC', resembles: [genuine] }],
    })
    const own = await open({ origins: ['https://app.example'] })
    for (const path of ['/', `/refusal/${codeOf(error.message)}`])
      expect((await ask(path, { headers: { origin: 'https://app.example' } }, own.url)).headers).not.toHaveProperty(
        'access-control-allow-origin',
      )
  })
})

describe('who may use the guard', () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
  const rpc = (headers: Record<string, string | string[]>, url = guard.url) =>
    ask('', { method: 'POST', headers, body }, url)

  it('is a caller that uses the guard’s own name', async () => {
    const { port } = new URL(guard.url)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])
      expect((await rpc({ host })).status).toBe(200)
    for (const host of [
      'thief.example',
      `thief.example:${port}`,
      `127.0.0.1.thief.example:${port}`,
      '127.0.0.1',
      'localhost:1',
    ])
      expect((await rpc({ host })).status, host).toBe(421)
    expect((await ask('/', { headers: { host: `thief.example:${port}` } })).status).toBe(421)
  })

  it('is not a web page that is not listed', async () => {
    const { port } = new URL(guard.url)
    expect((await rpc({})).status).toBe(200)
    expect((await rpc({ origin: 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn' })).status).toBe(200)
    expect((await rpc({ origin: 'moz-extension://0b1c2d3e-0000-4000-8000-000000000000' })).status).toBe(200)
    for (const origin of [
      'https://thief.example',
      'null',
      'http://localhost:3000',
      'https://chrome-extension.example',
      'chrome-extension://x@thief.example',
      'file://',
    ])
      expect((await rpc({ origin })).status, origin).toBe(403)
    // Its own page sends no JSON-RPC: what it shows may come from a node.
    expect((await rpc({ origin: `http://127.0.0.1:${port}` })).status).toBe(404)
  })

  it('is a web page that is listed, with what its browser needs', async () => {
    const own = await open({ origins: ['https://app.example'] })
    const preflight = { origin: 'https://app.example', 'access-control-request-private-network': 'true' }
    const allowed = await ask('/', { method: 'OPTIONS', headers: preflight }, own.url)
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([204, 'https://app.example'])
    expect((await rpc({ origin: 'https://app.example' }, own.url)).headers['access-control-allow-origin']).toBe(
      'https://app.example',
    )
    for (const path of ['/', '/allow'])
      expect(
        (await ask(path, { method: 'OPTIONS', headers: { origin: 'https://other.example' } }, own.url)).status,
      ).toBe(403)
    expect((await ask('/allow', { method: 'OPTIONS', headers: preflight }, own.url)).headers).not.toHaveProperty(
      'access-control-allow-origin',
    )
  })

  it('is, beyond this machine, who has a token', async () => {
    expect(() => createGuardServer({ upstream: node.url, chainId, host: '0.0.0.0' })).toThrow(/token/)
    expect(() => createGuardServer({ upstream: node.url, chainId, tokens: ['short'] })).toThrow(/24/)
    const [one, two] = ['a'.repeat(32), 'b'.repeat(32)] as const
    const refusals: unknown[] = []
    const hosted = await open({
      host: '0.0.0.0',
      tokens: [one, two],
      publicUrl: 'https://guard.example',
      onRefusal: (row) => refusals.push(row),
    })
    const url = `http://127.0.0.1:${portOf(hosted)}`
    const hostedRpc = (path: string, headers: Record<string, string> = {}, text = body) =>
      ask(path, { method: 'POST', headers, body: text }, url)
    for (const path of ['/', '/wrong', `/${'c'.repeat(32)}`, `/?token=${one}`])
      expect((await hostedRpc(path)).status, path).not.toBe(200)
    expect((await hostedRpc(`/${one}`)).status).toBe(200)
    expect((await hostedRpc('/', { authorization: `Bearer ${one}` })).status).toBe(200)
    expect(
      (await hostedRpc('/', { authorization: `Basic ${Buffer.from(`me:${one}`).toString('base64')}` })).status,
    ).toBe(200)
    const refused = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_estimateGas',
      params: [usdcCall(imitation, 9_000_000n)],
    })
    const { error } = JSON.parse((await hostedRpc(`/${one}`, {}, refused)).text)
    const code = /code (\w{4}) on the page/.exec(error.message)?.[1]
    // The refusal of one user is not the other's to see or to decide.
    const [mine, theirs] = await Promise.all([ask(`/${one}`, {}, url), ask(`/${two}`, {}, url)])
    expect(mine.text).toContain(code)
    expect(theirs.text).not.toContain(code)
    expect((await ask(`/${one}/refusal/${code}`, {}, url)).status).toBe(200)
    expect((await ask(`/${two}/refusal/${code}`, {}, url)).status).toBe(404)
    const { text } = await ask(`/${one}/refusal/${code}`, {}, url)
    const fields = [...text.matchAll(/name="(secret|code|at)" value="(\w+)"/g)].map(
      ([, name, value]) => `${name}=${value}`,
    )
    const form = ['compared=yes', ...fields].join('&')
    expect((await ask(`/${two}/allow`, { method: 'POST', body: form }, url)).status).toBe(403)
    expect(
      (
        await ask(
          `/${one}/allow`,
          { method: 'POST', body: form, headers: { host: 'guard.example', origin: 'https://guard.example' } },
          url,
        )
      ).status,
    ).toBe(200)
    expect(JSON.stringify(refusals)).not.toMatch(/0x/)
  })
})

function portOf(server: GuardServer): string {
  return /:(\d+)$/.exec(server.localUrl)?.[1] ?? ''
}

describe('what another reader might read differently', () => {
  it.each([
    ['a method in other letters', 'ETH_sendRawTransaction'],
    ['a method with a space', 'eth_sendRawTransaction '],
    ['a method with a zero-width space', 'eth_send\u200bRawTransaction'],
    ['a method in full-width letters', 'ｅth_sendRawTransaction'],
    ['an estimate in other letters', 'eth_EstimateGas'],
    ['an unknown way to send', 'eth_sendPrivateThing'],
    ['a broadcast by another name', 'parity_postTransaction'],
  ])('is refused: %s', async (_, method) => {
    const { error } = await call(method, [await sign(usdcCall(genuine))])
    expect(error).toMatchObject({ code: 3, message: expect.stringContaining('Holdfast: ') })
    expect(node.methods).not.toContain(method)
  })

  it('is refused as a member: other letters, twice, data and input, a number too large', async () => {
    const { from, to, data } = usdcCall(genuine)
    const evil = transfer(imitation, 1n)
    for (const text of [
      `{"from":"${from}","to":"${to}","data":"${data}","Data":"${evil}"}`,
      `{"from":"${from}","To":"${to}","data":"${data}"}`,
      `{"from":"${from}","to":"${to}","data":"${data}","input":"${evil}"}`,
      `{"from":"${from}","to":"${to}","data":"${data}","value":99999999999999999999}`,
    ]) {
      const [{ error }] = await post(`{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[${text}]}`)
      expect(error?.code, text).toBe(3)
    }
    expect(node.methods).not.toContain('eth_sendTransaction')
  })

  it('is judged by what is passed on, where one name comes twice', async () => {
    const [good, bad] = [await sign(usdcCall(genuine)), await sign(usdcCall(imitation))]
    for (const [first, last] of [
      [good, bad],
      [bad, good],
    ]) {
      node.reset()
      await post(
        `{"id":1,"method":"eth_sendRawTransaction","params":["${first}"],"params":["${last}"],"Params":["${bad}"]}`,
      )
      expect(node.bodies.join()).not.toContain(bad)
    }
  })

  it('is an address in other letters, which changes nothing', async () => {
    for (const change of [(text: string) => text.toLowerCase(), (text: string) => `0x${text.slice(2).toUpperCase()}`]) {
      const { from, to, data } = usdcCall(imitation)
      const { error } = await call('eth_estimateGas', [{ from: change(from), to: change(to), data: change(data) }])
      expect(error.code).toBe(3)
    }
  })
})

describe('HTTP', () => {
  it('knows POST, GET, HEAD and OPTIONS', async () => {
    expect((await ask('/', { method: 'HEAD' })).text).toBe('')
    for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE']) expect((await ask('/', { method })).status).toBe(405)
    expect((await ask('/other', { method: 'POST', body: '{}' })).status).toBe(404)
    expect((await ask('/..%2f..%2fetc')).status).toBe(404)
  })

  it('refuses a body that is too long, announced or not, and goes on', async () => {
    const own = await open({ limits: { bodyBytes: 1_000 } })
    const long = 'x'.repeat(2_000)
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      const { status, text } = await ask('/', { method: 'POST', body: long, headers }, own.url)
      expect([status, JSON.parse(text)]).toMatchObject([200, { id: null, error: { code: -32003 } }])
    }
    // Much longer than what is read and dropped.
    const endless = ask('/', { method: 'POST', body: 'x'.repeat(10_000_000) }, own.url)
    await endless.catch(() => undefined)
    expect((await call('eth_chainId', [], own.url)).result).toBe('0x4cef52')
  })

  it('does not wait for a body without an end', async () => {
    const own = await open({ limits: { bodyMs: 50 } })
    const { port } = new URL(own.url)
    const said = await raw(Number(port), `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 100\r\n\r\n{`)
    expect(said).toMatch(/^HTTP\/1.1 200/)
    expect(said).toContain('"code":-32003')
  })

  it('ends the connection of a client that does not read its answer, which takes the place of others', async () => {
    let asked = 0
    const chatty = createServer((request, response) => {
      request.on('data', (body: Buffer) => {
        const isChainId = body.includes('eth_chainId')
        if (!isChainId) asked++
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: isChainId ? '0x4cef52' : 'x'.repeat(32_000_000) }))
      })
    })
    await new Promise<void>((resolve) => chatty.listen(0, '127.0.0.1', resolve))
    closing.push(() => chatty.close())
    // It listens on a port.
    const upstream = `http://127.0.0.1:${(chatty.address() as AddressInfo).port}`
    const own = await open({ upstream, limits: { clients: 1, idleMs: 200 } })
    const { port } = new URL(own.url)
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[]}'
    const idle = connect(Number(port), '127.0.0.1').pause()
    closing.push(() => idle.destroy())
    idle.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await vi.waitFor(() => expect(asked).toBe(1), patient)
    await vi.waitFor(async () => expect((await call('eth_chainId', [], own.url)).result).toBe('0x4cef52'), patient)
  })

  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
    ['chunks of another kind', 'Transfer-Encoding: chunked, identity\r\n'],
    ['a folded header', 'X-A: b\r\n c\r\nTransfer-Encoding\r\n : chunked\r\n'],
    ['two hosts', 'Host: thief.example\r\n'],
  ])('refuses a request that two readers could cut differently: %s', async (_, headers) => {
    const { port } = new URL(guard.url)
    const hidden = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 2\r\n\r\n{}`
    const said = await raw(
      Number(port),
      `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}\r\n0\r\n\r\n${hidden}`,
    )
    expect(said).toMatch(/^HTTP\/1.1 400/)
    expect(said.match(/HTTP\/1.1/g)).toHaveLength(1)
    expect(node.bodies).toEqual([])
  })

  it('answers requests of one connection in their order, errors between them', async () => {
    const { port } = new URL(guard.url)
    const one = (body: string) =>
      `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const bodies = [
      '{"id":1,"method":"eth_chainId"}',
      '{',
      '{"id":2,"method":"eth_chainId"}',
      '[]',
      '{"id":3,"method":"eth_chainId"}',
    ]
    const said = await raw(
      Number(port),
      bodies
        .map(one)
        .join('')
        .replace(/^(.*)$/s, '$1'),
      5,
    )
    expect([...said.matchAll(/"id":(\d|null)/g)].map(([, id]) => id)).toEqual(['1', 'null', '2', 'null', '3'])
  })

  it('does not switch to a WebSocket', async () => {
    const { port } = new URL(guard.url)
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'
    const said = await raw(Number(port), `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade}\r\n`)
    expect(said).not.toContain('101 Switching')
  })
})

/** Writes to a connection, and reads until it closes, or until so many answers have begun and it stays quiet. */
function raw(port: number, text: string, answers = 1): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk
      if (said.split('HTTP/1.1 ').length > answers) setTimeout(() => socket.end(), 100)
    })
    socket.on('close', () => resolve(said)).on('error', reject)
  })
}

describe('an account that is seen for the first time', () => {
  it('is read at once, and judged by a history of 2,000 payments', async () => {
    const payer = privateKeyToAccount(generatePrivateKey())
    const payees = Array.from({ length: 500 }, (_, index) => slice(keccak256(numberToHex(index)), 12) as Address)
    await stage.devnet.primary.fund(payer.address, 1_000_000_000n)
    await stage.devnet.primary.backfill(
      payer.address,
      Array.from({ length: 2_000 }, (_, i) => payees[i % 500] as Address),
    )
    const own = await open({ limits: { firstSightMs: 30_000, checkMs: 30_000, verdictMs: 120_000 } })
    const bad = { ...usdcCall(craftLookalike(payees[3] as Address)), from: payer.address }
    const begin = performance.now()
    const { error } = await call('eth_estimateGas', [bad], own.url)
    console.log(`first verdict for 2,000 payments after ${(performance.now() - begin).toFixed(0)} ms`)
    expect(error.message).toContain('Not the same.')
  })

  it('waits no longer than the limit: then broadcasts cannot be checked yet, estimates pass, and soon all is as ever', async () => {
    let finish: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => {
      finish = resolve
    })
    const inner = new ExplorerDataProvider({ chainId, client: stage.publicClient })
    const provider: IDataProvider = {
      getOutgoingCounterparties: (...args) => inner.getOutgoingCounterparties(...args),
      getAddressActivity: (...args) => inner.getAddressActivity(...args),
      countZeroValueTransfers: (...args) => inner.countZeroValueTransfers(...args),
      getHistory: async (...args) => {
        await waiting
        return inner.getHistory(...args)
      },
    }
    const own = await open({ provider, limits: { firstSightMs: 30 } })
    const raw = await sign(usdcCall(genuine, 1_717_171n))
    const { error } = await call('eth_sendRawTransaction', [raw], own.url)
    expect(error).toMatchObject({
      code: 3,
      message: expect.stringMatching(/Holdfast: cannot check yet: .*Try again in \d+ s\./),
    })
    expect((await call('eth_estimateGas', [usdcCall(imitation)], own.url)).result).toMatch(/^0x/)
    finish()
    await own.prepare(account.address)
    await vi.waitFor(async () => {
      expect((await call('eth_estimateGas', [usdcCall(imitation)], own.url)).error?.code).toBe(3)
    }, patient)
    expect((await call('eth_sendRawTransaction', [raw], own.url)).result).toBe(keccak256(raw))
    await stage.publicClient.waitForTransactionReceipt({ hash: keccak256(raw) })
  })

  it('is read ahead, as soon as its wallet asks for its nonce', async () => {
    const asked: Address[] = []
    const provider = {
      async getHistory(sender: Address) {
        asked.push(sender)
        return { sender, records: [], complete: true }
      },
    }
    // Only its histories are asked for here.
    const own = await open({ provider: provider as unknown as IDataProvider })
    await call('eth_getTransactionCount', [account.address, 'latest'], own.url)
    await vi.waitFor(() => expect(asked).toEqual([account.address]), patient)
  })
})

describe('what is the guard itself', () => {
  it('says that it is there', async () => {
    expect(
      await isGuarded({
        request: ({ method, params }: never) => call(method, params).then(({ result }) => result),
      } as never),
    ).toBe(true)
    expect(await isGuarded(stage.publicClient)).toBe(false)
    expect(GUARD_SENTINEL_ADDRESS.toLowerCase()).toBe(
      `0x${keccak256(Buffer.from('holdfast guard sentinel')).slice(-40)}`,
    )
  })

  it('is of one chain', async () => {
    const raw = await sign({ ...usdcCall(genuine), chainId: 1 })
    const { error } = await call('eth_sendRawTransaction', [raw])
    expect(error.code).toBe(3)
    expect(node.methods).toEqual([])
    await expect(open({ chainId: 84532 })).rejects.toThrow(/84532/)
  })

  it('keeps nothing of a refused transaction, and tells codes alone', async () => {
    const told: unknown[] = []
    const own = await open({ onRefusal: (row) => told.push(row) })
    const raw = await sign(usdcCall(imitation, 1_000_001n))
    const { error } = await call('eth_sendRawTransaction', [raw], own.url)
    expect(told).toEqual([
      { at: expect.any(Number), codes: expect.arrayContaining(['LOOKALIKE_ADDRESS']), code: codeOf(error.message) },
    ])
    const kept = JSON.stringify(own.grants.list(), (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(kept).not.toContain(raw.slice(10, 200))
    expect(own.grants.isAdmitted(keccak256(raw))).toBe(false)
  })

  it('does not start where numbers would lose their digits', () => {
    const exact = Object.getOwnPropertyDescriptor(JSON, 'rawJSON')
    Object.defineProperty(JSON, 'rawJSON', { value: undefined, configurable: true })
    try {
      expect(() => createGuardServer({ upstream: node.url, chainId })).toThrow('A guard RPC needs Node 22 or newer')
    } finally {
      if (exact) Object.defineProperty(JSON, 'rawJSON', exact)
    }
  })

  it('starts while its node is down, and checks the chain before the first payment', async () => {
    node.fault = '502'
    const own = await open()
    expect((await call('eth_sendRawTransaction', [await sign(usdcCall(genuine))], own.url)).error.code).toBe(-32003)
    node.reset()
    await vi.waitFor(async () => {
      expect((await call('eth_estimateGas', [usdcCall(genuine)], own.url)).result).toMatch(/^0x/)
    }, patient)
  })
})

/** A payment of the account on Base Sepolia, as a history has it. */
function paymentOnBase(to: Address) {
  return {
    chainId: 84532,
    token: null,
    canonical: true,
    from: account.address,
    to,
    value: 5_000_000n,
    decimals: 6,
    signer: account.address,
    blockNumber: 7n,
    logIndex: 0,
    timestamp: new Date('2026-01-01'),
    transactionHash: `0x${'7'.repeat(64)}`,
  } as const
}
