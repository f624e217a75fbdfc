import { type Answers, basics, batching, walletOf } from '@holdfast/testkit/rpcWallet'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Hex, numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { InvalidAddressError } from '../errors/input.js'
import { SignatureDeclinedError, TransactionUnconfirmedError } from '../errors/transaction.js'
import { signCancel } from './cancelWithSignature.js'
import { generateClaimCode } from './claimSecret.js'
import { defineConfig } from './config.js'
import { getTransfer } from './getTransfer.js'
import { approvePermit } from './permit.js'
import { registerConfig } from './registerConfig.js'
import { sendProtected } from './sendProtected.js'
import { sendProtectedWithAuthorization } from './sendProtectedWithAuthorization.js'
import { sendProtectedWithPermit } from './sendProtectedWithPermit.js'

/** Wallets that hold the key themselves, as a browser's do: the library only ever sees JSON-RPC. */

let stage: TestStage
let alice: Actor
let configId: Hex

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  configId = (await registerConfig(alice, defineConfig())).configId
})
afterAll(() => stage?.stop())

const params = async () => ({
  configId,
  to: (await stage.actor(0n)).address,
  amount: 1_000_000n,
  claimHash: generateClaimCode().claimHash,
})
const options = { skipRiskCheck: true, approve: true } as const

test('a wallet that batches: approve and send are one question and one transaction', async () => {
  const asked: string[] = []
  const { transferId } = await sendProtected(walletOf(alice, asked, batching(alice)), await params(), options)
  expect((await getTransfer(alice, transferId)).sender).toBe(alice.address)
  expect(asked.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1)
  expect(asked).not.toContain('eth_sendTransaction')
})

test('a wallet that does not: an approval, then the send', async () => {
  const asked: string[] = []
  const { transferId } = await sendProtected(walletOf(alice, asked), await params(), options)
  expect((await getTransfer(alice, transferId)).status).toBe('PENDING')
  expect(asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(2)
})

test('a local account: the same, in this process', async () => {
  const { transferId } = await sendProtected(alice, await params(), options)
  expect((await getTransfer(alice, transferId)).status).toBe('PENDING')
})

test('error: a person who declines the batch', async () => {
  const decline = async () => {
    throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
  }
  const wallet = walletOf(alice, [], { ...batching(alice), wallet_sendCalls: decline })
  await expect(sendProtected(wallet, await params(), options)).rejects.toBeInstanceOf(SignatureDeclinedError)
})

test('error: a wallet that goes silent is asked once, and its answer counts as unknown', async () => {
  const asked: string[] = []
  const wallet = walletOf(alice, asked, {
    eth_sendTransaction: async () => {
      throw new Error('fetch failed')
    },
  })
  const sending = sendProtected(wallet, await params(), { ...options, approve: false })
  await expect(sending).rejects.toMatchObject({ what: 'allowance' })
  const error = await sendProtected(wallet, await params(), options).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(TransactionUnconfirmedError)
  expect((error as TransactionUnconfirmedError).txHash).toBeUndefined()
  expect(asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
})

test('a wallet that names its account in lower case, as most do, pays by signature too', async () => {
  const shy = { ...alice, address: alice.address.toLowerCase() as Hex }
  await approvePermit(alice)
  const { transferId } = await sendProtectedWithPermit(walletOf(shy, []), await params(), options)
  expect((await getTransfer(alice, transferId)).sender).toBe(alice.address)
  const own = { ...(await params()), to: alice.address }
  await expect(sendProtected(walletOf(shy, []), own, options)).rejects.toBeInstanceOf(InvalidAddressError)
})

test('a wallet that writes the parity of its signature as 0 or 1 pays by signature too', async () => {
  const parityOf: Record<string, string> = { '1b': '00', '1c': '01' }
  const wallet = walletOf(alice, [], {
    eth_signTypedData_v4: async (asked) => {
      const signature = (await basics(alice).eth_signTypedData_v4?.(asked)) as Hex
      return signature.slice(0, -2) + parityOf[signature.slice(-2)]
    },
  })
  const { transferId } = await sendProtectedWithAuthorization(wallet, await params(), options)
  expect((await getTransfer(alice, transferId)).sender).toBe(alice.address)
  expect((await signCancel(wallet, transferId)).signature).toMatch(/1[bc]$/)
})

test('a caller that has given up before is asked for no signature', async () => {
  const asked: string[] = []
  const gone = { ...options, signal: AbortSignal.abort(new Error('gone')) }
  const answers = { ...batching(alice), eth_sendTransaction: basics(alice).eth_sendTransaction as Answers[string] }
  await expect(registerConfig(walletOf(alice, asked), defineConfig({ recallWindow: 77 }), gone)).rejects.toThrow('gone')
  await expect(sendProtected(walletOf(alice, asked, answers), await params(), gone)).rejects.toThrow('gone')
  await expect(sendProtectedWithPermit(walletOf(alice, asked), await params(), gone)).rejects.toThrow('gone')
  expect(asked.filter((method) => /send|sign/i.test(method))).toEqual([])
})

test('a caller that gives up while a batch is under way waits no longer', async () => {
  const stop = new AbortController()
  const wallet = walletOf(alice, [], {
    ...batching(alice),
    wallet_getCallsStatus: async ([id]) => {
      stop.abort(new Error('enough'))
      return { version: '2.0.0', id, chainId: '0x4cef52', atomic: true, status: 100 }
    },
  })
  const error = await sendProtected(wallet, await params(), { ...options, signal: stop.signal }).catch(
    (caught) => caught,
  )
  expect(error).toBeInstanceOf(TransactionUnconfirmedError)
})

test.each([
  [500, '0x0', 'TransactionRevertedError', 'none'],
  [500, '0x0', 'TransactionUnconfirmedError', 'open', '0xffffffff'],
  [600, '0x1', 'TransactionUnconfirmedError', 'open'],
  [600, '0x0', 'TransactionUnconfirmedError', 'open'],
  [500, '0x1', 'TransactionUnconfirmedError', 'open'],
  [777, '0x0', 'TransactionUnconfirmedError', 'open'],
])(
  'a batch that ends with the status %i and a receipt of %s: %s',
  async (status, mined, name, effect, block = '0x1') => {
    const receipt = {
      logs: [],
      status: mined,
      blockHash: txHash,
      blockNumber: block,
      gasUsed: '0x1',
      transactionHash: txHash,
    }
    const wallet = walletOf(alice, [], {
      ...batching(alice),
      wallet_sendCalls: async () => ({ id: '0x12' }),
      wallet_getCallsStatus: async ([id]) => ({
        version: '2.0.0',
        id,
        chainId: '0x4cef52',
        atomic: true,
        status,
        receipts: [receipt],
      }),
    })
    const hurried = block === '0x1' ? options : { ...options, timeoutMs: 2_000 }
    await expect(sendProtected(wallet, await params(), hurried)).rejects.toMatchObject({ name, effect, txHash })
  },
)

/** Of no transaction. */
const txHash = numberToHex(7, { size: 32 })
