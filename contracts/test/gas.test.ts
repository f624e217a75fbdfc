import {
  type Address,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  keccak256,
  pad,
  parseEventLogs,
  toHex,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeClaimVerifierBytecode } from '../src/generated/CodeClaimVerifier.js'
import { protectedTransferAbi, protectedTransferBytecode } from '../src/generated/ProtectedTransfer.js'
import { type Anvil, startAnvil } from '../tools/anvil.js'
import { buildRelease } from '../tools/forge.js'
import { artifact, expectGas, MAX_UINT256, startHarness } from './harness.js'

/** Gas limits of whole transactions: the gas of the contracts' first version, plus what the second may add. */
const budgets: Readonly<Record<string, number>> = {
  // The counter of config keys has its own slot: writing it costs 5,000 gas, in any order of the code.
  createConfig: 70_609 + 5_551,
  'sendProtected, first': 138_932,
  'sendProtected, next': 121_832,
  sendProtectedWithPermit: 128_667,
  'claim, first for the pair': 92_657,
  'claim, known pair': 53_474,
  'claimWithProof, known pair': 54_253,
  'claim, wrong code': 35_345,
  'claim, fifth wrong code': 36_713,
  rekey: 36_272,
  cancel: 46_150,
  // 2,500 more for reading the claim hash, which the signature covers.
  cancelWithSignature: 52_467 + 2_500,
  'claim with a fee, fee recipient without balance': 83_287,
  'claim with a fee, known fee recipient': 66_187,
  reclaimExpired: 46_382,
  'reclaimExpiredBatch of 10': 170_835,
  'sendProtectedWithAuthorization, first': 171_858,
  'sendProtectedWithAuthorization, next': 154_758,
}
/** Gas that a claim by key may cost more than a claim by code, mostly for recovering the key. */
const keyClaimExtra = 4_500

const amount = 25_000_000n
const claimCode = '7K3M9QXVAB2CDEFG'
const salt = keccak256(toHex('holdfast:salt:v1'))
const claimHash = keccak256(encodePacked(['bytes32', 'string'], [salt, claimCode]))
const newHash = keccak256(claimHash)

let anvil: Anvil
beforeAll(async () => {
  buildRelease([
    'test/mocks/Locker.sol',
    'test/mocks/PlainToken.sol',
    'test/mocks/StoragelessPermit.sol',
    'test/mocks/UsdcToken.sol',
  ])
  anvil = await startAnvil(['--hardfork', 'cancun'])
})
afterAll(() => anvil?.stop())

describe('gas', () => {
  test('whole transactions keep their budgets and their snapshot', async () => {
    const gas = await measure(anvil.url)
    expectGas(gas, budgets, 'gas-snapshot.json')
    const of = (action: string) => gas[action] as number
    for (const code of [of('claim, known pair'), budgets['claim, known pair'] as number])
      expect(of('claimWithKey, known pair')).toBeLessThanOrEqual(code + keyClaimExtra)
    expect(of('sendProtectedBatch of 20')).toBeLessThanOrEqual(20 * of('sendProtected, next') * 0.65)
  })
})

/** Runs every action on a fresh chain and returns the gas of each. */
async function measure(url: string): Promise<Record<string, number>> {
  const { sender, stranger, reader, wallet, tester, gas, run: send, deploy } = startHarness(url)
  const recipient: Address = '0x1111111111111111111111111111111111111111'
  const otherRecipient: Address = '0x2222222222222222222222222222222222222222'
  const feeRecipient: Address = '0x3333333333333333333333333333333333333333'

  const plain = artifact('PlainToken')
  const usdc = artifact('UsdcToken')
  const token = await deploy(plain.abi, plain.bytecode)
  const signedToken = await deploy(usdc.abi, usdc.bytecode)
  const permit = await deploy(artifact('StoragelessPermit').abi, artifact('StoragelessPermit').bytecode)
  const verifier = await deploy([], codeClaimVerifierBytecode)
  const contract = await deploy(protectedTransferAbi, protectedTransferBytecode, [token, verifier, permit])
  const signed = await deploy(protectedTransferAbi, protectedTransferBytecode, [signedToken, verifier, permit])

  for (const [address, abi] of [
    [token, plain.abi],
    [signedToken, usdc.abi],
  ] as const) {
    await send(undefined, () =>
      wallet.writeContract({ address, abi, functionName: 'mint', args: [sender.address, 10n ** 12n] }),
    )
  }
  for (const spender of [contract, permit]) {
    const args = [spender, 10n ** 12n]
    await send(undefined, () => wallet.writeContract({ address: token, abi: plain.abi, functionName: 'approve', args }))
  }

  const to = { address: contract, abi: protectedTransferAbi } as const
  async function run(action: string | undefined, call: () => Promise<Hex>) {
    const { logs } = await send(action, call)
    return parseEventLogs({ abi: protectedTransferAbi, logs })
  }
  async function config(action: string | undefined, feeBps: number, mode = 0): Promise<Hex> {
    const fee = feeBps === 0 ? zeroAddress : feeRecipient
    const args = [3600, mode, feeBps, fee] as const
    const [created] = await run(action, () => wallet.writeContract({ ...to, functionName: 'createConfig', args }))
    if (created?.eventName !== 'ConfigCreated') throw new Error('no config was created')
    return created.args.configId
  }
  async function open(action: string | undefined, configId: Hex, payee: Address, hash = claimHash): Promise<bigint> {
    const args = [configId, payee, amount, hash] as const
    return createdId(await run(action, () => wallet.writeContract({ ...to, functionName: 'sendProtected', args })))
  }
  const claim = (action: string | undefined, id: bigint, code: string) =>
    run(action, () => wallet.writeContract({ ...to, account: stranger, functionName: 'claim', args: [id, code, salt] }))

  const configId = await config('createConfig', 0)
  const feeConfigId = await config(undefined, 50)

  const first = await open('sendProtected, first', configId, recipient)
  const next = await open('sendProtected, next', configId, recipient)
  const permitArgs = [configId, recipient, amount, claimHash, 77n, MAX_UINT256, `0x${'5a'.repeat(65)}`] as const
  const withPermit = createdId(
    await run('sendProtectedWithPermit', () =>
      wallet.writeContract({ ...to, functionName: 'sendProtectedWithPermit', args: permitArgs }),
    ),
  )

  await open(undefined, configId, otherRecipient) // never settled, so that the contract always holds other money

  await claim('claim, first for the pair', first, claimCode)
  await claim('claim, known pair', next, claimCode)
  const proof = encodeAbiParameters([{ type: 'bytes32' }, { type: 'string' }], [salt, claimCode])
  await run('claimWithProof, known pair', () =>
    wallet.writeContract({ ...to, account: stranger, functionName: 'claimWithProof', args: [withPermit, proof] }),
  )

  const guessed = await open(undefined, configId, recipient)
  await claim('claim, wrong code', guessed, '0000000000000000')
  for (let i = 0; i < 3; i++) await claim(undefined, guessed, '0000000000000000')
  await claim('claim, fifth wrong code', guessed, '0000000000000000')
  await run('rekey', () => wallet.writeContract({ ...to, functionName: 'rekey', args: [guessed, newHash] }))
  await run('cancel', () => wallet.writeContract({ ...to, functionName: 'cancel', args: [guessed] }))

  const signedCancel = await open(undefined, configId, recipient)
  const domain = {
    name: 'Holdfast ProtectedTransfer',
    version: '1',
    chainId: foundry.id,
    verifyingContract: contract,
  } as const
  const signature = await sender.signTypedData({
    domain,
    types: {
      Cancel: [
        { name: 'transferId', type: 'uint256' },
        { name: 'claimHash', type: 'bytes32' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Cancel',
    message: { transferId: signedCancel, claimHash, deadline: MAX_UINT256 },
  })
  const cancelArgs = [signedCancel, MAX_UINT256, signature] as const
  await run('cancelWithSignature', () =>
    wallet.writeContract({ ...to, account: stranger, functionName: 'cancelWithSignature', args: cancelArgs }),
  )

  const keyConfigId = await config(undefined, 0, 3)
  const releaseConfigId = await config(undefined, 0, 4)
  const claimKey = privateKeyToAccount(keccak256(toHex('claim key')))
  const keyHash = pad(claimKey.address)
  const signClaim = (transferId: bigint, to: Address) =>
    claimKey.signTypedData({
      domain,
      types: {
        Claim: [
          { name: 'transferId', type: 'uint256' },
          { name: 'recipient', type: 'address' },
        ],
      },
      primaryType: 'Claim',
      message: { transferId, recipient: to },
    })
  async function claimWithKey(action: string, id: bigint) {
    const args = [id, recipient, await signClaim(id, recipient)] as const
    await run(action, () => wallet.writeContract({ ...to, account: stranger, functionName: 'claimWithKey', args }))
  }
  await claimWithKey('claimWithKey, known pair', await open(undefined, keyConfigId, recipient, keyHash))
  const opened = await open('sendProtected, open transfer', keyConfigId, zeroAddress, keyHash)
  await claimWithKey('claimWithKey, open transfer', opened)
  const asked = await open(undefined, releaseConfigId, zeroAddress, keyHash)
  const request = [asked, recipient, await signClaim(asked, recipient)] as const
  await run('requestRelease', () =>
    wallet.writeContract({ ...to, account: stranger, functionName: 'requestRelease', args: request }),
  )
  await run('release, known pair', () =>
    wallet.writeContract({ ...to, functionName: 'release', args: [asked, recipient] }),
  )
  const expected = await open(undefined, configId, recipient)
  await run('claimTo, known pair', () =>
    wallet.writeContract({
      ...to,
      account: stranger,
      functionName: 'claimTo',
      args: [expected, recipient, claimCode, salt],
    }),
  )

  const items = Array.from({ length: 20 }, () => ({ configId: keyConfigId, to: recipient, amount, claimHash: keyHash }))
  const firstId = createdId(
    await run('sendProtectedBatch of 20', () =>
      wallet.writeContract({ ...to, functionName: 'sendProtectedBatch', args: [items] }),
    ),
  )
  const ids = items.map((_, index) => firstId + BigInt(index))
  const claims = await Promise.all(
    ids.slice(0, 10).map(async (transferId) => ({
      transferId,
      recipient,
      signature: await signClaim(transferId, recipient),
    })),
  )
  await run('claimWithKeyBatch of 10', () =>
    wallet.writeContract({ ...to, account: stranger, functionName: 'claimWithKeyBatch', args: [claims] }),
  )
  await run('cancelBatch of 10', () =>
    wallet.writeContract({ ...to, functionName: 'cancelBatch', args: [ids.slice(10)] }),
  )

  const withFee = await open(undefined, feeConfigId, recipient)
  await claim('claim with a fee, fee recipient without balance', withFee, claimCode)
  await claim('claim with a fee, known fee recipient', await open(undefined, feeConfigId, recipient), claimCode)

  const expiring: bigint[] = []
  for (let i = 0; i < 11; i++) expiring.push(await open(undefined, configId, recipient))
  await tester.increaseTime({ seconds: 3601 })
  await run('reclaimExpired', () =>
    wallet.writeContract({
      ...to,
      account: stranger,
      functionName: 'reclaimExpired',
      args: [expiring.pop() as bigint],
      gas: 500_000n,
    }),
  )
  await run('reclaimExpiredBatch of 10', () =>
    wallet.writeContract({ ...to, account: stranger, functionName: 'reclaimExpiredBatch', args: [expiring] }),
  )

  const locker = artifact('Locker')
  const lock = await deploy(locker.abi, locker.bytecode)
  const locked = Array.from({ length: 99 }, () => ({ configId, to: recipient, amount, claimHash }))
  const firstLocked = createdId(
    await run(undefined, () => wallet.writeContract({ ...to, functionName: 'sendProtectedBatch', args: [locked] })),
  )
  const { gasUsed } = await send(undefined, () =>
    wallet.writeContract({
      address: lock,
      abi: locker.abi,
      account: stranger,
      functionName: 'lock',
      args: [contract, firstLocked, 99n],
    }),
  )
  const last = await reader.readContract({ ...to, functionName: 'getTransfer', args: [firstLocked + 98n] })
  expect(last.attempts).toBe(5)
  gas['five wrong claims, one of 99 by a contract'] = Math.ceil(Number(gasUsed) / 99)

  const at = { address: signed, abi: protectedTransferAbi } as const
  await run(undefined, () =>
    wallet.writeContract({ ...at, functionName: 'createConfig', args: [3600, 0, 0, `0x${'00'.repeat(20)}`] }),
  )
  for (const action of ['sendProtectedWithAuthorization, first', 'sendProtectedWithAuthorization, next']) {
    const nonceSalt = keccak256(toHex(action))
    const nonce = keccak256(
      encodeAbiParameters(
        [{ type: 'bytes32' }, { type: 'address' }, { type: 'bytes32' }, { type: 'bytes32' }],
        [configId, recipient, claimHash, nonceSalt],
      ),
    )
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
      message: { from: sender.address, to: signed, value: amount, validAfter: 0n, validBefore: MAX_UINT256, nonce },
    })
    const args = [
      sender.address,
      configId,
      recipient,
      amount,
      claimHash,
      0n,
      MAX_UINT256,
      nonceSalt,
      authorization,
    ] as const
    await run(action, () =>
      wallet.writeContract({ ...at, account: stranger, functionName: 'sendProtectedWithAuthorization', args }),
    )
  }
  return gas
}

function createdId(logs: readonly { eventName: string; args: unknown }[]): bigint {
  const created = logs.find((log) => log.eventName === 'TransferCreated')
  if (created === undefined) throw new Error('no transfer was created')
  return (created.args as { transferId: bigint }).transferId
}
