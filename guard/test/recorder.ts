import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IDataProvider } from '@holdfast/sdk/risk'
import { genuine } from '@holdfast/testkit/riskScene'
import { type Address, encodeFunctionData, erc20Abi, type Hash } from 'viem'

export const CHAIN_ID = 5_042_002
export const USDC: Address = '0x3600000000000000000000000000000000000000'
export const SENT: Hash = `0x${'ab'.repeat(32)}`

/** Knows one payee, the same for every sender. */
export const provider: IDataProvider = {
  getOutgoingCounterparties: async () => ({ counterparties: [genuine], complete: true }),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date(0) }),
  countZeroValueTransfers: async () => 0,
}

export const options = { checkOptions: { provider } }

/** Calldata of a payment of one USDC. */
export const paying = (to: Address, amount = 1_000_000n) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

/** Answers to the requests that a client makes before it sends a transaction. */
function answerOf(method: string, account: Address): unknown {
  const answers: Record<string, unknown> = {
    eth_chainId: `0x${CHAIN_ID.toString(16)}`,
    net_version: `${CHAIN_ID}`,
    eth_accounts: [account],
    eth_requestAccounts: [account],
    eth_blockNumber: '0x10',
    eth_getTransactionCount: '0x0',
    eth_gasPrice: '0x3b9aca00',
    eth_maxPriorityFeePerGas: '0x1',
    eth_estimateGas: '0x186a0',
    eth_call: `0x${'0'.repeat(63)}1`,
    eth_sendTransaction: SENT,
    wallet_sendTransaction: SENT,
    eth_sendRawTransaction: SENT,
    wallet_sendCalls: { id: '0x01' },
    eth_signTypedData_v4: `0x${'11'.repeat(65)}`,
    eth_getBlockByNumber: {
      number: '0x10',
      hash: SENT,
      parentHash: SENT,
      nonce: '0x0000000000000000',
      timestamp: '0x65000000',
      difficulty: '0x0',
      gasLimit: '0x1c9c380',
      gasUsed: '0x0',
      miner: account,
      extraData: '0x',
      baseFeePerGas: '0x3b9aca00',
      transactions: [],
    },
    eth_getTransactionByHash: null,
    eth_getTransactionReceipt: null,
    eth_getBlockReceipts: [],
  }
  return answers[method]
}

/** A wallet that does everything it is asked, and records it. It has private fields, as real wallets do. */
export class Wallet extends EventEmitter {
  readonly asked: { method: string; params?: unknown }[] = []
  readonly #account: Address
  readonly #failures: Map<string, unknown>

  constructor(account: Address, failures: Readonly<Record<string, unknown>> = {}) {
    super()
    this.#account = account
    this.#failures = new Map(Object.entries(failures))
  }

  async request(request: { method: string; params?: unknown }): Promise<unknown> {
    this.asked.push(structuredClone(request))
    if (this.#failures.has(request.method)) throw this.#failures.get(request.method)
    return answerOf(request.method, this.#account) ?? null
  }

  /** Methods of all requests that a wallet opens for. */
  get opened(): string[] {
    return this.asked.map(({ method }) => method).filter((method) => /send|sign/i.test(method))
  }
}

/** A node on this machine that does everything it is asked, and records it. */
export async function startNode(account: Address, answers: Readonly<Record<string, unknown>> = {}) {
  const asked: { method: string; params?: unknown }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body: unknown = JSON.parse(text)
    const answer = ({ id, method, params }: { id: number; method: string; params?: unknown }) => {
      asked.push({ method, params })
      const result = Object.hasOwn(answers, method) ? answers[method] : answerOf(method, account)
      if (result instanceof Error || result === undefined)
        return { jsonrpc: '2.0', id, error: { code: -32601, message: 'the method does not exist' } }
      return { jsonrpc: '2.0', id, result }
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body as Parameters<typeof answer>[0])))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const methods = () => asked.map(({ method }) => method)
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    sent: () => methods().filter((method) => /send/i.test(method)),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
