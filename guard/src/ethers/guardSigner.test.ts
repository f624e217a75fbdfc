import { genuine, impostor } from '@holdfast/testkit/riskScene'
import { Contract, FallbackProvider, getBytes, JsonRpcProvider, type TransactionRequest, Wallet } from 'ethers'
import { getAddress } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CHAIN_ID, options, paying, SENT, startNode, USDC } from '../../test/recorder.js'
import { createGrants } from '../judge/createGrants.js'
import { refusalOf } from '../judge/refusalOf.js'
import { guardSigner } from './guardSigner.js'

const key = generatePrivateKey()
const own = new Wallet(key)
const impostors = getAddress(impostor)

let node: Awaited<ReturnType<typeof startNode>>
let other: Awaited<ReturnType<typeof startNode>>
let provider: JsonRpcProvider
beforeEach(async () => {
  // ethers compares the hash that a node answers with that of the bytes it sent.
  node = await startNode(getAddress(own.address))
  other = await startNode(getAddress(own.address))
  provider = new JsonRpcProvider(node.url, undefined, { staticNetwork: true })
})
afterEach(async () => {
  provider.destroy()
  await Promise.all([node.stop(), other.stop()])
})

const failed = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
const fixed = { gasLimit: 100_000n, nonce: 0, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, chainId: 5_042_002n, type: 2 }
const transaction = (to: string): TransactionRequest => ({ to: USDC, data: paying(getAddress(to)), ...fixed })

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
}
const domain = { name: 'USDC', version: '2', chainId: 5_042_002, verifyingContract: USDC }
const message = (to: string) => ({
  from: own.address,
  to,
  value: 1n,
  validAfter: 0n,
  validBefore: 9_999_999_999n,
  nonce: SENT,
})

describe('guardSigner', () => {
  test('behavior: what pays an imitation is neither signed nor sent', async () => {
    const signer = guardSigner(own.connect(provider), options)
    const token = new Contract(USDC, ['function transfer(address,uint256) returns (bool)'], signer)
    for (const act of [
      () => signer.sendTransaction(transaction(impostor)),
      () => signer.signTransaction(transaction(impostor)),
      () => signer.estimateGas({ to: USDC, data: paying(impostors) }),
      () => signer.call({ to: USDC, data: paying(impostors) }),
      () => signer.signTypedData(domain, types, message(impostors)),
      () => token.getFunction('transfer')(impostors, 1n),
    ]) {
      const error = await failed(act())
      expect(refusalOf(error)?.report?.target, String(act)).toBe(impostors)
    }
    expect(node.sent()).toEqual([])
  })

  test('behavior: code that an account is to have is judged before it is authorized', async () => {
    const signer = guardSigner(own.connect(provider), options)
    const authorizing = (address: string) => ({ address, chainId: CHAIN_ID, nonce: 0 })
    expect(refusalOf(await failed(signer.authorize(authorizing(impostors))))?.report?.target).toBe(impostors)
    expect(await signer.authorize(authorizing(genuine))).toEqual(await own.authorize(authorizing(genuine)))
  })

  test('behavior: a payee is paid', async () => {
    const signer = guardSigner(own.connect(provider), options)
    await failed(signer.sendTransaction(transaction(genuine)))
    expect(node.sent()).toEqual(['eth_sendRawTransaction'])
    expect(await signer.signTypedData(domain, types, message(genuine))).toBe(
      await own.signTypedData(domain, types, message(genuine)),
    )
    expect(await signer.signMessage('x')).toBe(await own.signMessage('x'))
    expect(await signer.estimateGas({ to: USDC, data: paying(genuine) })).toBe(100_000n)
    expect(await signer.getAddress()).toBe(own.address)
  })

  test('behavior: connected to another provider it stays guarded', async () => {
    const signer = guardSigner(own, options).connect(provider)
    expect(refusalOf(await failed(signer.sendTransaction(transaction(impostor))))?.code).toBe('guard_refused')
  })

  test('behavior: over a FallbackProvider a refused payment reaches no endpoint', async () => {
    const second = new JsonRpcProvider(other.url, undefined, { staticNetwork: true })
    const both = new FallbackProvider([provider, second])
    const signer = guardSigner(own.connect(both), options)
    expect(refusalOf(await failed(signer.sendTransaction(transaction(impostor))))?.code).toBe('guard_refused')
    expect([node.sent(), other.sent()]).toEqual([[], []])
    second.destroy()
    both.destroy()
  })

  test('behavior: a transaction that is changed after the judgement', async () => {
    const signer = guardSigner(own.connect(provider), options)
    const request = { ...transaction(genuine) }
    const signing = signer.signTransaction(request)
    request.data = paying(impostors)
    expect(await signing).toBe(await own.signTransaction(transaction(genuine)))
  })

  describe('what is passed in is changed while it is judged', () => {
    const known = options.checkOptions.provider
    /** Runs `change` once the judge has begun to read. */
    const guarding = (change: () => void) => {
      const getOutgoingCounterparties: typeof known.getOutgoingCounterparties = (...asked) => {
        change()
        return known.getOutgoingCounterparties(...asked)
      }
      return guardSigner(own.connect(provider), { checkOptions: { provider: { ...known, getOutgoingCounterparties } } })
    }

    test('behavior: typed data is signed as it was judged', async () => {
      const [mine, bytes] = [structuredClone(types), getBytes(SENT)]
      let changes = 0
      const signer = guarding(() => {
        changes++
        mine.TransferWithAuthorization.pop()
        bytes.fill(0x22)
      })
      const signature = await signer.signTypedData(domain, mine, { ...message(genuine), nonce: bytes })
      expect(signature).toBe(await own.signTypedData(domain, types, message(genuine)))
      expect(changes).toBeGreaterThan(0)
    })

    test('behavior: a list of authorizations is signed as it was judged', async () => {
      const authorization = await own.authorize({ address: genuine, chainId: CHAIN_ID, nonce: 1 })
      const request = { ...transaction(genuine), type: 4, authorizationList: [authorization] }
      const unchanged = await own.signTransaction(request)
      const signer = guarding(() => {
        request.authorizationList[0] = { ...authorization, address: impostors }
        Object.assign(authorization, { address: impostors })
        authorization.signature.r = SENT
      })
      expect(await signer.signTransaction(request)).toBe(unchanged)
      expect(authorization.address).toBe(impostors)
    })
  })

  test('behavior: a permission lets it pass once', async () => {
    const grants = createGrants()
    const signer = guardSigner(own.connect(provider), { ...options, grants })
    const refusal = refusalOf(await failed(signer.signTransaction(transaction(impostor))))
    if (refusal?.report) grants.allow(refusal.report)
    expect(await signer.signTransaction(transaction(impostor))).toMatch(/^0x02/)
    expect(refusalOf(await failed(signer.signTransaction({ ...transaction(impostor), nonce: 1 })))?.code).toBe(
      'grant_used',
    )
  })
})
