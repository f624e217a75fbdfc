import { type Address, erc20Abi, type Hex, keccak256, parseSignature, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockedTestAddress, type Devnet, primaryAddresses, startDevnet, usdcAbi } from '../src/index.js'
import { actor, mined, reader, signer, stranger } from './actors.js'

const { usdc, eurc, systemEmitter } = primaryAddresses
const far = 2n ** 48n
let devnet: Devnet

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(async () => {
  await devnet?.stop()
})

const domain = (name: string, verifyingContract: Address) => ({
  name,
  version: '2',
  chainId: 5042002,
  verifyingContract,
})
const authorizationFields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const
const types = {
  TransferWithAuthorization: authorizationFields,
  ReceiveWithAuthorization: authorizationFields,
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

const usdcDomain = domain('USDC', usdc)
let nonces = 0
const freshNonce = () => keccak256(stringToHex(`nonce ${nonces++}`))

async function transfer(from: Awaited<ReturnType<typeof actor>>, to: Address, amount: bigint) {
  return mined(
    devnet,
    await from.wallet.writeContract({ address: usdc, abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  )
}

describe('the token', () => {
  test('matches the registry', async () => {
    const read = <const name extends 'name' | 'symbol' | 'version' | 'currency' | 'decimals' | 'DOMAIN_SEPARATOR'>(
      functionName: name,
    ) => reader(devnet).readContract({ address: usdc, abi: usdcAbi, functionName })
    expect(await read('DOMAIN_SEPARATOR')).toBe('0x361191522483d32a83e70ae7183b4b9629442c13a78bc9921d6f707911c8c6b0')
    expect([await read('name'), await read('symbol'), await read('version'), await read('currency')]).toEqual([
      'USDC',
      'USDC',
      '2',
      'USD',
    ])
    expect(await read('decimals')).toBe(6)
    const separator = reader(devnet).readContract({ address: eurc, abi: usdcAbi, functionName: 'DOMAIN_SEPARATOR' })
    expect(await separator).toBe('0x649ec6b0634bd74f28684781d2c9ae49dff14ba3d5f9bb5d70c1e1f0e1ebf160')
  })

  test('shows the native balance, cut to 6 decimals', async () => {
    const { address } = stranger()
    await devnet.primary.fund(address, 7n)
    const client = reader(devnet)
    expect(await client.getBalance({ address })).toBe(7_000_000_000_000n)
    const args = [address] as const
    expect(await client.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args })).toBe(7n)
  })
})

describe('transfers', () => {
  test('write the system log, then the token log', async () => {
    const alice = await actor(devnet)
    const { logs, status } = await transfer(alice, stranger().address, 5_000_000n)
    expect(status).toBe('success')
    expect(logs.map(({ address, data, logIndex }) => [address, BigInt(data), logIndex])).toEqual([
      [systemEmitter.toLowerCase(), 5_000_000_000_000_000_000n, 0],
      [usdc, 5_000_000n, 1],
    ])
  })

  test('to oneself and of zero write only the token log', async () => {
    const alice = await actor(devnet)
    for (const receipt of [await transfer(alice, alice.address, 1n), await transfer(alice, stranger().address, 0n)]) {
      expect(receipt.status).toBe('success')
      expect(receipt.logs.map(({ address }) => address)).toEqual([usdc])
    }
  })

  test('of zero can be forged by any account', async () => {
    const attacker = await actor(devnet)
    const victim = stranger().address
    const hash = await attacker.wallet.writeContract({
      address: usdc,
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [victim, attacker.address, 0n],
    })
    const { status, logs } = await mined(devnet, hash)
    expect(status).toBe('success')
    expect(logs).toHaveLength(1)
    expect(logs[0]?.topics[1]).toContain(victim.slice(2).toLowerCase())
  })

  test('always use up the allowance', async () => {
    const [alice, bob] = [await actor(devnet), await actor(devnet)]
    const most = 2n ** 256n - 1n
    await mined(
      devnet,
      await alice.wallet.writeContract({
        address: usdc,
        abi: erc20Abi,
        functionName: 'approve',
        args: [bob.address, most],
      }),
    )
    await mined(
      devnet,
      await bob.wallet.writeContract({
        address: usdc,
        abi: erc20Abi,
        functionName: 'transferFrom',
        args: [alice.address, bob.address, 3n],
      }),
    )
    const left = await reader(devnet).readContract({
      address: usdc,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [alice.address, bob.address],
    })
    expect(left).toBe(most - 3n)
  })

  test.each([
    ['ERC20: transfer amount exceeds balance', stranger().address, 10n ** 12n],
    ['ERC20: transfer to the zero address', '0x0000000000000000000000000000000000000000', 1n],
    ['Blocked address', blockedTestAddress, 1n],
  ] as const)('error: %s', async (text, to, amount) => {
    const { address: account } = await actor(devnet)
    const call = { address: usdc, abi: erc20Abi, functionName: 'transfer', args: [to, amount], account } as const
    await expect(reader(devnet).simulateContract(call)).rejects.toThrow(text)
  })

  test('error: allowance too small', async () => {
    const [alice, bob] = [await actor(devnet), await actor(devnet)]
    const args = [alice.address, bob.address, 1n] as const
    const call = { address: usdc, abi: erc20Abi, functionName: 'transferFrom', args, account: bob.address } as const
    await expect(reader(devnet).simulateContract(call)).rejects.toThrow('ERC20: transfer amount exceeds allowance')
  })

  test('behavior: the blocklist can be changed', async () => {
    const [alice, bob] = [await actor(devnet), await actor(devnet)]
    const args = [bob.address, 1n] as const
    const call = { address: usdc, abi: erc20Abi, functionName: 'transfer', args, account: alice.address } as const
    await devnet.primary.setBlocked(bob.address, true)
    await expect(reader(devnet).simulateContract(call)).rejects.toThrow('Blocked address')
    await devnet.primary.setBlocked(bob.address, false)
    expect((await reader(devnet).simulateContract(call)).result).toBe(true)
  })
})

describe('authorizations', () => {
  type Form = 'transferWithAuthorization' | 'receiveWithAuthorization'
  const primaryType = {
    transferWithAuthorization: 'TransferWithAuthorization',
    receiveWithAuthorization: 'ReceiveWithAuthorization',
  } as const

  async function signed(form: Form, to: Address, value: bigint, owner = stranger()) {
    const message = { from: owner.address, to, value, validAfter: 0n, validBefore: far, nonce: freshNonce() }
    const signature = await owner.signTypedData({ domain: usdcDomain, types, primaryType: primaryType[form], message })
    return { owner, message, signature }
  }

  function submit(
    form: Form,
    { message, signature }: Awaited<ReturnType<typeof signed>>,
    caller: Address,
    split: boolean,
  ) {
    const { from, to, value, validAfter, validBefore, nonce } = message
    const { r, s, v } = parseSignature(signature)
    const fields = [from, to, value, validAfter, validBefore, nonce] as const
    const args = split ? ([...fields, Number(v), r, s] as const) : ([...fields, signature] as const)
    return reader(devnet).simulateContract({ address: usdc, abi: usdcAbi, functionName: form, args, account: caller })
  }

  test.each([
    ['transferWithAuthorization', true],
    ['transferWithAuthorization', false],
    ['receiveWithAuthorization', true],
    ['receiveWithAuthorization', false],
  ] as const)('%s, split signature: %s', async (form, split) => {
    const relay = await actor(devnet)
    const authorization = await signed(form, relay.address, 2_000_000n)
    await devnet.primary.fund(authorization.owner.address, 5_000_000n)
    const { request } = await submit(form, authorization, relay.address, split)
    const { status, logs } = await mined(
      devnet,
      await relay.wallet.writeContract({ ...request, account: relay.account } as never),
    )
    expect(status).toBe('success')
    expect(logs.map(({ address, topics }) => [address, topics.length])).toEqual([
      [usdc, 3],
      [systemEmitter.toLowerCase(), 3],
      [usdc, 3],
    ])
    expect(logs[0]?.topics[0]).toBe('0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5')
    await expect(submit(form, authorization, relay.address, split)).rejects.toThrow(
      'FiatTokenV2: authorization is used or canceled',
    )
  })

  test('a fresh account keeps one unit', async () => {
    const relay = await actor(devnet)
    const owner = stranger()
    await devnet.primary.fund(owner.address, 9n)
    const all = await signed('transferWithAuthorization', relay.address, 9n, owner)
    await expect(submit('transferWithAuthorization', all, relay.address, false)).rejects.toThrow(
      'Cannot clear balance of empty account',
    )
    const some = await signed('transferWithAuthorization', relay.address, 8n, owner)
    await expect(submit('transferWithAuthorization', some, relay.address, false)).resolves.toBeDefined()
  })

  test('error: a signature of another account, another payee, out of time', async () => {
    const relay = await actor(devnet)
    const authorization = await signed('receiveWithAuthorization', relay.address, 1n)
    await devnet.primary.fund(authorization.owner.address, 5n)
    const other = { ...authorization.message, from: relay.address }
    await expect(
      submit('receiveWithAuthorization', { ...authorization, message: other }, relay.address, false),
    ).rejects.toThrow('FiatTokenV2: invalid signature')
    await expect(submit('receiveWithAuthorization', authorization, stranger().address, true)).rejects.toThrow(
      'FiatTokenV2: caller must be the payee',
    )
    const late = { ...authorization, message: { ...authorization.message, validBefore: 1n } }
    await expect(submit('receiveWithAuthorization', late, relay.address, true)).rejects.toThrow(
      'FiatTokenV2: authorization is expired',
    )
    const early = { ...authorization, message: { ...authorization.message, validAfter: far } }
    await expect(submit('receiveWithAuthorization', early, relay.address, true)).rejects.toThrow(
      'FiatTokenV2: authorization is not yet valid',
    )
  })

  test.each([true, false])('cancelled, split signature: %s', async (split) => {
    const relay = await actor(devnet)
    const authorization = await signed('transferWithAuthorization', relay.address, 1n)
    const { from: authorizer, nonce } = authorization.message
    await devnet.primary.fund(authorizer, 5n)
    const cancel = {
      domain: usdcDomain,
      types,
      primaryType: 'CancelAuthorization',
      message: { authorizer, nonce },
    } as const
    const signature = await authorization.owner.signTypedData(cancel)
    const { r, s, v } = parseSignature(signature)
    const args = split ? ([authorizer, nonce, Number(v), r, s] as const) : ([authorizer, nonce, signature] as const)
    const call = { address: usdc, abi: usdcAbi, functionName: 'cancelAuthorization', args } as const
    expect((await mined(devnet, await relay.wallet.writeContract(call as never))).status).toBe('success')
    await expect(submit('transferWithAuthorization', authorization, relay.address, false)).rejects.toThrow(
      'FiatTokenV2: authorization is used or canceled',
    )
  })

  test('a delegated account cannot use plain signatures', async () => {
    const relay = await actor(devnet)
    const owner = await actor(devnet)
    // Multicall3 has no isValidSignature, like many delegates.
    const delegate = await owner.account.signAuthorization({
      address: primaryAddresses.multicall3,
      chainId: 5042002,
      nonce: 0,
    })
    const delegation = { authorizationList: [delegate], to: relay.address, value: 0n } as const
    await mined(devnet, await relay.wallet.sendTransaction(delegation))
    expect(await reader(devnet).getCode({ address: owner.address })).toBe(
      `0xef0100${primaryAddresses.multicall3.slice(2).toLowerCase()}`,
    )
    const authorization = await signed('transferWithAuthorization', relay.address, 1n, owner.account)
    await expect(submit('transferWithAuthorization', authorization, relay.address, false)).rejects.toThrow(
      'FiatTokenV2: invalid signature',
    )
  })
})

describe('permit', () => {
  test.each([true, false])('split signature: %s', async (split) => {
    const relay = await actor(devnet)
    const owner = stranger()
    const message = { owner: owner.address, spender: relay.address, value: 3n, nonce: 0n, deadline: far }
    const signature = await owner.signTypedData({ domain: usdcDomain, types, primaryType: 'Permit', message })
    const { r, s, v } = parseSignature(signature)
    const fields = [owner.address, relay.address, 3n, far] as const
    const args = split ? ([...fields, Number(v), r, s] as const) : ([...fields, signature] as const)
    const call = { address: usdc, abi: usdcAbi, functionName: 'permit', args } as const
    const hash: Hex = await relay.wallet.writeContract(call as never)
    expect((await mined(devnet, hash)).status).toBe('success')
    const allowance = { address: usdc, abi: erc20Abi, functionName: 'allowance' } as const
    expect(await reader(devnet).readContract({ ...allowance, args: [owner.address, relay.address] })).toBe(3n)
    await expect(reader(devnet).simulateContract({ ...call, account: relay.address } as never)).rejects.toThrow(
      'EIP2612: invalid signature',
    )
  })
})

test('paused, nothing moves but native payments, until it is unpaused', async () => {
  const alice = await actor(devnet)
  const args = [stranger().address, 1n] as const
  const call = { address: usdc, abi: erc20Abi, functionName: 'transfer', args, account: alice.address } as const
  const isPaused = () => reader(devnet).readContract({ address: usdc, abi: usdcAbi, functionName: 'paused' })
  const pauser = await reader(devnet).readContract({ address: usdc, abi: usdcAbi, functionName: 'pauser' })
  await devnet.primary.setPaused(true)
  expect(await isPaused()).toBe(true)
  await expect(reader(devnet).simulateContract(call)).rejects.toThrow('Pausable: paused')
  const native = await alice.wallet.sendTransaction({ to: stranger().address, value: 1n })
  expect((await mined(devnet, native)).status).toBe('success')
  await devnet.primary.setPaused(false)
  expect(await isPaused()).toBe(false)
  expect((await reader(devnet).simulateContract(call)).result).toBe(true)
  expect(await reader(devnet).readContract({ address: usdc, abi: usdcAbi, functionName: 'pauser' })).toBe(pauser)
})

test('the listed accounts have money', async () => {
  const first = devnet.primary.accounts[0]
  if (first === undefined) throw new Error('no accounts')
  const account = privateKeyToAccount(first.privateKey)
  expect(account.address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  expect(devnet.primary.accounts.map(({ address }) => address)).not.toContain(blockedTestAddress)
  const hash = await signer(devnet, account).sendTransaction({ to: stranger().address, value: 1n })
  expect((await mined(devnet, hash)).status).toBe('success')
})
