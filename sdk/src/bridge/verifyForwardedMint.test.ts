import { setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { createPublicClient, custom, type Hash, http } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BridgeChainName } from '../chain/bridgeChains.js'
import type { ReadClient } from '../chain/clients.js'
import { bridgeFromWallet } from './bridgeFromWallet.js'
import { getBridgeStatus } from './getBridgeStatus.js'
import { mintBridged } from './mintBridged.js'
import { verifyForwardedMint } from './verifyForwardedMint.js'

let stage: TestStage
let mine: { burnTxHash: Hash; forwardTxHash: Hash }
let recipient: `0x${string}`
/** As much, with the same ceiling, of another wallet. */
let another: typeof mine
beforeAll(async () => {
  stage = await setTestStage({ issuerPace: 0.0005 })
  const move = async () => {
    const actor = await stage.actor(20_000_000n)
    const { burnTxHash, forwardTxHash = noMint } = await bridgeFromWallet(actor, { ...route, ...issuer() })
    return { actor, moved: { burnTxHash, forwardTxHash } }
  }
  const { actor, moved } = await move()
  mine = moved
  recipient = actor.address
  another = (await move()).moved
})
afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage?.stop())

const noMint: Hash = `0x${'5a'.repeat(32)}`
const route = { from: 'Arc_Testnet', to: 'Base_Sepolia', amount: 5_000_000n, skipRiskCheck: true } as const
const issuer = () => ({ apiUrl: stage.devnet.issuer.attestationUrl, pollMs: 25, timeoutMs: 120_000 })

const both = (name: BridgeChainName): ReadClient | undefined =>
  ({ Arc_Testnet: stage.publicClient, Base_Sepolia: stage.remotePublicClient })[name as string]
const verify = (over: object = {}, readerOf: typeof both = both) =>
  verifyForwardedMint(readerOf, { sourceDomain: 26, ...mine, ...over })

describe('verifyForwardedMint', () => {
  test('default: what the destination paid to whom, whatever the issuer says', async () => {
    stage.devnet.faults.set({ attestation: { claim: { forwardTxHash: another.forwardTxHash, amount: 900_000_000 } } })
    const received = await stage.remoteBalanceOf(recipient)
    expect(await verify()).toEqual({ state: 'arrived', to: 'Base_Sepolia', recipient, received })
    expect(await verify({ recipient })).toMatchObject({ state: 'arrived', received })
    const status = await getBridgeStatus({ sourceDomain: 26, burnTxHash: mine.burnTxHash, ...issuer() })
    expect(status).toMatchObject({ state: 'minted', forwardTxHash: another.forwardTxHash })
  })

  test('behavior: the mint of another burn, and transactions that do not exist', async () => {
    const onDestination = { state: 'not_seen', chain: 'Base_Sepolia' }
    expect(await verify({ forwardTxHash: another.forwardTxHash })).toEqual(onDestination)
    expect(await verify({ forwardTxHash: noMint })).toEqual(onDestination)
    const onSource = { state: 'not_seen', chain: 'Arc_Testnet' }
    expect(await verify({ burnTxHash: noMint })).toEqual(onSource)
    expect(await verify({ recipient: stage.devnet.primary.usdc })).toEqual(onSource)
  })

  test('behavior: a receipt without outcome, block or logs counts for nothing', async () => {
    for (const lack of [{ status: '0x0' }, { status: undefined }, { blockNumber: null }, { logs: null }]) {
      const request = async ({ method, params }: { method: string; params?: unknown }) => {
        const answer: object = await stage.remotePublicClient.request({ method, params } as never)
        return method === 'eth_getTransactionReceipt' ? { ...answer, ...lack } : answer
      }
      const meddled = createPublicClient({ transport: custom({ request }) })
      const found = await verify({}, (name) => (name === 'Base_Sepolia' ? meddled : both(name)))
      expect(found).toEqual({ state: 'not_seen', chain: 'Base_Sepolia' })
    }
  })

  test('behavior: without a client of one of the chains nothing is said', async () => {
    for (const chain of ['Arc_Testnet', 'Base_Sepolia'] as const)
      expect(await verify({}, (name) => (name === chain ? undefined : both(name)))).toEqual({ state: 'unread', chain })
  })

  test('error: a chain that does not answer, the client of another chain, and an invalid hash', async () => {
    stage.devnet.faults.set({
      remoteRpc: { rules: [{ kind: 'server-error', match: 'eth_getTransactionReceipt', times: null }] },
    })
    const hasty = createPublicClient({ transport: http(stage.devnet.remote.rpcUrl, { retryCount: 0 }) })
    const late = verify({}, (name) => (name === 'Base_Sepolia' ? hasty : both(name)))
    await expect(late).rejects.toMatchObject({ name: 'ChainUnavailableError' })
    stage.devnet.faults.clear()
    await expect(verify({}, () => stage.publicClient)).rejects.toMatchObject({ name: 'WrongNetworkError' })
    await expect(verify({ forwardTxHash: '0x12' })).rejects.toMatchObject({ name: 'InvalidInputError' })
    await expect(verify({ sourceDomain: 5_042_002 })).rejects.toMatchObject({ name: 'UnknownBridgeChainError' })
  })
})

describe('a dishonest issuer', () => {
  test.each([
    ['names the mint of another burn', () => ({ forwardTxHash: another.forwardTxHash }), 'not_on_chain'],
    [
      'names the mint of another burn, and another amount',
      () => ({ forwardTxHash: another.forwardTxHash, amount: 5_000_000 }),
      undefined,
    ],
    ['names a transaction that does not exist', () => ({ forwardTxHash: noMint }), undefined],
  ] as const)('bridgeFromWallet: it %s, and nothing has arrived', async (_, claim, reason) => {
    const actor = await stage.actor(20_000_000n)
    stage.devnet.faults.set({ attestation: { hold: 'attested', claim: claim() } })
    const moving = bridgeFromWallet(actor, {
      ...route,
      ...issuer(),
      timeoutMs: 2_500,
      destinationClient: stage.remotePublicClient,
    })
    if (reason !== undefined) return expect(moving).rejects.toMatchObject({ name: 'ForwardingFailedError', reason })
    expect(Object.keys(await moving)).not.toContain('forwardTxHash')
    expect(await stage.remoteBalanceOf(actor.address)).toBe(0n)
  })

  test('mintBridged: a burn that was minted before has brought what the chain shows, not what the message says', async () => {
    const received = await stage.remoteBalanceOf(recipient)
    const helper = await stage.remoteActor()
    const burn = { sourceDomain: 26, burnTxHash: mine.burnTxHash, ...issuer() }
    stage.devnet.faults.set({ attestation: { claim: { forwardTxHash: noMint, amount: 900_000_000 } } })
    expect(await mintBridged(helper, burn)).toEqual({ mintTxHash: mine.forwardTxHash, received })
  })
})
