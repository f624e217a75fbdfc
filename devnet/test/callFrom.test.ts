import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  parseAbi,
  parseEventLogs,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Devnet, memoAbi, multicall3FromAbi, primaryAddresses, startDevnet, usdcAbi } from '../src/index.js'
import { actor, mined, reader, rpc, stranger } from './actors.js'

const { usdc, memo, multicall3, multicall3From, callFrom } = primaryAddresses
const memoId = keccak256(toHex('memo'))
let devnet: Devnet

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(async () => {
  await devnet?.stop()
})

const transferCall = (to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
const memoCall = (data: Hex) =>
  ({ address: memo, abi: memoAbi, functionName: 'memo', args: [usdc, data, memoId, '0xc0de'] }) as const
const gas = 500_000n

describe('Memo', () => {
  test('calls as the signer and records the memo, and leaves no code behind', async () => {
    const [alice, bob] = [await actor(devnet), stranger()]
    const data = transferCall(bob.address, 2n)
    const { request } = await reader(devnet).simulateContract({ ...memoCall(data), account: alice.account })
    const receipt = await mined(devnet, await alice.wallet.writeContract(request))
    expect(receipt.status).toBe('success')
    const [before, note] = parseEventLogs({ abi: memoAbi, logs: receipt.logs })
    expect(before).toMatchObject({ eventName: 'BeforeMemo', args: { memoIndex: 0n } })
    expect(note).toMatchObject({
      eventName: 'Memo',
      args: {
        sender: alice.address,
        target: usdc,
        callDataHash: keccak256(data),
        memoId: memoId,
        memo: '0xc0de',
        memoIndex: 0n,
      },
    })
    const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs })
    expect(transfers.map(({ args }) => [args.from, args.value])).toEqual([
      [alice.address, 2_000_000_000_000n],
      [alice.address, 2n],
    ])
    expect(await reader(devnet).getCode({ address: alice.address })).toBeUndefined()
  })

  test('error: a failed inner call is reported as MemoFailed', async () => {
    const alice = await actor(devnet)
    const call = memoCall(transferCall(stranger().address, 10n ** 15n))
    await expect(reader(devnet).simulateContract({ ...call, account: alice.account })).rejects.toThrow('MemoFailed')
    const receipt = await mined(devnet, await alice.wallet.writeContract({ ...call, gas }))
    expect(receipt.status).toBe('reverted')
    expect(receipt.logs).toEqual([])
  })

  test('sending the same pending bytes twice does no harm', async () => {
    const quiet = await startDevnet({ blockTimeMs: 60_000 })
    try {
      const { account } = await actor(quiet)
      const fees = { maxFeePerGas: 50_000_000_000n, maxPriorityFeePerGas: 0n }
      const data = encodeFunctionData(memoCall(transferCall(stranger().address, 2n)))
      const raw = await account.signTransaction({
        to: memo,
        data,
        gas,
        nonce: 0,
        chainId: 5042002,
        type: 'eip1559',
        ...fees,
      })
      expect(await rpc(quiet, 'eth_sendRawTransaction', raw)).toMatchObject({ result: keccak256(raw) })
      expect(await rpc(quiet, 'eth_sendRawTransaction', raw)).toHaveProperty('error')
      await quiet.primary.mine()
      expect((await mined(quiet, keccak256(raw))).status).toBe('success')
    } finally {
      await quiet.stop()
    }
  })

  test('error: a contract cannot use it', async () => {
    const { address: account } = await actor(devnet)
    const callData = encodeFunctionData(memoCall(transferCall(stranger().address, 1n)))
    const abi = parseAbi(['function aggregate((address target, bytes callData)[]) payable returns (uint256, bytes[])'])
    const direct = {
      address: multicall3,
      abi,
      functionName: 'aggregate',
      args: [[{ target: memo, callData }]],
      account,
    }
    await expect(reader(devnet).simulateContract(direct as never)).rejects.toThrow('Multicall3: call failed')
    const callFromAbi = parseAbi(['function callFrom(address, address, bytes) returns (bool, bytes)'])
    const args = [account, usdc, '0x'] as const
    const itself = { address: callFrom, abi: callFromAbi, functionName: 'callFrom', args, account } as const
    await expect(reader(devnet).simulateContract(itself)).rejects.toThrow('unauthorized caller')
  })

  test('behavior: estimated, simulated and read without preparing the account', async () => {
    const { account } = await actor(devnet)
    const call = memoCall(transferCall(stranger().address, 1n))
    expect(await reader(devnet).estimateContractGas({ ...call, account })).toBeGreaterThan(60_000n)
    const calls = [{ to: memo, data: encodeFunctionData(call) }]
    const { results } = await reader(devnet).simulateCalls({ account, calls })
    expect(results[0]?.status).toBe('success')
  })

  test('behavior: temporary code is never visible to a read', async () => {
    const alice = await actor(devnet)
    const codes = new Set<Hex | undefined>()
    for (let round = 0; round < 3; round++) {
      const hash = await alice.wallet.writeContract({ ...memoCall(transferCall(stranger().address, 1n)), gas })
      let waiting = true
      const receipt = mined(devnet, hash).finally(() => {
        waiting = false
      })
      while (waiting) codes.add(await reader(devnet).getCode({ address: alice.address }))
      expect((await receipt).status).toBe('success')
    }
    expect([...codes]).toEqual([undefined])
  })

  test('behavior: a delegated account keeps its own delegate', async () => {
    const alice = await actor(devnet)
    const own = await alice.account.signAuthorization({ address: multicall3, chainId: 5042002, nonce: 1 })
    const to = stranger().address
    await mined(devnet, await alice.wallet.sendTransaction({ authorizationList: [own], to, value: 0n, nonce: 0 }))
    const before = await reader(devnet).getCode({ address: alice.address })
    expect(before).toMatch(/^0xef0100/)
    const call = memoCall(transferCall(stranger().address, 1n))
    expect((await mined(devnet, await alice.wallet.writeContract({ ...call, gas }))).status).toBe('success')
    expect(await reader(devnet).getCode({ address: alice.address })).toBe(before)
  })
})

describe('Multicall3From', () => {
  test('keeps the caller and tolerates an allowed failure', async () => {
    const [alice, bob] = [await actor(devnet), stranger()]
    const calls = [
      { target: usdc, allowFailure: false, callData: transferCall(bob.address, 3n) },
      { target: usdc, allowFailure: true, callData: transferCall(bob.address, 10n ** 15n) },
    ]
    const call = { address: multicall3From, abi: multicall3FromAbi, functionName: 'aggregate3', args: [calls] } as const
    const { request, result } = await reader(devnet).simulateContract({ ...call, account: alice.account })
    expect(result.map(({ success }) => success)).toEqual([true, false])
    const receipt = await mined(devnet, await alice.wallet.writeContract(request))
    expect(receipt.status).toBe('success')
    const args = [bob.address] as const
    const balance = { address: usdc, abi: erc20Abi, functionName: 'balanceOf', args } as const
    expect(await reader(devnet).readContract(balance)).toBe(3n)
  })

  test('a revert of the precompile is a failed result, not a failed batch', async () => {
    const { address: account } = await actor(devnet)
    const calls = [{ target: usdc, allowFailure: true, callData: transferCall(stranger().address, 1n) }]
    const callData = encodeFunctionData({ abi: multicall3FromAbi, functionName: 'aggregate3', args: [calls] })
    const abi = parseAbi(['function aggregate((address target, bytes callData)[]) payable returns (uint256, bytes[])'])
    // Through a contract, so that the sender is not the transaction's origin.
    const { result } = await reader(devnet).simulateContract({
      address: multicall3,
      abi,
      functionName: 'aggregate',
      args: [[{ target: multicall3From, callData }]],
      account,
    })
    const [returned = '0x'] = result[1]
    const [refused] = decodeFunctionResult({ abi: multicall3FromAbi, functionName: 'aggregate3', data: returned })
    expect(refused?.success).toBe(false)
    expect(decodeErrorResult({ abi: [], data: refused?.returnData ?? '0x' }).args).toEqual([
      'sender spoofing requires tx.origin as sender',
    ])
  })

  test('error: a failure that is not allowed shows its own reason', async () => {
    const alice = await actor(devnet)
    const calls = [{ target: usdc, allowFailure: false, callData: transferCall(stranger().address, 10n ** 15n) }]
    const abi = [...multicall3FromAbi, ...usdcAbi] as const
    const call = { address: multicall3From, abi, functionName: 'aggregate3', args: [calls] } as const
    await expect(reader(devnet).simulateContract({ ...call, account: alice.account })).rejects.toThrow(
      'ERC20: transfer amount exceeds balance',
    )
  })
})
