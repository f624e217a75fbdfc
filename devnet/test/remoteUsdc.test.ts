import { baseSepoliaChain } from '@holdfast/contracts'
import { type Address, type Hex, parseSignature } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usdcAbi as tokenAbi } from '../src/generated/Usdc.js'
import { type Devnet, remoteAddresses, startDevnet } from '../src/index.js'
import { stranger } from './actors.js'
import { remoteActor, remoteBalanceOf, remotelyMined, remoteReader } from './remoteActors.js'

const { usdc } = remoteAddresses
const far = 2n ** 48n
const domain = { name: 'USDC', version: '2', chainId: 84532, verifyingContract: usdc } as const
const token = { address: usdc, abi: tokenAbi } as const
let devnet: Devnet

// No block comes by itself: tests mine them.
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 600_000 })
})
afterAll(async () => {
  await devnet?.stop()
})

test('metadata and domain', async () => {
  const read = (functionName: 'name' | 'symbol' | 'decimals' | 'version' | 'currency' | 'DOMAIN_SEPARATOR') =>
    remoteReader(devnet).readContract({ ...token, functionName })
  expect(
    await Promise.all([read('name'), read('symbol'), read('decimals'), read('version'), read('currency')]),
  ).toEqual([baseSepoliaChain.usdc.domain.name, 'USDC', 6, baseSepoliaChain.usdc.domain.version, 'USD'])
  expect(await read('DOMAIN_SEPARATOR')).toBe('0x71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818')
})

describe('transfers', () => {
  test('write one log, in units of 6 decimals', async () => {
    const alice = await remoteActor(devnet)
    const bob = stranger().address
    const hash = await alice.wallet.writeContract({ ...token, functionName: 'transfer', args: [bob, 5_000_000n] })
    const { status, logs } = await remotelyMined(devnet, hash)
    expect(status).toBe('success')
    expect(logs.map(({ address, data }) => [address, BigInt(data)])).toEqual([[usdc.toLowerCase(), 5_000_000n]])
    expect(await remoteBalanceOf(devnet, bob)).toBe(5_000_000n)
    expect(await remoteReader(devnet).getBalance({ address: bob })).toBe(0n)
  })

  test('of zero also write a log', async () => {
    const alice = await remoteActor(devnet)
    const args = [stranger().address, alice.address, 0n] as const
    const hash = await alice.wallet.writeContract({ ...token, functionName: 'transferFrom', args })
    expect((await remotelyMined(devnet, hash)).logs).toHaveLength(1)
  })

  test('by allowance, which decreases', async () => {
    const [alice, bob] = [await remoteActor(devnet), await remoteActor(devnet, 0n)]
    const approval = await alice.wallet.writeContract({ ...token, functionName: 'approve', args: [bob.address, 9n] })
    await remotelyMined(devnet, approval)
    const args = [alice.address, bob.address, 4n] as const
    await remotelyMined(devnet, await bob.wallet.writeContract({ ...token, functionName: 'transferFrom', args }))
    expect(await remoteBalanceOf(devnet, bob.address)).toBe(4n)
    const left = { ...token, functionName: 'allowance', args: [alice.address, bob.address] } as const
    expect(await remoteReader(devnet).readContract(left)).toBe(5n)
    const more = { ...token, functionName: 'transferFrom', args: [alice.address, bob.address, 6n] } as const
    await expect(remoteReader(devnet).simulateContract({ ...more, account: bob.address })).rejects.toThrow(
      'ERC20: transfer amount exceeds allowance',
    )
  })

  test.each([
    ['ERC20: transfer amount exceeds balance', stranger().address, 10n ** 12n],
    ['ERC20: transfer to the zero address', '0x0000000000000000000000000000000000000000', 1n],
  ] as const)('error: %s', async (text, to, amount) => {
    const { address: account } = await remoteActor(devnet)
    const call = { ...token, functionName: 'transfer', args: [to, amount], account } as const
    await expect(remoteReader(devnet).simulateContract(call)).rejects.toThrow(text)
  })
})

test('paused, nothing moves until it is unpaused', async () => {
  const { address: account } = await remoteActor(devnet)
  const call = { ...token, functionName: 'transfer', args: [stranger().address, 1n], account } as const
  await devnet.remote.setPaused(true)
  await expect(remoteReader(devnet).simulateContract(call)).rejects.toThrow('Pausable: paused')
  await devnet.remote.setPaused(false)
  expect((await remoteReader(devnet).simulateContract(call)).result).toBe(true)
})

describe('the blocklist', () => {
  test('stops sender, recipient and caller, and keeps the balance', async () => {
    const [alice, bob] = [await remoteActor(devnet), await remoteActor(devnet)]
    const transfer = (from: Address, to: Address) => {
      const call = { ...token, functionName: 'transfer', args: [to, 1n], account: from } as const
      return remoteReader(devnet).simulateContract(call)
    }
    await devnet.remote.setBlocked(bob.address, true)
    const call = { ...token, functionName: 'isBlacklisted', args: [bob.address] } as const
    expect(await remoteReader(devnet).readContract(call)).toBe(true)
    expect(await remoteBalanceOf(devnet, bob.address)).toBe(100_000_000n)
    for (const [from, to] of [
      [alice.address, bob.address],
      [bob.address, alice.address],
    ] as const)
      await expect(transfer(from, to)).rejects.toThrow('Blacklistable: account is blacklisted')
    const pull = { ...token, functionName: 'transferFrom', args: [alice.address, alice.address, 0n] } as const
    await expect(remoteReader(devnet).simulateContract({ ...pull, account: bob.address })).rejects.toThrow(
      'Blacklistable: account is blacklisted',
    )
    await devnet.remote.fund(bob.address, 1n)
    await devnet.remote.setBlocked(bob.address, false)
    expect(await remoteBalanceOf(devnet, bob.address)).toBe(100_000_001n)
    expect((await transfer(alice.address, bob.address)).result).toBe(true)
  })

  test('is separate on each chain', async () => {
    const { address } = stranger()
    await devnet.primary.setBlocked(address, true)
    const call = { ...token, functionName: 'isBlacklisted', args: [address] } as const
    expect(await remoteReader(devnet).readContract(call)).toBe(false)
  })
})

describe('permit', () => {
  test.each([true, false])('split signature: %s', async (split) => {
    const relay = await remoteActor(devnet)
    const owner = stranger()
    const message = { owner: owner.address, spender: relay.address, value: 3n, nonce: 0n, deadline: far }
    const signature = await owner.signTypedData({ domain, types, primaryType: 'Permit', message })
    const fields = [owner.address, relay.address, 3n, far] as const
    const args = split ? ([...fields, ...parts(signature)] as const) : ([...fields, signature] as const)
    const call = { ...token, functionName: 'permit', args } as const
    const hash: Hex = await relay.wallet.writeContract(call as never)
    expect((await remotelyMined(devnet, hash)).status).toBe('success')
    const allowance = { ...token, functionName: 'allowance', args: [owner.address, relay.address] } as const
    expect(await remoteReader(devnet).readContract(allowance)).toBe(3n)
    await expect(remoteReader(devnet).simulateContract({ ...call, account: relay.address } as never)).rejects.toThrow(
      'EIP2612: invalid signature',
    )
  })
})

describe('authorizations', () => {
  test.each([
    ['transferWithAuthorization', true],
    ['transferWithAuthorization', false],
    ['receiveWithAuthorization', true],
    ['receiveWithAuthorization', false],
  ] as const)('%s, split signature: %s', async (form, split) => {
    const relay = await remoteActor(devnet, 0n)
    const owner = stranger()
    await devnet.remote.fund(owner.address, 2n)
    const { message, signature } = await authorize(owner, form, owner.address, relay.address)
    const call = { ...token, functionName: form, args: submission(message, signature, split) } as const
    const hash: Hex = await relay.wallet.writeContract(call as never)
    const { status, logs } = await remotelyMined(devnet, hash)
    expect([status, logs.length]).toEqual(['success', 2])
    // The whole balance, though the owner is a fresh account: only the primary chain keeps one unit.
    expect(await remoteBalanceOf(devnet, owner.address)).toBe(0n)
    expect(await remoteBalanceOf(devnet, relay.address)).toBe(2n)
    await expect(remoteReader(devnet).simulateContract({ ...call, account: relay.address } as never)).rejects.toThrow(
      'FiatTokenV2: authorization is used or canceled',
    )
  })

  test('an account with code checks its signatures itself (ERC-1271)', async () => {
    const relay = await remoteActor(devnet, 0n)
    const { contractAddress: wallet } = await remotelyMined(
      devnet,
      await relay.wallet.sendTransaction({ data: yesWallet }),
    )
    if (!wallet) throw new Error('The wallet was not created.')
    await devnet.remote.fund(wallet, 2n)
    const { message } = await authorize(stranger(), 'transferWithAuthorization', wallet, relay.address)
    const args = submission(message, '0x1234', false)
    const hash = await relay.wallet.writeContract({
      ...token,
      functionName: 'transferWithAuthorization',
      args,
    } as never)
    expect((await remotelyMined(devnet, hash)).status).toBe('success')
    expect(await remoteBalanceOf(devnet, relay.address)).toBe(2n)
  })

  test('error: another account’s signature', async () => {
    const relay = await remoteActor(devnet, 0n)
    const { message, signature } = await authorize(
      stranger(),
      'transferWithAuthorization',
      stranger().address,
      relay.address,
    )
    const args = submission(message, signature, false)
    const call = { ...token, functionName: 'transferWithAuthorization', args, account: relay.address } as const
    await expect(remoteReader(devnet).simulateContract(call as never)).rejects.toThrow('FiatTokenV2: invalid signature')
  })
})

type Form = 'transferWithAuthorization' | 'receiveWithAuthorization'
type Message = Awaited<ReturnType<typeof authorize>>['message']

async function authorize(signer: ReturnType<typeof stranger>, form: Form, from: Address, to: Address) {
  const message = { from, to, value: 2n, validAfter: 0n, validBefore: far, nonce: generatePrivateKey() }
  const primaryType =
    form === 'transferWithAuthorization' ? 'TransferWithAuthorization' : ('ReceiveWithAuthorization' as const)
  return { message, signature: await signer.signTypedData({ domain, types, primaryType, message }) }
}

function submission({ from, to, value, validAfter, validBefore, nonce }: Message, signature: Hex, split: boolean) {
  const fields = [from, to, value, validAfter, validBefore, nonce] as const
  return split ? [...fields, ...parts(signature)] : [...fields, signature]
}

function parts(signature: Hex): readonly [number, Hex, Hex] {
  const { r, s, v } = parseSignature(signature)
  return [Number(v), r, s]
}

/** Creation code of a contract that answers every call with the word that says a signature is valid. */
const yesWallet: Hex = `0x6f${'631626ba7e60e01b60005260206000f3'}60005260106010f3`

const authorization = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const

const types = {
  TransferWithAuthorization: authorization,
  ReceiveWithAuthorization: authorization,
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const
