import { bridgeMessengerAbi, issuerAddresses } from '@holdfast/devnet'
import { type Actor, meddledWith, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { createWalletClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { usdcAbi } from '../chain/usdc.js'
import { bridgeFromWallet } from './bridgeFromWallet.js'
import { BRIDGE_TOKEN_MESSENGER } from './constants.js'
import { findBurns } from './findBurns.js'
import { findForwardedMint } from './findForwardedMint.js'
import { getBridgeStatus } from './getBridgeStatus.js'
import { mintBridged } from './mintBridged.js'
import { quoteBridge } from './quoteBridge.js'
import { resumeBridge } from './resumeBridge.js'
import type { BridgeProgress, BridgeStep } from './types.js'
import { waitForForwardedMint } from './waitForForwardedMint.js'

let stage: TestStage
beforeAll(async () => {
  // A quarter of an hour takes half a second.
  stage = await setTestStage({ issuerPace: 0.0005 })
})
afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage?.stop())

const out = { from: 'Arc_Testnet', to: 'Base_Sepolia', amount: 5_000_000n } as const
const home = { from: 'Base_Sepolia', to: 'Arc_Testnet', amount: 5_000_000n } as const
const issuer = () => ({ apiUrl: stage.devnet.issuer.attestationUrl, pollMs: 25, timeoutMs: 120_000 })
const faults = (attestation: object) => stage.devnet.faults.set({ attestation })

/** What an application keeps. */
function keeper() {
  const steps: BridgeStep[] = []
  const kept: string[] = []
  return {
    steps,
    last: () => JSON.parse(kept.at(-1) ?? 'null') as BridgeProgress,
    all: () => kept.map((one) => JSON.parse(one) as BridgeProgress),
    callbacks: {
      onStep: (step: BridgeStep) => void steps.push(step),
      onProgress: (progress: BridgeProgress) => void kept.push(JSON.stringify(progress)),
    },
  }
}

const burnsOf = ({ address, publicClient }: Actor, from: 'Arc_Testnet' | 'Base_Sepolia' = 'Arc_Testnet') =>
  findBurns(publicClient, { from, depositor: address, fromBlock: from === 'Arc_Testnet' ? 53_750_000n : 0n })

const allowanceOf = ({ address, publicClient }: Actor, usdc: `0x${string}`) =>
  publicClient.readContract({
    address: usdc,
    abi: usdcAbi,
    functionName: 'allowance',
    args: [address, BRIDGE_TOKEN_MESSENGER],
  })

describe('a transfer', () => {
  test('default: from the primary chain, standard, to the sender', async () => {
    const alice = await stage.actor(20_000_000n)
    const { steps, last, callbacks } = keeper()
    const result = await bridgeFromWallet(alice, {
      skipRiskCheck: true,
      ...out,
      ...issuer(),
      ...callbacks,
      destinationClient: stage.remotePublicClient,
    })
    const { quote, received, burnTxHash, forwardTxHash } = result
    expect(quote).toEqual({ amount: 5_000_000n, maxFee: quote.maxFee, total: 5_000_000n + quote.maxFee })
    expect(received).toBe(await stage.remoteBalanceOf(alice.address))
    expect(received).toBeGreaterThanOrEqual(out.amount)
    expect(received).toBeLessThan(quote.total)
    expect(steps).toEqual(['quote', 'approve', 'burn', 'attest', 'forward'])
    expect(last()).toMatchObject({ from: out.from, to: out.to, burnTxHash, forwardTxHash, amount: '5000000' })
    expect(await burnsOf(alice)).toMatchObject([{ burnTxHash, amount: quote.total, maxFee: quote.maxFee }])
    expect(await allowanceOf(alice, stage.devnet.primary.usdc)).toBe(0n)
    const [burned] = await stage.publicClient.getContractEvents({
      address: BRIDGE_TOKEN_MESSENGER,
      abi: bridgeMessengerAbi,
      eventName: 'DepositForBurn',
      args: { depositor: alice.address },
      fromBlock: stage.devnet.primary.latestBlock - 2_000n,
    })
    expect(burned?.args.minFinalityThreshold).toBe(2000)
    expect(await findForwardedMint({ sourceDomain: 26, burnTxHash, ...issuer() })).toBe(forwardTxHash)
  })

  test('default: to the primary chain, fast, to another recipient, and only the hash is needed to find it', async () => {
    const bob = await stage.remoteActor(20_000_000n)
    const recipient = privateKeyToAccount(generatePrivateKey()).address
    const { burnTxHash, received } = await bridgeFromWallet(bob, {
      skipRiskCheck: true,
      ...home,
      ...issuer(),
      recipient,
      destinationClient: stage.publicClient,
    })
    expect(await stage.balanceOf(recipient)).toBe(received)
    const status = await getBridgeStatus({ sourceDomain: 6, burnTxHash, ...issuer() })
    expect(status).toMatchObject({
      state: 'minted',
      message: { minFinalityThreshold: 1000, finalityThresholdExecuted: 1000 },
    })
    expect(await waitForForwardedMint({ sourceDomain: 6, burnTxHash, ...issuer() })).toMatch(/^0x/)
  })

  test('behavior: an allowance that is short is replaced by the exact one, and one that covers is used', async () => {
    const { usdc } = stage.devnet.primary
    for (const [before, sent] of [
      [1n, 2],
      [900_000_000n, 1],
    ] as const) {
      const alice = await stage.actor()
      const { account, chain } = alice.walletClient
      if (!account || !chain) throw new Error('An account is needed.')
      const hash = await alice.walletClient.writeContract({
        address: usdc,
        abi: usdcAbi,
        functionName: 'approve',
        account,
        chain,
        args: [BRIDGE_TOKEN_MESSENGER, before],
      })
      await stage.publicClient.waitForTransactionReceipt({ hash })
      const { approveTxHash, quote } = await bridgeFromWallet(alice, { skipRiskCheck: true, ...out, ...issuer() })
      expect(approveTxHash === undefined).toBe(sent === 1)
      expect(await allowanceOf(alice, usdc)).toBe(sent === 1 ? before - quote.total : 0n)
      expect(await stage.publicClient.getTransactionCount({ address: alice.address })).toBe(1 + sent)
    }
  })

  test('behavior: two at once of one wallet, each burned once', async () => {
    const alice = await stage.actor(100_000_000n)
    const results = await Promise.all(
      [1_000_000n, 2_000_000n].map((amount) =>
        bridgeFromWallet(alice, { skipRiskCheck: true, ...out, ...issuer(), amount }),
      ),
    )
    expect((await burnsOf(alice)).map(({ amount }) => amount).sort()).toEqual(
      results.map(({ quote }) => quote.total).sort(),
    )
  })

  test('error: another program of the wallet replaces the allowance: it is said, and a resume burns, once', async () => {
    const alice = await stage.actor(100_000_000n)
    const { last, callbacks } = keeper()
    const meddled = meddledWith(alice, stage.devnet.primary.usdc, BRIDGE_TOKEN_MESSENGER)
    await expect(
      bridgeFromWallet(meddled, { skipRiskCheck: true, ...out, ...issuer(), ...callbacks }),
    ).rejects.toMatchObject({
      name: 'InsufficientFundsError',
      code: 'insufficient_allowance',
      available: 1n,
      effect: 'none',
      advice: { do: 'approve', spender: 'bridge' },
    })
    expect(last().burnAfterBlock).toBeUndefined()
    const { quote } = await resumeBridge(alice, last(), { ...issuer(), skipRiskCheck: true })
    expect(await burnsOf(alice)).toMatchObject([{ amount: quote.total }])
    expect(await allowanceOf(alice, stage.devnet.primary.usdc)).toBe(0n)
  })

  test('parameter: quote, the ceiling a person has seen', async () => {
    const alice = await stage.actor()
    const quote = await quoteBridge({ ...out, ...issuer() })
    const seen = { ...quote, maxFee: quote.maxFee + 7n, total: quote.total + 7n }
    const shown: bigint[] = []
    const result = await bridgeFromWallet(alice, {
      skipRiskCheck: true,
      ...out,
      ...issuer(),
      quote: seen,
      onQuote: ({ total }) => void shown.push(total),
    })
    expect(result.quote).toEqual(seen)
    expect(shown).toEqual([seen.total])
  })

  test('parameter: timeoutMs, after which it is still on its way; a healthy chain has time for its blocks', async () => {
    faults({ hold: 'pending' })
    const alice = await stage.actor()
    const { burnTxHash, forwardTxHash } = await bridgeFromWallet(alice, {
      skipRiskCheck: true,
      ...out,
      ...issuer(),
      timeoutMs: 1,
    })
    expect(forwardTxHash).toBeUndefined()
    const burn = { sourceDomain: 26, burnTxHash, ...issuer() }
    expect(await getBridgeStatus(burn)).toEqual({ state: 'confirming' })
    stage.devnet.faults.clear()
    expect(await waitForForwardedMint(burn)).toMatch(/^0x/)
  })
})

/** An account with USDC on the remote chain, and no ether for gas. */
async function poorActor() {
  const bob = await stage.remoteActor()
  const account = privateKeyToAccount(generatePrivateKey())
  const { account: rich, chain } = bob.walletClient
  if (!rich || !chain) throw new Error('An account is needed.')
  const hash = await bob.walletClient.writeContract({
    address: stage.devnet.remote.usdc,
    abi: usdcAbi,
    functionName: 'transfer',
    account: rich,
    chain,
    args: [account.address, 10_000_000n],
  })
  await stage.remotePublicClient.waitForTransactionReceipt({ hash })
  const transport = http(stage.devnet.remote.rpcUrl)
  return { address: account.address, walletClient: createWalletClient({ account, chain, transport }) }
}

describe('before anything is signed', () => {
  const isAbove = (amount: bigint) => expect.toSatisfy((one: bigint) => one > amount)
  const refused = async (actor: Actor, params: Partial<bridgeFromWallet.Parameters>, error: object) => {
    const before = await actor.publicClient.getTransactionCount({ address: actor.address })
    await expect(
      bridgeFromWallet(actor, { skipRiskCheck: true, ...out, ...issuer(), ...params }),
    ).rejects.toMatchObject(error)
    expect(await actor.publicClient.getTransactionCount({ address: actor.address })).toBe(before)
  }

  test('error: a destination without forwarding', async () => {
    const alice = await stage.actor()
    await refused(alice, { to: 'Cronos_Testnet' }, { name: 'BridgeRefusedError', code: 'not_forwarded' })
    faults({ withoutForwarding: true })
    await refused(alice, {}, { code: 'not_forwarded' })
  })

  test('error: a wallet on another chain', async () => {
    await refused(await stage.remoteActor(), {}, { name: 'WrongNetworkError' })
    await refused(await stage.actor(), { destinationClient: stage.publicClient }, { name: 'WrongNetworkError' })
  })

  test('error: too little USDC, or too little with gas, or none for gas', async () => {
    const { total } = await quoteBridge({ ...out, ...issuer() })
    await refused(
      await stage.actor(total / 2n),
      {},
      {
        code: 'short_with_fee',
        required: isAbove(total / 2n),
        available: total / 2n,
        coin: 'USDC',
        chain: 'Arc Testnet',
      },
    )
    const quote = { amount: out.amount, maxFee: 1_000_000n, total: 6_000_000n }
    const withGas = { code: 'short_with_gas', available: 6_000_000n, coin: 'USDC', chain: 'Arc Testnet' }
    await refused(await stage.actor(6_000_000n), { quote }, { ...withGas, required: isAbove(6_000_000n) })
    const { address, walletClient } = await poorActor()
    const withoutGas = { code: 'no_gas', required: isAbove(0n), available: 0n, coin: 'ETH', chain: 'Base Sepolia' }
    await refused({ address, walletClient, publicClient: stage.remotePublicClient }, home, withoutGas)
  })

  test('error: more than one burn may take, as the chain says now', async () => {
    const alice = await stage.actor(20_000_000_000_000n)
    await refused(alice, { amount: 9_999_999_999_999n }, { code: 'over_burn_limit' })
  })

  test('error: a fee that has risen above what was shown', async () => {
    const quote = { amount: out.amount, maxFee: 10n, total: out.amount + 10n }
    await refused(await stage.actor(), { quote }, { code: 'fee_rose', available: 10n })
    await refused(
      await stage.actor(),
      { quote: { ...quote, total: 1n } },
      { name: 'InvalidInputError', parameter: 'quote' },
    )
  })

  test('error: the person asked says no', async () => {
    const onQuote = () => Promise.reject(new Error('too dear'))
    await refused(await stage.actor(), { onQuote }, { message: 'too dear' })
  })

  test.each([
    ['0x0000000000000000000000000000000000000000'],
    ['0x036CbD53842c5426634e7929541eC2318f3dCF7e'],
    [issuerAddresses.bridgeTokenMessenger],
    [issuerAddresses.hubMinter],
    ['0x123'],
  ])('error: recipient %s', async (recipient) => {
    await refused(await stage.actor(), { recipient: recipient as `0x${string}` }, { name: 'InvalidAddressError' })
  })

  test('error: a contract that names no recipient', async () => {
    const alice = await stage.actor()
    const contract = {
      ...alice,
      walletClient: createWalletClient({
        account: issuerAddresses.bridgeTokenMinter,
        transport: http(stage.devnet.primary.rpcUrl),
      }),
    }
    await refused({ ...contract, address: issuerAddresses.bridgeTokenMinter }, {}, { name: 'InvalidAddressError' })
    const safe = { ...alice, address: stage.devnet.primary.contracts.shieldVault }
    await refused(
      {
        ...safe,
        walletClient: createWalletClient({ account: safe.address, transport: http(stage.devnet.primary.rpcUrl) }),
      },
      {},
      { code: 'recipient_needed' },
    )
  })
})

describe('when the issuer does not mint', () => {
  /** A burn that is attested and not forwarded. */
  const strand = async (attestation: object, params: Partial<bridgeFromWallet.Parameters> = {}) => {
    faults(attestation)
    const alice = await stage.actor()
    const { last, callbacks } = keeper()
    const failure = await bridgeFromWallet(alice, {
      skipRiskCheck: true,
      ...out,
      ...issuer(),
      ...callbacks,
      ...params,
    }).catch((error: unknown) => error)
    const burn = { sourceDomain: 26, burnTxHash: last().burnTxHash ?? '0x', ...issuer() }
    return { alice, failure, burn, helper: await stage.remoteActor() }
  }

  test('behavior: its mint failed, and any caller mints, once', async () => {
    const { alice, failure, burn, helper } = await strand({ failMints: 1 })
    expect(failure).toMatchObject({ name: 'ForwardingFailedError', reason: 'failed', burnTxHash: burn.burnTxHash })
    await expect(waitForForwardedMint(burn)).rejects.toMatchObject({ reason: 'failed' })
    expect(await findForwardedMint(burn)).toBeUndefined()
    const { mintTxHash, received } = await mintBridged(helper, burn)
    expect(mintTxHash).toMatch(/^0x/)
    expect(await stage.remoteBalanceOf(alice.address)).toBe(received)
    expect(await mintBridged(helper, burn)).toEqual({ mintTxHash, received })
    expect(await stage.remoteBalanceOf(alice.address)).toBe(received)
  })

  test.each(['FAILED', 'absent'] as const)('behavior: the fee came out too low (%s)', async (unpaidForwardState) => {
    const { failure, burn, helper } = await strand({ feeRise: 900_000, unpaidForwardState })
    expect(failure).toMatchObject({ reason: unpaidForwardState === 'FAILED' ? 'failed' : 'not_attempted' })
    expect(await mintBridged(helper, burn)).toMatchObject({ mintTxHash: expect.stringMatching(/^0x/) })
  })

  test('behavior: it never gets to it, and the burn is still there to mint', async () => {
    const { failure, burn, helper } = await strand(
      { feeRise: 900_000, unpaidForwardState: 'PENDING' },
      { timeoutMs: 1_500 },
    )
    expect(failure).toMatchObject({ burnTxHash: burn.burnTxHash })
    expect(failure).not.toHaveProperty('forwardTxHash')
    expect(await mintBridged(helper, burn)).toMatchObject({ mintTxHash: expect.stringMatching(/^0x/) })
  })

  test('error: it is not attested yet', async () => {
    const { burn, helper } = await strand({ hold: 'pending' }, { timeoutMs: 1_500 })
    await expect(mintBridged(helper, { ...burn, timeoutMs: 100 })).rejects.toMatchObject({ name: 'NotAttestedError' })
  })

  test('error: minting on another chain than the destination', async () => {
    const { burn } = await strand({ failMints: 1 })
    await expect(mintBridged(await stage.actor(), burn)).rejects.toMatchObject({ name: 'WrongNetworkError' })
  })

  test('behavior: a fast attestation that has expired is renewed', async () => {
    faults({ failMints: 1, expiryBlocks: 1 })
    const bob = await stage.remoteActor()
    const { last, callbacks } = keeper()
    await bridgeFromWallet(bob, { skipRiskCheck: true, ...home, ...issuer(), ...callbacks }).catch(() => {})
    const burn = { sourceDomain: 6, burnTxHash: last().burnTxHash ?? '0x', ...issuer() }
    const before = await getBridgeStatus(burn)
    if (before.state !== 'attested') throw new Error(before.state)
    expect(before.message.expirationBlock).toBeGreaterThan(0n)
    await stage.devnet.primary.mine(5)
    const { received } = await mintBridged(await stage.actor(), burn)
    expect(await stage.balanceOf(bob.address)).toBe(received)
    expect(await getBridgeStatus(burn)).toMatchObject({ message: { expirationBlock: 0n } })
  })
})

describe('after a reload', () => {
  /** Every state that was handed out, each one taken up by itself. */
  test('behavior: from whatever was stored, there is one burn and its money', async () => {
    const alice = await stage.actor(100_000_000n)
    const { all, callbacks } = keeper()
    const { burnTxHash, forwardTxHash, quote } = await bridgeFromWallet(alice, {
      skipRiskCheck: true,
      ...out,
      ...issuer(),
      ...callbacks,
    })
    const stored = all().filter((progress) => progress.burnAfterBlock !== undefined)
    expect(stored.length).toBeGreaterThan(2)
    for (const progress of stored) {
      const { steps, callbacks: again } = keeper()
      const resumed = await resumeBridge(alice, progress, {
        skipRiskCheck: true,
        ...issuer(),
        ...again,
        destinationClient: stage.remotePublicClient,
      })
      expect(resumed).toMatchObject({ burnTxHash, forwardTxHash, quote, received: expect.any(BigInt) })
      expect(steps).toEqual(['attest', 'forward'])
    }
    expect(await burnsOf(alice)).toHaveLength(1)
    const transactions = await stage.publicClient.getTransactionCount({ address: alice.address })
    expect(transactions).toBe(2)
  })

  test('behavior: closed after the approval, it goes on under what was shown', async () => {
    const alice = await stage.actor(100_000_000n)
    const { last, callbacks } = keeper()
    const gone = new Error('the tab is closed')
    await bridgeFromWallet(alice, {
      skipRiskCheck: true,
      ...out,
      ...issuer(),
      ...callbacks,
      onStep: (step) => {
        if (step === 'burn') throw gone
      },
    }).catch((error: unknown) => expect(error).toBe(gone))
    expect(last()).toMatchObject({ approveTxHash: expect.stringMatching(/^0x/), maxFee: expect.any(String) })
    expect(await burnsOf(alice)).toHaveLength(0)
    const { quote, approveTxHash } = await resumeBridge(alice, last(), { ...issuer(), skipRiskCheck: true })
    expect(quote.maxFee).toBe(BigInt(last().maxFee ?? ''))
    expect(approveTxHash).toBe(last().approveTxHash)
    expect(await burnsOf(alice)).toHaveLength(1)
  })

  test('behavior: a wallet was asked and the outcome is unknown: it is not asked again', async () => {
    const alice = await stage.actor()
    const progress: BridgeProgress = {
      from: out.from,
      to: out.to,
      sender: alice.address,
      recipient: alice.address,
      amount: '5000000',
      maxFee: '100000',
      burnAfterBlock: `${stage.devnet.primary.latestBlock}`,
    }
    await expect(
      resumeBridge(alice, progress, { skipRiskCheck: true, ...issuer(), timeoutMs: 300 }),
    ).rejects.toMatchObject({
      code: 'burn_unknown',
    })
    expect(await stage.publicClient.getTransactionCount({ address: alice.address })).toBe(0)
  })

  test.each([
    [null, 'progress'],
    ['{}', 'progress'],
    [{ amount: '1.5' }, 'progress'],
    [{ amount: 5 }, 'progress'],
    [{ maxFee: '-1' }, 'progress'],
    [{ sender: '0x000000000000000000000000000000000000dEaD' }, 'progress'],
  ])('error: what was stored is %o', async (wrong, parameter) => {
    const alice = await stage.actor()
    const right = { from: out.from, to: out.to, sender: alice.address, recipient: alice.address, amount: '5000000' }
    const progress = typeof wrong === 'object' && wrong !== null ? { ...right, ...wrong } : wrong
    await expect(
      resumeBridge(alice, progress as BridgeProgress, { ...issuer(), skipRiskCheck: true }),
    ).rejects.toMatchObject({ parameter })
  })

  test.each([
    [{ burnTxHash: '0x12' }, undefined],
    [{ burnTxHash: null }, undefined],
    [{ burnTxHash: `0x${'12'.repeat(32)}`, amount: '1.5' }, `0x${'12'.repeat(32)}`],
    [{ burnAfterBlock: 'x' }, undefined],
    [{ burnAfterBlock: '7', burnNonce: -1 }, undefined],
    [{ burnAfterBlock: '7', from: 'nowhere' }, undefined],
    [{ burnAfterBlock: '7', sender: '0x12' }, undefined],
  ])('error: what was stored is damaged, and says that a burn was asked for: %o', async (wrong, txHash) => {
    const alice = await stage.actor()
    const right = { from: out.from, to: out.to, sender: alice.address, recipient: alice.address, amount: '5000000' }
    // Stored progress may hold anything.
    const progress = { ...right, ...wrong } as BridgeProgress
    await expect(resumeBridge(alice, progress, { ...issuer(), skipRiskCheck: true })).rejects.toMatchObject({
      name: 'TransactionUnconfirmedError',
      effect: 'open',
      txHash,
      cause: { effect: 'none' },
    })
  })

  test('error: the hash is of something else', async () => {
    const alice = await stage.actor()
    const { account, chain } = alice.walletClient
    if (!account || !chain) throw new Error('An account is needed.')
    const burnTxHash = await alice.walletClient.writeContract({
      address: stage.devnet.primary.usdc,
      abi: usdcAbi,
      functionName: 'approve',
      account,
      chain,
      args: [alice.address, 1n],
    })
    const progress = {
      from: out.from,
      to: out.to,
      sender: alice.address,
      recipient: alice.address,
      amount: '1',
      burnTxHash,
    }
    await expect(resumeBridge(alice, progress, { ...issuer(), skipRiskCheck: true })).rejects.toMatchObject({
      name: 'BurnNotFoundError',
      txHash: burnTxHash,
    })
  })
})
