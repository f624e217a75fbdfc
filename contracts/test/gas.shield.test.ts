import { readFileSync } from 'node:fs'
import { permit2InitCode } from '@holdfast/devnet'
import {
  type Account,
  type Address,
  concatHex,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  keccak256,
  stringToHex,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { predictBoxAddress } from '../src/boxAddress.js'
import type { BoxPolicy } from '../src/boxCode.js'
import { privatePayRouterAbi, privatePayRouterBytecode } from '../src/generated/PrivatePayRouter.js'
import { shieldVaultAbi, shieldVaultBytecode } from '../src/generated/ShieldVault.js'
import { spendPolicyAccountAbi, spendPolicyAccountBytecode } from '../src/generated/SpendPolicyAccount.js'
import { spendPolicyFactoryAbi, spendPolicyFactoryBytecode } from '../src/generated/SpendPolicyFactory.js'
import { stealthAnnouncerAbi, stealthAnnouncerBytecode } from '../src/generated/StealthAnnouncer.js'
import { type Anvil, startAnvil } from '../tools/anvil.js'
import { buildRelease, contractsFolder } from '../tools/forge.js'
import { artifact, expectGas, startHarness } from './harness.js'

/**
 * Whole-transaction gas that must not be exceeded: what the contracts' first version took. Whatever creates a box may add 9,000,
 * for the salt in its code and the whole policy in the event.
 */
const budgets: Readonly<Record<string, number>> = {
  createAccount: 103_002 + 9_000,
  'createAccount, repeated': 29_187 + 9_000,
  'pay, first': 88_179,
  'pay, next': 53_979,
  sweepToVault: 43_609,
  'createAccount, pull': 103_071 + 9_000,
  'pull, first': 88_457,
  'pull, next': 54_347,
  'sweepWithSignature, unspent box and fresh vault': 84_248,
  'sweepWithSignature, next': 50_048,
  createFundAndPay: 220_253 + 9_000,
  createFundAndPayWithAuthorization: 227_557 + 9_000,
  'announce, without a label': 27_529,
  'announce, with a label': 28_123,
  'announce, with the longest label': 28_399,
  'deposit, first': 83_122,
  'deposit, next': 48_922,
  'depositFor, first': 66_414,
  'fundAccount, funded box': 44_171,
  'fundAccount, empty box': 61_271,
  withdraw: 44_237,
  sweepExpired: 43_791,
}

const snapshot = 'gas-snapshot.shield.json'
const amount = 25_000_000n
const cap = 100_000_000n
const expiry = 2_000_000_000
const interval = 60

let anvil: Anvil
beforeAll(async () => {
  buildRelease(['test/mocks/PlainToken.sol', 'test/mocks/UsdcToken.sol'])
  anvil = await startAnvil(['--hardfork', 'cancun'])
})
afterAll(() => anvil?.stop())

describe('gas of the shield', () => {
  test('whole transactions keep their budgets and their snapshot', async () => {
    expectGas(await measure(anvil.url), budgets, snapshot)
  })

  test('the README states the measured gas', () => {
    const gas = JSON.parse(readFileSync(`${contractsFolder}/${snapshot}`, 'utf8'))
    const readme = readFileSync(`${contractsFolder}/README.md`, 'utf8')
    const rows = [
      ['`createAccount`', 'createAccount'],
      ['`pay`, first of a box and to a target without balance', 'pay, first'],
      ['`pay`, next', 'pay, next'],
      ['`pull`, first of a box and to a target without balance', 'pull, first'],
      ['`pull`, next', 'pull, next'],
      ['`sweepToVault`', 'sweepToVault'],
      ['`createFundAndPay`', 'createFundAndPay'],
      ['`createFundAndPayWithAuthorization`', 'createFundAndPayWithAuthorization'],
      ['`announce`, with a label', 'announce, with a label'],
    ] as const
    for (const [what, action] of rows) expect(readme).toContain(`| ${what} | ${gas[action].toLocaleString('en')} |`)
  })
})

/** Every address has few zero bytes, as real ones do, so that calldata costs the same as on chain. */
async function measure(url: string): Promise<Record<string, number>> {
  const { sender, stranger, wallet, tester, gas, run, deploy, reader } = startHarness(url)
  const cosigner = privateKeyToAccount(keccak256(toHex('cosigner')))
  const plain = artifact('PlainToken')
  const usdc = artifact('UsdcToken')

  const token = await deploy(plain.abi, plain.bytecode)
  const signedToken = await deploy(usdc.abi, usdc.bytecode)
  const permit2 = await deploy([], permit2InitCode)
  const implementation = await deploy(spendPolicyAccountAbi, spendPolicyAccountBytecode)
  const factory = await deploy(spendPolicyFactoryAbi, spendPolicyFactoryBytecode, [implementation])
  const router = await deploy(privatePayRouterAbi, privatePayRouterBytecode, [factory, permit2])
  const announcer = await deploy(stealthAnnouncerAbi, stealthAnnouncerBytecode)
  const ledger = await deploy(shieldVaultAbi, shieldVaultBytecode, [token])

  for (const [address, abi] of [
    [token, plain.abi],
    [signedToken, usdc.abi],
  ] as const)
    await run(undefined, () =>
      wallet.writeContract({ address, abi, functionName: 'mint', args: [sender.address, 10n ** 12n] }),
    )
  for (const spender of [permit2, ledger]) {
    const args = [spender, 10n ** 12n]
    await run(undefined, () => wallet.writeContract({ address: token, abi: plain.abi, functionName: 'approve', args }))
  }

  const name = (text: string): Hex => keccak256(stringToHex(text))
  const person = (text: string): Address => getContractAddress({ from: factory, nonce: BigInt(name(text)) % 10_000n })
  const hashOf = (account: Address): Hex => keccak256(encodeAbiParameters([{ type: 'address' }], [account]))
  const vault = stranger // with gas, to sweep by itself
  const policy = (fields: Partial<BoxPolicy>): BoxPolicy => ({
    token,
    cosigner: cosigner.address,
    vaultHash: hashOf(vault.address),
    target: person('target'),
    maxAmount: cap,
    perPullMax: 0n,
    expiry: expiry,
    interval: 0,
    mode: 0,
    ...fields,
  })
  const ownerHash = hashOf(person('owner'))

  async function create(action: string | undefined, salt: string, p: BoxPolicy): Promise<Address> {
    const args = [ownerHash, name(salt), p] as const
    const to = { address: factory, abi: spendPolicyFactoryAbi } as const
    await run(action, () => wallet.writeContract({ ...to, functionName: 'createAccount', args }))
    return predictBoxAddress({ address: factory, implementation }, { ownerHash, salt: name(salt), policy: p })
  }
  const fund = (box: Address) =>
    run(undefined, () =>
      wallet.writeContract({ address: token, abi: plain.abi, functionName: 'transfer', args: [box, cap] }),
    )
  const domain = (box: Address) =>
    ({ name: 'Holdfast SpendPolicy', version: '1', chainId: foundry.id, verifyingContract: box }) as const
  const cosign = (box: Address, target: Address, nonce: bigint, action: number) =>
    cosigner.signTypedData({
      domain: domain(box),
      types: {
        Spend: [
          { name: 'target', type: 'address' },
          { name: 'amount', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'action', type: 'uint8' },
        ],
      },
      primaryType: 'Spend',
      message: { target, amount: amount, nonce, action },
    })
  async function spend(label: string | undefined, box: Address, target: Address, mode: 0 | 1, nonce: bigint) {
    const args = [amount, await cosign(box, target, nonce, mode)] as const
    const to = { address: box, abi: spendPolicyAccountAbi, account: vault } as const
    await run(label, () => wallet.writeContract({ ...to, functionName: mode === 0 ? 'pay' : 'pull', args }))
  }
  const sweep = (label: string, box: Address, functionName: 'sweepToVault' | 'sweepExpired', account: Account) =>
    run(label, () =>
      wallet.writeContract({
        address: box,
        abi: spendPolicyAccountAbi,
        account,
        functionName,
        args: [account.address],
      }),
    )

  // A PUSH box, whose target has nothing yet; money stays in it until the sweep, whose vault is known to the token.
  const push = policy({})
  const pushBox = await create('createAccount', 'push', push)
  await create('createAccount, repeated', 'push', push)
  await fund(pushBox)
  await spend('pay, first', pushBox, push.target, 0, 0n)
  await spend('pay, next', pushBox, push.target, 0, 1n)
  await run(undefined, () =>
    wallet.writeContract({ address: token, abi: plain.abi, functionName: 'transfer', args: [vault.address, 1n] }),
  )
  await sweep('sweepToVault', pushBox, 'sweepToVault', vault)

  const pull = policy({ target: person('pulling target'), interval: interval, mode: 1, perPullMax: amount })
  const pullBox = await create('createAccount, pull', 'pull', pull)
  await fund(pullBox)
  await spend('pull, first', pullBox, pull.target, 1, 0n)
  await tester.increaseTime({ seconds: interval })
  await spend('pull, next', pullBox, pull.target, 1, 1n)

  // What a stealth vault does: it has no gas and nothing at the token, and the box was never spent from.
  const stealth = privateKeyToAccount(name('stealth vault'))
  const unspent = await create(undefined, 'unspent', policy({ vaultHash: hashOf(stealth.address) }))
  await fund(unspent)
  for (const [label, sweepNonce] of [
    ['sweepWithSignature, unspent box and fresh vault', 0n],
    ['sweepWithSignature, next', 1n],
  ] as const) {
    const signature = await stealth.signTypedData({
      domain: domain(unspent),
      types: {
        Sweep: [
          { name: 'vault', type: 'address' },
          { name: 'sweepNonce', type: 'uint256' },
          { name: 'close', type: 'bool' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Sweep',
      message: { vault: stealth.address, sweepNonce, close: false, deadline: BigInt(expiry) },
    })
    const args = [stealth.address, false, BigInt(expiry), signature] as const
    const to = { address: unspent, abi: spendPolicyAccountAbi } as const
    await run(label, () => wallet.writeContract({ ...to, functionName: 'sweepWithSignature', args }))
    await fund(unspent)
  }

  const routed = policy({ target: person('routed target') })
  const routedSalt = name('routed')
  const routedBox = predictBoxAddress(
    { address: factory, implementation },
    { ownerHash, salt: routedSalt, policy: routed },
  )
  const permitSig = await sender.signTypedData({
    domain: { name: 'Permit2', chainId: foundry.id, verifyingContract: permit2 },
    types: {
      PermitWitnessTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
        { name: 'witness', type: 'PrivatePay' },
      ],
      TokenPermissions: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
      PrivatePay: [{ name: 'box', type: 'address' }],
    },
    primaryType: 'PermitWitnessTransferFrom',
    message: {
      permitted: { token, amount: amount },
      spender: router,
      nonce: BigInt(name('permit')),
      deadline: BigInt(expiry),
      witness: { box: routedBox },
    },
  })
  const routedCosign = await cosign(routedBox, routed.target, 0n, 0)
  const routedArgs = [
    ownerHash,
    routedSalt,
    routed,
    amount,
    routedCosign,
    BigInt(name('permit')),
    BigInt(expiry),
    permitSig,
  ] as const
  const viaRouter = { address: router, abi: privatePayRouterAbi } as const
  await run('createFundAndPay', () =>
    wallet.writeContract({ ...viaRouter, functionName: 'createFundAndPay', args: routedArgs }),
  )

  const signed = policy({ token: signedToken, target: person('signed target') })
  const signedSalt = name('signed')
  const signedBox = predictBoxAddress(
    { address: factory, implementation },
    { ownerHash, salt: signedSalt, policy: signed },
  )
  const nonceSalt = name('authorization')
  const nonce = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [signedBox, nonceSalt]))
  const authorization = await sender.signTypedData({
    domain: { name: 'USDC', version: '2', chainId: foundry.id, verifyingContract: signedToken },
    types: {
      ReceiveWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'ReceiveWithAuthorization',
    message: {
      from: sender.address,
      to: router,
      value: amount,
      validAfter: 0n,
      validBefore: BigInt(expiry),
      nonce,
    },
  })
  const signedCosign = await cosign(signedBox, signed.target, 0n, 0)
  const signedArgs = [
    sender.address,
    ownerHash,
    signedSalt,
    signed,
    amount,
    0n,
    BigInt(expiry),
    nonceSalt,
    authorization,
    signedCosign,
  ] as const
  await run('createFundAndPayWithAuthorization', () =>
    wallet.writeContract({
      ...viaRouter,
      account: stranger,
      functionName: 'createFundAndPayWithAuthorization',
      args: signedArgs,
    }),
  )

  const announceTo = { address: announcer, abi: stealthAnnouncerAbi } as const
  const ephemeral = concatHex(['0x02', name('ephemeral key')])
  for (const [label, text] of [
    ['announce, without a label', ''],
    ['announce, with a label', 'invoice 2026-0042'],
    ['announce, with the longest label', 'invoice 2026-0042, consulting in October'],
  ] as const) {
    const metadata = concatHex(['0x5a', pushBox, stringToHex(text)])
    const args = [1n, stealth.address, ephemeral, metadata] as const
    await run(label, () => wallet.writeContract({ ...announceTo, functionName: 'announce', args }))
  }

  const inLedger = { address: ledger, abi: shieldVaultAbi } as const
  const deposit = (label: string) =>
    run(label, () => wallet.writeContract({ ...inLedger, functionName: 'deposit', args: [cap] }))
  await deposit('deposit, first')
  await deposit('deposit, next')
  await run('depositFor, first', () =>
    wallet.writeContract({ ...inLedger, functionName: 'depositFor', args: [vault.address, cap] }),
  )
  await run('fundAccount, funded box', () =>
    wallet.writeContract({ ...inLedger, functionName: 'fundAccount', args: [pullBox, amount] }),
  )
  await run('fundAccount, empty box', () =>
    wallet.writeContract({ ...inLedger, functionName: 'fundAccount', args: [pushBox, amount] }),
  )
  await run('withdraw', () =>
    wallet.writeContract({ ...inLedger, functionName: 'withdraw', args: [sender.address, amount] }),
  )

  const { timestamp } = await reader.getBlock()
  await tester.increaseTime({ seconds: expiry - Number(timestamp) + 1 })
  await sweep('sweepExpired', pullBox, 'sweepExpired', vault)
  return gas
}
