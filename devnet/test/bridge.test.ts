import vectors from '@holdfast/testkit/vectors/issuer.json' with { type: 'json' }
import {
  type Abi,
  type Address,
  concatHex,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseEventLogs,
  size,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount, sign } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorAccount } from '../src/chain/accounts.js'
import {
  bridgeMessengerAbi,
  bridgeMinterAbi,
  bridgeTransmitterAbi,
  type Devnet,
  issuerAddresses,
  startDevnet,
} from '../src/index.js'
import { actor, mined, reader, signer, stranger } from './actors.js'
import { remoteActor, remoteBalanceOf, remotelyMined, remoteReader } from './remoteActors.js'

const { bridgeTokenMessenger, bridgeMessageTransmitter, bridgeTokenMinter, feeRecipient } = issuerAddresses
const { cctp, forwardingHookData, accounts } = vectors.testVectors
const hook = forwardingHookData as Hex
const messenger = { address: bridgeTokenMessenger, abi: bridgeMessengerAbi } as const
const transmitter = { address: bridgeMessageTransmitter, abi: bridgeTransmitterAbi } as const
const minter = { address: bridgeTokenMinter, abi: bridgeMinterAbi } as const
/** Signs the vectors; its key is the well-known mnemonic's. */
const attesterKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
  // Only the tests mint.
  devnet.faults.set({ attestation: { hold: 'attested' } })
})
afterAll(async () => {
  await devnet?.stop()
})

describe('selectors and topics', () => {
  test('are those of the real contracts', () => {
    expect(selectors(bridgeMessengerAbi)).toMatchObject({
      depositForBurn: '0x8e0250ee',
      depositForBurnWithHook: '0x779b432d',
      getMinFeeAmount: '0x516990e3',
      minFee: '0x24ec7590',
      MIN_FEE_MULTIPLIER: '0x966dfbd5',
      remoteTokenMessengers: '0x82a5e665',
      feeRecipient: '0x46904840',
      handleReceiveFinalizedMessage: '0x11cffb67',
      handleReceiveUnfinalizedMessage: '0x7c92f219',
      DepositForBurn: '0x0c8c1cbdc5190613ebd485511d4e2812cfa45eecb79d845893331fedad5130a5',
      MintAndWithdraw: '0x50c55e915134d457debfa58eb6f4342956f8b0616d51a89a3659360178e1ab63',
    })
    expect(selectors(bridgeTransmitterAbi)).toMatchObject({
      sendMessage: '0x14b157ab',
      receiveMessage: '0x57ecfd28',
      usedNonces: '0xfeb61724',
      localDomain: '0x8d3638f4',
      version: '0x54fd4d50',
      signatureThreshold: '0xa82f2e26',
      isEnabledAttester: '0x7af82f60',
      maxMessageBodySize: '0xaf47b9bb',
      MessageSent: '0x8c5261668696ce22758910d05bab8f186d6eb247ceac2af2e82c7dc17669b036',
      MessageReceived: '0xff48c13eda96b1cceacc6b9edeedc9e9db9d6226afbc30146b720c19d3addb1c',
    })
    expect(selectors(bridgeMinterAbi)).toMatchObject({
      burnLimitsPerMessage: '0xa56ec632',
      getLocalToken: '0x78a0565e',
      SetBurnLimitPerMessage: '0x6aa98de3efb0f031e70a96b4bd97fafc58474ad59f4e890aa3733bba321ecca2',
    })
  })
})

describe('the published vectors', () => {
  test('behavior: the burn sends the published bytes', async () => {
    const user = devnet.primary.accounts.find(({ address }) => address === accounts.user)
    if (user === undefined) throw new Error('the vectors’ user has no money here')
    const wallet = signer(devnet, privateKeyToAccount(user.privateKey))
    const approval = { address: devnet.primary.usdc, abi: erc20Abi, functionName: 'approve' } as const
    await mined(devnet, await wallet.writeContract({ ...approval, args: [bridgeTokenMessenger, 1_060_000n] }))
    const data = cctp.depositForBurnWithHookCalldata as Hex
    const { logs } = await mined(devnet, await wallet.sendTransaction({ to: bridgeTokenMessenger, data }))
    const [sent] = parseEventLogs({ abi: bridgeTransmitterAbi, eventName: 'MessageSent', logs })
    expect(sent?.args.message).toBe(cctp.messageSentOnChain)
    expect(size(sent?.args.message ?? '0x')).toBe(cctp.messageSentLength)
    const [burned] = parseEventLogs({ abi: bridgeMessengerAbi, eventName: 'DepositForBurn', logs })
    expect(burned?.args).toEqual({
      burnToken: devnet.primary.usdc,
      amount: 1_060_000n,
      depositor: user.address,
      mintRecipient: cctp.args.mintRecipient,
      destinationDomain: 6,
      destinationTokenMessenger: pad(bridgeTokenMessenger).toLowerCase(),
      destinationCaller: cctp.args.destinationCaller,
      maxFee: 60_000n,
      minFinalityThreshold: 2_000,
      hookData: hook,
    })
  })

  test('behavior: the attested message mints once, the fee to the issuer', async () => {
    const { wallet } = await remoteActor(devnet)
    const [userBefore, feesBefore] = await Promise.all([
      remoteBalanceOf(devnet, accounts.user as Address),
      remoteBalanceOf(devnet, feeRecipient),
    ])
    const args = [cctp.attestedMessage as Hex, cctp.attestation as Hex] as const
    const receive = { ...transmitter, functionName: 'receiveMessage', args } as const
    const { logs } = await remotelyMined(devnet, await wallet.writeContract(receive))
    const [minted] = parseEventLogs({ abi: bridgeMessengerAbi, eventName: 'MintAndWithdraw', logs })
    const fee = BigInt(cctp.feeExecuted)
    expect(minted?.args).toEqual({
      mintRecipient: accounts.user,
      amount: 1_060_000n - fee,
      mintToken: devnet.remote.usdc,
      feeCollected: fee,
    })
    const [received] = parseEventLogs({ abi: bridgeTransmitterAbi, eventName: 'MessageReceived', logs })
    expect(received?.args).toMatchObject({
      caller: wallet.account.address,
      sourceDomain: 26,
      nonce: cctp.assignedNonce,
      finalityThresholdExecuted: 2_000,
    })
    expect(await remoteBalanceOf(devnet, accounts.user as Address)).toBe(userBefore + 1_060_000n - fee)
    expect(await remoteBalanceOf(devnet, feeRecipient)).toBe(feesBefore + fee)
    expect(await refusalOf(remoteReader(devnet).simulateContract(receive))).toBe('Nonce already used')
  })
})

describe('settings', () => {
  test('each chain has all others, its domain, its attester and its limit', async () => {
    for (const [client, chain, domain] of [
      [reader(devnet), devnet.primary, 26],
      [remoteReader(devnet), devnet.remote, 6],
    ] as const) {
      expect(await client.readContract({ ...transmitter, functionName: 'localDomain' })).toBe(domain)
      expect(await client.readContract({ ...transmitter, functionName: 'signatureThreshold' })).toBe(1n)
      const attester = accounts.attesterAndAttestationSigner as Address
      const enabled = { ...transmitter, functionName: 'isEnabledAttester', args: [attester] } as const
      expect(await client.readContract(enabled)).toBe(true)
      const limit = { ...minter, functionName: 'burnLimitsPerMessage', args: [chain.usdc] } as const
      expect(await client.readContract(limit)).toBe(10_000_000_000_000n)
      for (const row of vectors.bridgeChains) {
        const counter = { ...messenger, functionName: 'remoteTokenMessengers', args: [row.domain] } as const
        const local = { ...minter, functionName: 'getLocalToken', args: [row.domain, pad(row.usdc as Hex)] } as const
        const here = row.domain === domain
        expect(BigInt(await client.readContract(counter))).toBe(here ? 0n : BigInt(bridgeTokenMessenger))
        expect(BigInt(await client.readContract(local))).toBe(here ? 0n : BigInt(chain.usdc))
      }
    }
  })
})

describe('a burn is refused', () => {
  const burn = async (changes: Partial<Burn> = {}, hookData: Hex | undefined = hook) => {
    const { address } = await actor(devnet)
    const call = { amount: 2n, domain: 6, recipient: pad(address), token: devnet.primary.usdc, maxFee: 1n, ...changes }
    const args = [call.amount, call.domain, call.recipient, call.token, zeroWord, call.maxFee, 1000] as const
    return refusalOf(
      hookData === undefined
        ? reader(devnet).simulateContract({ ...messenger, account: address, functionName: 'depositForBurn', args })
        : reader(devnet).simulateContract({
            ...messenger,
            account: address,
            functionName: 'depositForBurnWithHook',
            args: [...args, hookData],
          }),
    )
  }

  test.each<[string, Partial<Burn>]>([
    ['Amount must be nonzero', { amount: 0n }],
    ['Mint recipient must be nonzero', { recipient: zeroWord }],
    ['Max fee must be less than amount', { maxFee: 2n }],
    ['No TokenMessenger for domain', { domain: 5 }],
    ['No TokenMessenger for domain', { domain: 26 }],
    ['ERC20: transfer amount exceeds allowance', {}],
  ])('%s', async (reason, changes) => {
    expect(await burn(changes)).toBe(reason)
    expect(await burn(changes, undefined)).toBe(reason)
  })

  test('Hook data is empty', async () => {
    expect(await burn({}, '0x')).toBe('Hook data is empty')
  })

  test('Burn amount exceeds per tx limit', async () => {
    const { address, wallet } = await remoteActor(devnet, 10_000_000_000_001n)
    await approveRemotely(wallet, 10_000_000_000_001n)
    const args = (amount: bigint) => [amount, 26, pad(address), devnet.remote.usdc, zeroWord, 0n, 2000] as const
    const burning = (amount: bigint) =>
      remoteReader(devnet).simulateContract({
        ...messenger,
        account: address,
        functionName: 'depositForBurn',
        args: args(amount),
      })
    expect(await refusalOf(burning(10_000_000_000_001n))).toBe('Burn amount exceeds per tx limit')
    await burning(10_000_000_000_000n)
    await devnet.issuer.setBurnLimit('remote', 5n)
    expect(await refusalOf(burning(6n))).toBe('Burn amount exceeds per tx limit')
    await burning(5n)
    const body = JSON.stringify({ chain: 'remote', amount: '10000000000000' })
    expect((await fetch(`${devnet.controlUrl}/issuer/burn-limit`, { method: 'POST', body })).status).toBe(200)
    await burning(6n)
    const unknown = { method: 'POST', body: JSON.stringify({ chain: 'moon', amount: '1' }) }
    expect((await fetch(`${devnet.controlUrl}/issuer/burn-limit`, unknown)).status).toBe(400)
  })

  test('Burn token not supported', async () => {
    const { address, wallet } = await remoteActor(devnet)
    const eurc = '0x808456652fdb597867f38412077A9182bf77359F'
    const operator = operatorAccount()
    await remotely(operator, eurc, erc20MintAbi, 'mint', [address, 5n])
    await approveRemotely(wallet, 5n, eurc)
    const args = [5n, 26, pad(address), eurc, zeroWord, 0n, 2000] as const
    const call = { ...messenger, account: address, functionName: 'depositForBurn', args } as const
    expect(await refusalOf(remoteReader(devnet).simulateContract(call))).toBe('Burn token not supported')
  })

  test('below the least fee, by a denied account, while paused', async () => {
    const { address, wallet } = await remoteActor(devnet)
    await approveRemotely(wallet, 100n)
    const operator = operatorAccount()
    const burning = (amount: bigint, maxFee: bigint) => {
      const args = [amount, 26, pad(address), devnet.remote.usdc, zeroWord, maxFee, 2000] as const
      const call = { ...messenger, account: address, functionName: 'depositForBurn', args } as const
      return remoteReader(devnet).simulateContract(call)
    }
    await burning(100n, 0n)

    await remotely(operator, bridgeTokenMessenger, bridgeMessengerAbi, 'setMinFee', [500_000n])
    expect(await refusalOf(burning(100n, 4n))).toBe('Insufficient max fee')
    // No fee below the amount covers one unit; only the view reports that the amount is too low.
    expect(await refusalOf(burning(1n, 0n))).toBe('Insufficient max fee')
    const least = { ...messenger, functionName: 'getMinFeeAmount', args: [1n] } as const
    expect(await refusalOf(remoteReader(devnet).readContract(least))).toBe('Amount too low')
    await burning(100n, 5n)
    await burning(2n, 1n)
    await remotely(operator, bridgeTokenMessenger, bridgeMessengerAbi, 'setMinFee', [0n])

    await remotely(operator, bridgeTokenMessenger, bridgeMessengerAbi, 'denylist', [address])
    expect(await refusalOf(burning(100n, 0n))).toBe('Denylistable: account is on denylist')
    await remotely(operator, bridgeTokenMessenger, bridgeMessengerAbi, 'unDenylist', [address])

    for (const [contract, abi] of [
      [bridgeMessageTransmitter, bridgeTransmitterAbi],
      [bridgeTokenMinter, bridgeMinterAbi],
    ] as const) {
      await remotely(operator, contract, abi, 'pause', [])
      expect(await refusalOf(burning(100n, 0n))).toBe('Pausable: paused')
      await remotely(operator, contract, abi, 'unpause', [])
    }
    await burning(100n, 0n)
  })

  test('a message to its own chain, without a recipient, or too large', async () => {
    const send = (domain: number, recipient: Hex, body: Hex) => {
      const args = [domain, recipient, zeroWord, 2000, body] as const
      return refusalOf(reader(devnet).simulateContract({ ...transmitter, functionName: 'sendMessage', args }))
    }
    expect(await send(26, pad('0x01'), '0x')).toBe('Domain is local domain')
    expect(await send(6, zeroWord, '0x')).toBe('Recipient must be nonzero')
    expect(await send(6, pad('0x01'), numberToHex(1n, { size: 8_193 }))).toBe('Message body exceeds max size')
  })
})

describe('a message is refused', () => {
  const receive = async (message: Hex, attestation?: Hex) => {
    const args = [message, attestation ?? (await attest(message))] as const
    const call = { ...transmitter, account: caller.address, functionName: 'receiveMessage', args } as const
    return refusalOf(remoteReader(devnet).simulateContract(call))
  }
  const caller = stranger()

  test.each<[string, Partial<Message>]>([
    ['Invalid destination domain', { destinationDomain: 26 }],
    ['Invalid caller for message', { destinationCaller: pad('0x01') }],
    ['Invalid message version', { version: 0 }],
    ['Nonce already used', { nonce: zeroWord }],
    ['Remote TokenMessenger unsupported', { sender: pad('0x01') }],
    ['Remote TokenMessenger unsupported', { sourceDomain: 5 }],
    ['Unsupported finality threshold', { finalityExecuted: 499 }],
    ['Invalid burn message: too short', { body: '0x00' }],
    ['Invalid message body version', { bodyVersion: 0 }],
    ['Message expired and must be re-signed', { finalityExecuted: 1000, expirationBlock: 1n }],
    ['Message expired and must be re-signed', { finalityExecuted: 2000, expirationBlock: 1n }],
    ['Fee equals or exceeds amount', { feeExecuted: 1_000n, maxFee: 1_000n }],
    ['Fee exceeds max fee', { feeExecuted: 11n, maxFee: 10n }],
    ['Mint token not supported', { token: pad('0x01') }],
  ])('%s', async (reason, changes) => {
    expect(await receive(messageOf(changes))).toBe(reason)
  })

  test('too short, or for a contract that is not a messenger', async () => {
    expect(await receive('0x00')).toBe('Invalid message: too short')
    expect(await receive(messageOf({ recipient: pad(devnet.remote.usdc) }))).toBe('execution reverted')
  })

  test('without the attesters’ signatures in their order', async () => {
    const message = messageOf({})
    expect(await receive(message, '0x')).toBe('Invalid attestation length')
    expect(await receive(message, await attest(message, generatePrivateKey()))).toBe('Invalid signature: not attester')
    expect(await receive(message, await attest(`${message}00`))).toBe('Invalid signature: not attester')

    const second = privateKeyToAccount(`0x${'42'.repeat(32)}`)
    const operator = operatorAccount()
    await remotely(operator, bridgeMessageTransmitter, bridgeTransmitterAbi, 'enableAttester', [second.address])
    await remotely(operator, bridgeMessageTransmitter, bridgeTransmitterAbi, 'setSignatureThreshold', [2n])
    const signatures = [await attest(message), await attest(message, `0x${'42'.repeat(32)}`)] as const
    const ordered =
      BigInt(accounts.attesterAndAttestationSigner) < BigInt(second.address) ? signatures : [...signatures].reverse()
    expect(await receive(message, signatures[0])).toBe('Invalid attestation length')
    expect(await receive(message, concatHex([signatures[0], signatures[0]]))).toBe('Invalid signature order or dupe')
    expect(await receive(message, concatHex([...ordered].reverse()))).toBe('Invalid signature order or dupe')
    expect(await receive(message, concatHex([...ordered]))).toBeUndefined()
    await remotely(operator, bridgeMessageTransmitter, bridgeTransmitterAbi, 'setSignatureThreshold', [1n])
  })

  test('by the messenger itself and the minter, from any caller but their own', async () => {
    const args = [26, pad(bridgeTokenMessenger), 2000, '0x'] as const
    for (const functionName of ['handleReceiveFinalizedMessage', 'handleReceiveUnfinalizedMessage'] as const)
      expect(await refusalOf(remoteReader(devnet).simulateContract({ ...messenger, functionName, args }))).toBe(
        'Invalid message transmitter',
      )
    const burn = { ...minter, functionName: 'burn', args: [devnet.remote.usdc, 1n] } as const
    expect(await refusalOf(remoteReader(devnet).simulateContract(burn))).toBe('Caller not local TokenMessenger')
  })

  test('while the recipient is blocked', async () => {
    const blocked = stranger().address
    await devnet.remote.setBlocked(blocked, true)
    const message = messageOf({ mintRecipient: pad(blocked) })
    expect(await receive(message)).toBe('Blacklistable: account is blacklisted')
    await devnet.remote.setBlocked(blocked, false)
    expect(await receive(message)).toBeUndefined()
  })

  test('behavior: a message is valid until its block, fast or final', async () => {
    const expirationBlock = devnet.remote.latestBlock + 1_000n
    expect(await receive(messageOf({ finalityExecuted: 1000, expirationBlock }))).toBeUndefined()
    expect(await receive(messageOf({ finalityExecuted: 2000, expirationBlock }))).toBeUndefined()
    expect(await receive(messageOf({ finalityExecuted: 500 }))).toBeUndefined()
  })
})

const zeroWord = pad('0x00')

type Burn = { amount: bigint; domain: number; recipient: Hex; token: Address; maxFee: bigint }

type Message = ReturnType<typeof plainMessage> & { body: Hex }

const plainMessage = () => ({
  version: 1,
  sourceDomain: 26,
  destinationDomain: 6,
  nonce: keccak256(generatePrivateKey()),
  sender: pad(bridgeTokenMessenger) as Hex,
  recipient: pad(bridgeTokenMessenger) as Hex,
  destinationCaller: zeroWord as Hex,
  finalityExecuted: 2000,
  bodyVersion: 1,
  token: pad(devnet.primary.usdc) as Hex,
  mintRecipient: pad('0x8617E340B3D01FA5F11F306F4090FD50E238070D') as Hex,
  amount: 1_000n,
  maxFee: 10n,
  feeExecuted: 10n,
  expirationBlock: 0n,
})

/** A message from the primary chain, as an attester would sign it. */
function messageOf(changes: Partial<Message>): Hex {
  const one = { ...plainMessage(), ...changes }
  const word = (value: bigint) => numberToHex(value, { size: 32 })
  const half = (value: number) => numberToHex(value, { size: 4 })
  return concatHex([
    ...[half(one.version), half(one.sourceDomain), half(one.destinationDomain), one.nonce, one.sender, one.recipient],
    ...[one.destinationCaller, half(1000), half(one.finalityExecuted)],
    one.body ??
      concatHex([
        ...[half(one.bodyVersion), one.token, one.mintRecipient, word(one.amount), pad('0x0b')],
        ...[word(one.maxFee), word(one.feeExecuted), word(one.expirationBlock), hook],
      ]),
  ])
}

function attest(message: Hex, privateKey: Hex = attesterKey): Promise<Hex> {
  return sign({ hash: keccak256(message), privateKey, to: 'hex' })
}

/** Why a call was refused; undefined when it was not. */
async function refusalOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    const { walk } = error as { walk: (is: (cause: unknown) => boolean) => { reason?: string } | null }
    return walk.call(error, (cause) => (cause as { reason?: string }).reason !== undefined)?.reason ?? ''
  }
}

async function remotely(account: PrivateKeyAccount, address: Address, abi: Abi, functionName: string, args: unknown[]) {
  const { wallet } = await remoteActor(devnet)
  const data = encodeFunctionData({ abi, functionName, args })
  const hash = await wallet.sendTransaction({ account, to: address, data })
  expect((await remotelyMined(devnet, hash)).status).toBe('success')
}

async function approveRemotely(
  wallet: Awaited<ReturnType<typeof remoteActor>>['wallet'],
  amount: bigint,
  address: Address = devnet.remote.usdc,
) {
  const approval = { address, abi: erc20Abi, functionName: 'approve', args: [bridgeTokenMessenger, amount] } as const
  await remotelyMined(devnet, await wallet.writeContract(approval))
}

const erc20MintAbi = [
  {
    type: 'function',
    name: 'mint',
    inputs: [{ type: 'address' }, { type: 'uint256' }],
    outputs: [{ type: 'bool' }],
    stateMutability: 'nonpayable',
  },
] as const

function selectors(abi: Abi): Record<string, Hex> {
  return Object.fromEntries(
    abi.flatMap((item) => {
      if (item.type === 'function') return [[item.name, toFunctionSelector(item)]]
      return item.type === 'event' ? [[item.name, toEventSelector(item)]] : []
    }),
  )
}
