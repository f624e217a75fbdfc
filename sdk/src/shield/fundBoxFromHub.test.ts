import { freshAddress, freshSalt, muteClients, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { type HubStage, setHubStage } from '@holdfast/testkit/hubStage'
import { stealthScene } from '@holdfast/testkit/stealthScene'
import { type Address, type Hex, pad, parseAbi, parseEventLogs, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { chainLabel } from '../chain/bridgeChains.js'
import { deploymentFor } from '../chain/registry.js'
import { HubMintFailedError, HubOutcomeUnknownError, HubRefusedError, HubTransferIdLostError } from '../errors/hub.js'
import { InvalidAddressError } from '../errors/input.js'
import { HUB_MINTER } from '../hub/constants.js'
import { findHubMint } from '../hub/findHubMint.js'
import { hubShortfall } from '../hub/hubShortfall.js'
import { quoteHubSpend } from '../hub/quoteHubSpend.js'
import { resumeHubSpend } from '../hub/resumeHubSpend.js'
import type { SignedHubSpend } from '../hub/types.js'
import { assertBoxFundable } from './assertBoxFundable.js'
import { awaitBoxFunded } from './awaitBoxFunded.js'
import { createEphemeral } from './createEphemeral.js'
import { fundBoxFromHub } from './fundBoxFromHub.js'
import { isBoxFunding } from './isBoxFunding.js'

let stage: HubStage
beforeAll(async () => {
  stage = await setHubStage()
})
afterEach(() => stage.clearFaults())
afterAll(() => stage?.stop())

const amount = 5_000_000n
const route = { from: 'Base_Sepolia', to: 'Arc_Testnet' } as const

/** A box on the primary chain, created by another account than its payer. */
async function createBox() {
  const { chainId, usdc } = stage.devnet.primary
  const policy = pushPolicy(usdc)
  const { account } = await createEphemeral(
    await stage.actor(),
    deploymentFor(chainId)?.spendPolicyFactory as Address,
    freshSalt(),
    policy,
    { skipRiskCheck: true },
  )
  return { box: account, policy, usdc }
}

const issuerAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AttestationUsed(address indexed token, address indexed recipient, bytes32 indexed transferSpecHash, uint32 sourceDomain, bytes32 sourceDepositor, bytes32 sourceSigner, uint256 value)',
])

test('from quote to funded box: the funding transaction is a mint by the issuer, and nothing but its attestation names the payer', async () => {
  const payer = await stage.depositor(20_000_000n, 'Base_Sepolia')
  const { box, policy, usdc } = await createBox()
  const { publicClient } = stage

  const quote = await quoteHubSpend({ ...stage.hub, ...route, amount, depositor: payer.address })
  const here = await stage.hubBalanceOf(payer.address, 'Base_Sepolia')
  const question = { byChain: {}, from: route.from, fromLabel: chainLabel(route.from), labelOf: chainLabel }
  expect(hubShortfall({ ...question, here, committed: quote.total })).toBeNull()
  await assertBoxFundable(publicClient, box, policy)
  const ids: string[] = []
  const { transferId } = await fundBoxFromHub(payer, {
    skipRiskCheck: true,
    ...stage.hub,
    ...route,
    account: box,
    amount,
    maxFee: quote.maxFee,
    onTransferId: (id) => ids.push(id),
  })
  expect(ids).toEqual([transferId])
  expect(await awaitBoxFunded(publicClient, box, amount, usdc, { pollMs: 20 })).toBe(true)
  expect(await stage.balanceOf(box)).toBe(amount)
  expect(isBoxFunding(box, [box])).toBe(true)

  const { mintTxHash } = await findHubMint({ ...stage.hub, transferId: transferId ?? '' })
  const [transaction, { logs }] = await Promise.all([
    publicClient.getTransaction({ hash: mintTxHash as Hex }),
    publicClient.getTransactionReceipt({ hash: mintTxHash as Hex }),
  ])
  const named = (...texts: readonly (string | null)[]) =>
    texts.some((text) => text?.toLowerCase().includes(payer.address.slice(2).toLowerCase()))
  expect(transaction.to?.toLowerCase()).toBe(HUB_MINTER.toLowerCase())
  expect(named(transaction.from, transaction.to)).toBe(false)

  const moved = parseEventLogs({ abi: issuerAbi, eventName: 'Transfer', logs }).filter(
    ({ address }) => address.toLowerCase() === usdc.toLowerCase(),
  )
  expect(moved.map(({ args }) => args)).toEqual([{ from: zeroAddress, to: box, value: amount }])
  for (const { address, topics } of logs) expect(named(address, ...topics)).toBe(false)

  // What is not hidden: the attestation, in its event and in the calldata.
  const attested = parseEventLogs({ abi: issuerAbi, eventName: 'AttestationUsed', logs })
  expect(attested.map(({ address, args }) => [address.toLowerCase(), args])).toEqual([
    [
      HUB_MINTER.toLowerCase(),
      expect.objectContaining({
        recipient: box,
        sourceDepositor: pad(payer.address.toLowerCase() as Hex),
        sourceSigner: pad(payer.address.toLowerCase() as Hex),
        value: amount,
      }),
    ],
  ])
  expect(logs.filter(({ data }) => named(data))).toHaveLength(1)
  expect(named(transaction.input)).toBe(true)
})

test('behavior: a delegate is judged by the history of the depositor, who pays', async () => {
  const [delegate, depositor] = [await stage.actor(), freshAddress()]
  const { box } = await createBox()
  const asked: string[] = []
  const provider = {
    getOutgoingCounterparties: async (payer: string) => {
      asked.push(payer)
      return { counterparties: [], complete: true }
    },
    getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date(0) }),
    countZeroValueTransfers: async () => 0,
  }
  const params = { ...stage.hub, ...route, account: box, amount, depositor, checkOptions: { provider } }
  await expect(fundBoxFromHub(delegate, params)).rejects.toThrow()
  expect(new Set(asked)).toEqual(new Set([depositor]))
})

test('behavior: a box of another factory is judged by its target, and funded', async () => {
  const { chainId, usdc } = stage.devnet.primary
  const factory = await stealthScene(stage).deployFactory(await stage.actor())
  const policy = pushPolicy(usdc)
  const { account } = await createEphemeral(await stage.actor(), factory, freshSalt(), policy, { skipRiskCheck: true })
  const payer = await stage.depositor(amount * 2n)
  const judged: string[] = []
  const provider = {
    getOutgoingCounterparties: async () => ({ counterparties: [], complete: true }),
    getAddressActivity: async (target: string) => {
      judged.push(target)
      return { transactionCount: 7, firstSeenAt: new Date(0) }
    },
    countZeroValueTransfers: async () => 0,
  }
  const here = { from: 'Arc_Testnet', to: 'Arc_Testnet', account, amount, checkOptions: { provider } } as const
  const ofRegistry = deploymentFor(chainId)?.spendPolicyFactory
  await expect(fundBoxFromHub(payer, { ...stage.hub, ...here, factory: ofRegistry })).rejects.toMatchObject({
    name: 'NotABoxError',
    reason: 'foreign',
  })
  await fundBoxFromHub(payer, { ...stage.hub, ...here, factory })
  expect(new Set(judged)).toEqual(new Set([policy.target]))
  expect(await awaitBoxFunded(stage.publicClient, account, amount, usdc, { pollMs: 20 })).toBe(true)
})

describe('behavior: what does not fund the box', () => {
  test('a balance on another chain: refused before signing, with nothing taken', async () => {
    const payer = await stage.depositor(amount * 2n)
    const { box } = await createBox()
    const steps: string[] = []
    const funding = fundBoxFromHub(payer, {
      skipRiskCheck: true,
      ...stage.hub,
      ...route,
      account: box,
      amount,
      onStep: (step) => steps.push(step),
    })
    await expect(funding).rejects.toThrow(HubRefusedError)
    expect(steps).toEqual(['quote'])
    expect(await stage.hubBalanceOf(payer.address)).toBe(amount * 2n)
    expect(await stage.balanceOf(box)).toBe(0n)
  })

  test('a mint that fails: told so, the money comes back, and the next one arrives', async () => {
    const payer = await stage.depositor(amount * 3n)
    const { box } = await createBox()
    const fund = () =>
      fundBoxFromHub(payer, {
        skipRiskCheck: true,
        ...stage.hub,
        from: 'Arc_Testnet',
        to: 'Arc_Testnet',
        account: box,
        amount,
      })
    stage.setFaults({ failMints: 1 })
    await expect(fund()).rejects.toThrow(HubMintFailedError)
    await vi.waitFor(async () => expect(await stage.hubBalanceOf(payer.address)).toBe(amount * 3n), {
      timeout: 120_000,
      interval: 50,
    })
    await fund()
    expect(await stage.balanceOf(box)).toBe(amount)
  })

  test('a lost id: taken all the same, and seen to arrive', async () => {
    const payer = await stage.depositor(amount * 3n)
    const { box, usdc } = await createBox()
    stage.setFaults({ rules: [{ kind: 'timeout-after', match: '/v1/transfer' }] })
    const funded = await fundBoxFromHub(payer, {
      skipRiskCheck: true,
      ...stage.hub,
      from: 'Arc_Testnet',
      to: 'Arc_Testnet',
      account: box,
      amount,
    })
    expect(funded).toEqual({})
    expect(await awaitBoxFunded(stage.publicClient, box, amount, usdc, { pollMs: 20 })).toBe(true)
  })

  test('a reload before the answer: what onIntent gave funds the box, once', async () => {
    const payer = await stage.depositor(amount * 3n)
    const { box } = await createBox()
    const intents: SignedHubSpend[] = []
    stage.setFaults({ rules: [{ kind: 'reset-after', match: '/v1/transfer*', times: null }] })
    const funding = fundBoxFromHub(payer, {
      skipRiskCheck: true,
      ...stage.hub,
      from: 'Arc_Testnet',
      to: 'Arc_Testnet',
      account: box,
      amount,
      pollMs: 4,
      onIntent: (signed) => intents.push(signed),
    })
    await expect(funding).rejects.toThrow(HubOutcomeUnknownError)
    stage.clearFaults()
    const stored = JSON.parse(JSON.stringify(intents)) as SignedHubSpend[]
    for (const signed of [...stored, ...stored])
      await expect(resumeHubSpend(signed, stage.hub)).rejects.toThrow(HubTransferIdLostError)
    expect(await awaitBoxFunded(stage.publicClient, box, amount, stage.devnet.primary.usdc, { pollMs: 20 })).toBe(true)
    expect(await stage.balanceOf(box)).toBe(amount)
    expect(await stage.hubBalanceOf(payer.address)).toBeGreaterThan(amount)
  })

  test('no address of a box: refused before any request', async () => {
    const fund = (account: string) =>
      fundBoxFromHub(muteClients(), { skipRiskCheck: true, ...route, account: account as Address, amount, ...mute })
    await expect(fund('0x')).rejects.toThrow(InvalidAddressError)
    await expect(fund(zeroAddress)).rejects.toThrow(InvalidAddressError)
    await expect(fund(HUB_MINTER)).rejects.toThrow(InvalidAddressError)
  })

  test.each<[string, object, string]>([
    ['no amount', { amount: 0n }, 'InvalidAmountError'],
    ['a number for an amount', { amount: 1 }, 'InvalidAmountError'],
    ['a chain without a Hub', { from: 'Linea_Sepolia' }, 'InvalidInputError'],
    ['no chain', { to: undefined }, 'UnknownBridgeChainError'],
    ["the issuer's own contract", { account: HUB_MINTER }, 'InvalidAddressError'],
    ['no depositor', { depositor: zeroAddress }, 'InvalidAddressError'],
  ])('%s: refused before the box is read', async (_, wrong, name) => {
    const { publicClient: destinationClient, walletClient } = muteClients()
    const params = { ...route, account: freshAddress(), amount, destinationClient, ...mute, ...wrong }
    await expect(fundBoxFromHub({ walletClient }, params)).rejects.toThrow(expect.objectContaining({ name }))
  })
})

const mute = { fetchImpl: () => Promise.reject(new Error('Asked before the input was judged.')) }
