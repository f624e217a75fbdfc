import { baseSepoliaChain } from '@holdfast/contracts'
import type { FaultRule } from '@holdfast/devnet'
import { type Actor, hasty, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { sampled } from '@holdfast/testkit/tier'
import { type Address, createPublicClient, createWalletClient, custom, type Hash, http, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { clearIssuerState } from '../chain/issuerApi/pace.js'
import { usdcAbi } from '../chain/usdc.js'
import { ServiceError } from '../errors/base.js'
import { BridgeRefusedError, ForwardingFailedError } from '../errors/bridge.js'
import { InvalidAmountError } from '../errors/input.js'
import { TransactionUnconfirmedError } from '../errors/transaction.js'
import { bridgeFromWallet } from './bridgeFromWallet.js'
import { BRIDGE_TOKEN_MESSENGER } from './constants.js'
import { findBurns } from './findBurns.js'
import { toWord } from './internal/burn.js'
import { mintBridged } from './mintBridged.js'
import { resumeBridge } from './resumeBridge.js'
import type { BridgeFlowResult, BridgeProgress } from './types.js'

let stage: TestStage
/** Two clients of Alice: one whose transport gives up quickly and never retries, and an ordinary one. */
let alice: Actor
let patientAlice: Actor
let helper: Actor
let firstBlock: bigint

beforeAll(async () => {
  stage = await setTestStage({ issuerPace: 0.0005 })
  patientAlice = await stage.actor(900_000_000n)
  alice = impatient(patientAlice)
  helper = await stage.remoteActor()
  firstBlock = stage.devnet.primary.latestBlock
})
afterEach(() => {
  stage.devnet.faults.clear()
  clearIssuerState()
})
afterAll(() => stage?.stop())

const impatient = (actor: Actor, timeoutMs?: number) => hasty(actor, stage.devnet.primary.rpcUrl, timeoutMs)

const faults = {
  'the endpoint is gone': { kind: 'reset', times: null },
  'one answer is lost after the request was carried out': { kind: 'reset-after' },
  'one request is throttled': { kind: 'rate-limit' },
  'one request times out': { kind: 'hang' },
  'one request fails': { kind: 'server-error' },
  'one answer is cut off': { kind: 'malformed' },
} as const satisfies Record<string, FaultRule>

/** For a call that must succeed, on a busy machine too, and for a caller that waits a few blocks. */
const patience = 60_000
const impatience = 600

/** A burn without an approval makes fewer requests than this before it waits for its receipt. */
const deepest = 14

const every = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Everything an application has after a reload. */
class Tab {
  readonly recipient: Address = privateKeyToAccount(generatePrivateKey()).address
  #stored: string | undefined

  get progress(): BridgeProgress | undefined {
    return this.#stored === undefined ? undefined : JSON.parse(this.#stored)
  }

  begin(actor: Actor, { timeoutMs = impatience, amount = 1_000_000n } = {}) {
    const route = { from: 'Arc_Testnet', to: 'Base_Sepolia', amount, recipient: this.recipient } as const
    return bridgeFromWallet(actor, { skipRiskCheck: true, ...route, ...this.#options(timeoutMs) })
  }

  /** What a person does next: resume what was stored, or start over if nothing was. */
  async goOn(actor: Actor): Promise<BridgeFlowResult> {
    const { progress } = this
    const options = { ...this.#options(patience), destinationClient: stage.remotePublicClient }
    const startOver = () => this.begin(actor, { timeoutMs: patience })
    if (progress === undefined) return startOver()
    return resumeBridge(actor, progress, { ...options, skipRiskCheck: true }).catch((error: unknown) => {
      // The fee changes. A person may agree to the new one where nothing was burned, else it falls again.
      const reason = error instanceof TransactionUnconfirmedError ? error.cause : error
      if (!(reason instanceof BridgeRefusedError && reason.code === 'fee_rose')) throw error
      return reason === error ? startOver() : this.goOn(actor)
    })
  }

  #options(timeoutMs: number) {
    return {
      apiUrl: stage.devnet.issuer.attestationUrl,
      pollMs: 25,
      requestTimeoutMs: timeoutMs / 2,
      timeoutMs,
      onProgress: (progress: BridgeProgress) => {
        this.#stored = JSON.stringify(progress)
      },
    }
  }

  async burns() {
    const { publicClient, address: depositor } = patientAlice
    const burns = await findBurns(publicClient, { from: 'Arc_Testnet', depositor, fromBlock: firstBlock })
    return burns.filter(({ mintRecipient }) => mintRecipient === toWord(this.recipient))
  }

  /** Expects exactly one burn, and its money at the recipient. */
  async assertDone() {
    const [burn, second] = await this.burns()
    expect(second).toBeUndefined()
    const arrived = await stage.remoteBalanceOf(this.recipient)
    expect(arrived).toBeGreaterThanOrEqual(1_000_000n)
    expect(arrived).toBeLessThanOrEqual(burn?.amount ?? 0n)
  }
}

/** Runs a transfer that may fail, reloads, and resumes it until it is done. */
async function survive(
  rules: { rpc?: FaultRule; attestation?: FaultRule },
  note: string,
  { isPatient = false } = {},
): Promise<boolean> {
  const tab = new Tab()
  const [actor, timeoutMs] = isPatient ? [impatient(patientAlice, 10_000), patience] : [alice, impatience]
  stage.devnet.faults.set({
    rpc: { rules: rules.rpc ? [rules.rpc] : [] },
    attestation: { rules: rules.attestation ? [rules.attestation] : [] },
  })
  const outcome = await tab.begin(actor, { timeoutMs }).catch((error: unknown) => error)
  stage.devnet.faults.clear()
  clearIssuerState()
  // By now every broadcast transaction is mined.
  await stage.devnet.primary.mine(3)
  expect((await tab.burns()).length, note).toBeLessThanOrEqual(1)
  if (outcome instanceof Error) {
    expect(outcome, note).toBeInstanceOf(ServiceError)
    // A burn that was sent was reported to `onProgress` before.
    const [burn] = await tab.burns()
    expect(burn?.burnTxHash, note).toBe(burn && tab.progress?.burnTxHash)
  }
  const { burnTxHash, received } = await tab.goOn(patientAlice)
  expect(
    (await tab.burns()).map((burn) => burn.burnTxHash),
    note,
  ).toEqual([burnTxHash])
  if (received !== undefined) expect(await stage.remoteBalanceOf(tab.recipient)).toBe(received)
  await tab.assertDone()
  return !(outcome instanceof Error)
}

describe('every request to the chain', () => {
  beforeAll(async () => {
    const { account, chain } = patientAlice.walletClient
    if (!account || !chain) throw new Error('An account is needed.')
    const hash = await patientAlice.walletClient.writeContract({
      address: stage.devnet.primary.usdc,
      abi: usdcAbi,
      functionName: 'approve',
      account,
      chain,
      args: [BRIDGE_TOKEN_MESSENGER, 2n ** 200n],
    })
    await stage.publicClient.waitForTransactionReceipt({ hash })
  })

  test.each(Object.entries(faults))('while %s', async (name, rule: FaultRule) => {
    let hasSucceeded = false
    const isLost = rule.kind.startsWith('reset')
    for (const skip of isLost ? every(deepest) : sampled(deepest, Object.keys(faults).indexOf(name)))
      hasSucceeded = (await survive({ rpc: { ...rule, skip } }, `request ${skip}`)) || hasSucceeded
    if (rule.times === null) return
    // On a busy machine no block comes in the time that an impatient caller waits.
    const last = { rpc: { ...rule, skip: deepest - 1 } }
    expect(hasSucceeded || (await survive(last, 'patiently', { isPatient: true }))).toBe(true)
  })
})

describe('every request to the issuer', () => {
  test.each(Object.entries(faults))('while %s', async (_, rule: FaultRule) => {
    for (const path of ['/v2/burn/*', '/v2/messages/*'])
      for (const skip of path.includes('messages') ? [0, 1, 2] : [0])
        await survive({ attestation: { ...rule, match: path, skip } }, `${path} ${skip}`)
  })
})

describe('approval and burn', () => {
  test.each([0, 1])('the answer to the sending of number %i is lost', async (skip) => {
    const carol = await stage.actor(100_000_000n)
    const tab = new Tab()
    stage.devnet.faults.set({ rpc: { rules: [{ kind: 'reset-after', match: 'eth_sendRawTransaction', skip }] } })
    const { burnTxHash, approveTxHash } = await tab.begin(impatient(carol, 10_000), { timeoutMs: patience })
    expect(approveTxHash).toMatch(/^0x/)
    expect(tab.progress).toMatchObject({ approveTxHash, burnTxHash })
  })

  test('the approval is never mined: the wait ends, and another one is made', async () => {
    const dave = await stage.actor(100_000_000n)
    const tab = new Tab()
    stage.devnet.faults.set({ rpc: { dropTransactions: 1 } })
    await expect(tab.begin(impatient(dave, 10_000))).rejects.toMatchObject({ name: 'TransactionUnconfirmedError' })
    stage.devnet.faults.clear()
    expect(tab.progress).toMatchObject({ approveTxHash: expect.stringMatching(/^0x/) })
    expect(tab.progress?.burnTxHash).toBeUndefined()
    await tab.goOn(dave)
    expect(await stage.remoteBalanceOf(tab.recipient)).toBeGreaterThanOrEqual(1_000_000n)
  })
})

describe('a burn that was signed and never left', () => {
  /** The account and what its tab stored when the endpoint went away. */
  const lose = async () => {
    const carol = await stage.actor(100_000_000n)
    const tab = new Tab()
    stage.devnet.faults.set({
      rpc: { rules: [{ kind: 'reset', match: 'eth_sendRawTransaction', skip: 1, times: null }] },
    })
    await expect(tab.begin(impatient(carol, 10_000), { timeoutMs: patience })).rejects.toMatchObject({
      name: 'TransactionUnconfirmedError',
      txHash: expect.stringMatching(/^0x/),
    })
    stage.devnet.faults.clear()
    expect(tab.progress).toMatchObject({ burnNonce: 1, burnTxHash: expect.stringMatching(/^0x/) })
    return { carol, tab }
  }

  test('behavior: it is sent again with the same nonce, and burns once', async () => {
    const { carol, tab } = await lose()
    const { received } = await tab.goOn(carol)
    expect(await stage.remoteBalanceOf(tab.recipient)).toBe(received)
    expect(await stage.publicClient.getTransactionCount({ address: carol.address })).toBe(2)
  })

  test('behavior: another transaction took its nonce: nothing was burned, and the next try burns', async () => {
    const { carol, tab } = await lose()
    const { account, chain } = carol.walletClient
    if (!account || !chain) throw new Error('An account is needed.')
    const hash = await carol.walletClient.sendTransaction({ account, chain, to: helper.address, value: 1n })
    await stage.publicClient.waitForTransactionReceipt({ hash })
    const options = { apiUrl: stage.devnet.issuer.attestationUrl, timeoutMs: 500 }
    let kept = tab.progress as BridgeProgress
    const onProgress = (progress: BridgeProgress) => {
      kept = progress
    }
    const resume = () => resumeBridge(carol, kept, { skipRiskCheck: true, ...options, onProgress })
    // Without the logs it may be the burn that took the nonce.
    stage.devnet.faults.set({ rpc: { rules: [{ kind: 'reset', match: 'eth_getLogs', times: null }] } })
    await expect(resume()).rejects.toMatchObject({ name: 'TransactionUnconfirmedError', effect: 'open' })
    stage.devnet.faults.clear()
    expect(kept.burnTxHash).toBe(tab.progress?.burnTxHash)
    await expect(resume()).rejects.toMatchObject({ code: 'burn_superseded' })
    expect(kept.burnTxHash).toBeUndefined()
    await resumeBridge(carol, kept, { skipRiskCheck: true, ...options, pollMs: 25, timeoutMs: patience })
    expect(await stage.remoteBalanceOf(tab.recipient)).toBeGreaterThanOrEqual(1_000_000n)
    expect(await stage.publicClient.getTransactionCount({ address: carol.address })).toBe(3)
  })

  test.each<[string, (carol: Actor) => Promise<Actor>]>([
    [
      'the issuer no longer mints there',
      async (carol) => {
        stage.devnet.faults.set({ attestation: { withoutForwarding: true } })
        return carol
      },
    ],
    [
      'the account does not sign',
      async (carol) => {
        const { account, chain } = carol.walletClient
        if (account?.type !== 'local' || !chain) throw new Error('A local account is needed.')
        const signTransaction = () => Promise.reject(Object.assign(new Error('No.'), { code: 4001 }))
        const transport = http(stage.devnet.primary.rpcUrl)
        return {
          ...carol,
          walletClient: createWalletClient({ account: { ...account, signTransaction }, chain, transport }),
        }
      },
    ],
  ])('error: it cannot be sent again, since %s: the first one may still be mined', async (_, make) => {
    const { carol, tab } = await lose()
    const unable = await make(carol)
    const options = { apiUrl: stage.devnet.issuer.attestationUrl, skipRiskCheck: true, timeoutMs: 500 }
    const kept: BridgeProgress[] = []
    const onProgress = (progress: BridgeProgress) => void kept.push(progress)
    await expect(
      resumeBridge(unable, tab.progress as BridgeProgress, { ...options, onProgress }),
    ).rejects.toMatchObject({
      name: 'TransactionUnconfirmedError',
      effect: 'open',
      txHash: tab.progress?.burnTxHash,
    })
    expect(kept.filter(({ burnTxHash }) => burnTxHash === undefined)).toEqual([])
  })

  test('behavior: another burn of the same terms is found: the nonce of the first one is not kept as its own', async () => {
    const { carol, tab } = await lose()
    const { account, chain } = carol.walletClient
    if (!account || !chain) throw new Error('An account is needed.')
    const hash = await carol.walletClient.sendTransaction({ account, chain, to: helper.address, value: 1n })
    await stage.publicClient.waitForTransactionReceipt({ hash })
    const first = tab.progress as BridgeProgress
    const [amount, maxFee] = [BigInt(first.amount), BigInt(first.maxFee ?? 0)]
    const options = { apiUrl: stage.devnet.issuer.attestationUrl, pollMs: 25, timeoutMs: patience, skipRiskCheck: true }
    const { burnTxHash } = await bridgeFromWallet(carol, {
      ...options,
      from: first.from,
      to: first.to,
      amount,
      recipient: first.recipient,
      quote: { amount, maxFee, total: amount + maxFee },
    })
    const kept: BridgeProgress[] = []
    const onProgress = (progress: BridgeProgress) => void kept.push(progress)
    const resumed = await resumeBridge(carol, first, { ...options, onProgress })
    expect(resumed.burnTxHash).toBe(burnTxHash)
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.map((progress) => [progress.burnTxHash, progress.burnNonce])).toEqual(
      kept.map(() => [burnTxHash, undefined]),
    )
  })

  test('behavior: on a chain whose blocks can be taken back, what took its nonce decides once it is final', async () => {
    const { chain } = helper.walletClient
    if (!chain) throw new Error('A chain is needed.')
    const erin = await stage.remoteActor()
    const recipient = privateKeyToAccount(generatePrivateKey()).address
    const apiUrl = stage.devnet.issuer.attestationUrl
    let kept: BridgeProgress | undefined
    const onProgress = (progress: BridgeProgress) => {
      kept = progress
    }
    const options = { apiUrl, pollMs: 25, skipRiskCheck: true, onProgress }
    stage.devnet.faults.set({
      remoteRpc: { rules: [{ kind: 'reset', match: 'eth_sendRawTransaction', skip: 1, times: null }] },
    })
    const hurried = hasty(erin, stage.devnet.remote.rpcUrl, 10_000)
    const route = { from: 'Base_Sepolia', to: 'Arc_Testnet', amount: 1_000_000n, recipient } as const
    const lost = bridgeFromWallet(hurried, { ...route, ...options, timeoutMs: patience })
    await expect(lost).rejects.toMatchObject({ name: 'TransactionUnconfirmedError' })
    stage.devnet.faults.clear()
    const sent: BridgeProgress | undefined = kept
    expect(sent).toMatchObject({ burnNonce: 1 })
    const payer = erin.walletClient
    const number = numberToHex(await stage.remotePublicClient.getBlockNumber())
    const hash = await payer.sendTransaction({ account: payer.account ?? null, chain, to: helper.address, value: 1n })
    await stage.remotePublicClient.waitForTransactionReceipt({ hash })
    let isFinal = false
    // A node that calls each block final: the chain's own depth counts.
    const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
      const asked = params.map((one) => (one === 'finalized' ? 'latest' : one))
      const answer: object = await stage.remotePublicClient.request({ method, params: asked } as never)
      return method === 'eth_getBlockByNumber' && params[0] === 'latest' && !isFinal ? { ...answer, number } : answer
    }
    const publicClient = createPublicClient({ chain, transport: custom({ request }) })
    const resume = () => resumeBridge({ ...erin, publicClient }, kept as BridgeProgress, { ...options, timeoutMs: 500 })
    await expect(resume()).rejects.toMatchObject({ effect: 'open', settles: false })
    expect(kept).toMatchObject({ burnTxHash: sent?.burnTxHash, burnNonce: 1 })
    isFinal = true
    await stage.devnet.remote.mine(baseSepoliaChain.reorgDepthBlocks)
    await vi.waitFor(() => expect(resume()).rejects.toMatchObject({ code: 'burn_superseded', effect: 'none' }), {
      timeout: patience,
      interval: 100,
    })
    expect(kept?.burnTxHash).toBeUndefined()
  })
})

describe('a wallet that broadcasts by itself', () => {
  /** Signs and sends as asked, and never answers. */
  const silent = async (isSent: boolean): Promise<Actor & { asked: () => number }> => {
    const carol = await stage.actor(100_000_000n)
    const { account, chain } = carol.walletClient
    if (account?.type !== 'local' || !chain) throw new Error('A local account is needed.')
    let asked = 0
    const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
      if (method !== 'eth_sendTransaction') return stage.publicClient.request({ method, params } as never)
      const [{ to, data, gas }] = params as [{ to: Address; data: Hash; gas: Hash }]
      asked += 1
      const isBurn = to === BRIDGE_TOKEN_MESSENGER
      if (isBurn && !isSent) throw Object.assign(new Error('The request took too long.'), { name: 'TimeoutError' })
      const hash = await carol.walletClient.sendTransaction({ account, chain, to, data, gas: BigInt(gas) })
      if (isBurn) throw Object.assign(new Error('The request took too long.'), { name: 'TimeoutError' })
      return hash
    }
    const transport = custom({ request })
    return {
      ...carol,
      walletClient: createWalletClient({ account: carol.address, chain, transport }),
      asked: () => asked,
    }
  }

  test('behavior: it sent the burn, and never answered: the burn is found on chain', async () => {
    const wallet = await silent(true)
    const tab = new Tab()
    const { burnTxHash, forwardTxHash } = await tab.begin(wallet, { timeoutMs: patience })
    expect(forwardTxHash).toMatch(/^0x/)
    expect(tab.progress).toMatchObject({ burnTxHash, forwardTxHash })
    expect(wallet.asked()).toBe(2)
    expect(await stage.remoteBalanceOf(tab.recipient)).toBeGreaterThanOrEqual(1_000_000n)
  })

  test('behavior: it is unknown whether it sent the burn: it is not asked again', async () => {
    const wallet = await silent(false)
    const tab = new Tab()
    await expect(tab.begin(wallet)).rejects.toMatchObject({ name: 'TransactionUnconfirmedError', txHash: undefined })
    expect(wallet.asked()).toBe(2)
    expect(tab.progress?.burnAfterBlock).toMatch(/^\d+$/)
    const again = resumeBridge(wallet, tab.progress as BridgeProgress, {
      skipRiskCheck: true,
      apiUrl: stage.devnet.issuer.attestationUrl,
      timeoutMs: 300,
    })
    await expect(again).rejects.toMatchObject({ name: 'BridgeRefusedError', code: 'burn_unknown' })
    expect(wallet.asked()).toBe(2)
  })

  test.each<[string, string, (wallet: Actor) => Promise<Actor>]>([
    [
      'its reader is on another chain',
      'WrongNetworkError',
      async (wallet) => ({ ...wallet, publicClient: stage.remotePublicClient }),
    ],
    [
      'its reader is silent',
      'ChainUnavailableError',
      async (wallet) => {
        const request = () => Promise.reject(new TypeError('fetch failed'))
        return { ...wallet, publicClient: createPublicClient({ transport: custom({ request }, { retryCount: 0 }) }) }
      },
    ],
    [
      'its reader keeps silent after it has named its chain',
      '',
      async (wallet) => {
        const request = async ({ method }: { method: string }) => {
          if (method === 'eth_chainId') return numberToHex(stage.devnet.primary.chainId)
          throw new TypeError('fetch failed')
        }
        return { ...wallet, publicClient: createPublicClient({ transport: custom({ request }, { retryCount: 0 }) }) }
      },
    ],
    ['another account is connected', '', () => stage.actor()],
    [
      'the wallet is on another chain',
      '',
      async (wallet) => ({ ...wallet, walletClient: (await stage.remoteActor()).walletClient }),
    ],
  ])('error: resumed while %s: it may still have been sent', async (_, reason, make) => {
    const wallet = await silent(false)
    const tab = new Tab()
    await expect(tab.begin(wallet)).rejects.toMatchObject({ effect: 'open' })
    const kept: BridgeProgress[] = []
    const resumed = resumeBridge(await make(wallet), tab.progress as BridgeProgress, {
      apiUrl: stage.devnet.issuer.attestationUrl,
      timeoutMs: 300,
      onProgress: (progress) => void kept.push(progress),
    })
    const error = await resumed.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ effect: 'open', settles: false })
    if (reason !== '') expect(error).toMatchObject({ name: 'TransactionUnconfirmedError', cause: { name: reason } })
    expect([kept, wallet.asked()]).toEqual([[], 2])
  })

  test('behavior: it answers for the approval of a run that is over: what a later run has stored stays', async () => {
    const carol = await stage.actor(100_000_000n)
    const { account, chain } = carol.walletClient
    if (!account || !chain) throw new Error('An account is needed.')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    let late: Hash | undefined
    const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
      if (method !== 'eth_sendTransaction') return stage.publicClient.request({ method, params } as never)
      await answered
      const [{ to, data }] = params as [{ to: Address; data: Hash }]
      late = await carol.walletClient.sendTransaction({ account, chain, to, data })
      return late
    }
    const walletClient = createWalletClient({ account: carol.address, chain, transport: custom({ request }) })
    const tab = new Tab()
    await expect(tab.begin({ ...carol, walletClient })).rejects.toMatchObject({ code: 'wallet_silent', effect: 'open' })
    await tab.goOn(carol)
    const stored = tab.progress
    expect(stored).toMatchObject({ burnTxHash: expect.stringMatching(/^0x/) })
    answer()
    await vi.waitFor(() => expect(late).toBeDefined(), { timeout: patience })
    await stage.publicClient.waitForTransactionReceipt({ hash: late as unknown as Hash })
    expect(tab.progress).toEqual(stored)
  })

  test.each([
    ['an error of its own', new Error('The disk is full.')],
    ['an error that says nothing was sent', new InvalidAmountError('1.5.5', 'is not a number')],
  ])('behavior: the tab cannot store the hash and throws %s: the burn is found, not made again', async (_, failure) => {
    const carol = await stage.actor(100_000_000n)
    const { account, chain } = carol.walletClient
    if (!account || !chain) throw new Error('An account is needed.')
    const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
      if (method !== 'eth_sendTransaction') return stage.publicClient.request({ method, params } as never)
      const [{ to, data }] = params as [{ to: Address; data: Hash }]
      return carol.walletClient.sendTransaction({ account, chain, to, data })
    }
    const walletClient = createWalletClient({ account: carol.address, chain, transport: custom({ request }) })
    let kept: BridgeProgress | undefined
    const options = { apiUrl: stage.devnet.issuer.attestationUrl, pollMs: 25, timeoutMs: patience }
    const flow = bridgeFromWallet(
      { ...carol, walletClient },
      {
        skipRiskCheck: true,
        from: 'Arc_Testnet',
        to: 'Base_Sepolia',
        amount: 1_000_000n,
        ...options,
        onProgress: (progress) => {
          if (progress.burnTxHash !== undefined) throw failure
          kept = progress
        },
      },
    )
    await expect(flow).rejects.toMatchObject({ name: 'TransactionUnconfirmedError', effect: 'open', cause: failure })
    expect(kept).toMatchObject({ burnAfterBlock: expect.stringMatching(/^[0-9]+$/) })
    const { forwardTxHash } = await resumeBridge({ ...carol, walletClient }, kept as BridgeProgress, {
      ...options,
      skipRiskCheck: true,
    })
    expect(forwardTxHash).toMatch(/^0x/)
    const burns = await findBurns(carol.publicClient, {
      from: 'Arc_Testnet',
      depositor: carol.address,
      fromBlock: firstBlock,
    })
    expect(burns).toHaveLength(1)
  })

  test('behavior: it declines, and the transfer can start over', async () => {
    const carol = await stage.actor(100_000_000n)
    const { account, chain } = carol.walletClient
    if (!account || !chain) throw new Error('An account is needed.')
    const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
      if (method === 'eth_sendTransaction') throw Object.assign(new Error('No.'), { code: 4001 })
      return stage.publicClient.request({ method, params } as never)
    }
    const wallet = {
      ...carol,
      walletClient: createWalletClient({ account: carol.address, chain, transport: custom({ request }) }),
    }
    const tab = new Tab()
    await expect(tab.begin(wallet)).rejects.toMatchObject({ name: 'SignatureDeclinedError' })
    expect(tab.progress?.burnAfterBlock).toBeUndefined()
    expect((await tab.goOn(carol)).burnTxHash).toMatch(/^0x/)
  })
})

test.each<[string, string, (tab: Tab) => Promise<unknown>]>([
  [
    'the issuer refuses to say where it is',
    'IssuerRefusedError',
    (tab) =>
      resumeBridge(patientAlice, tab.progress as BridgeProgress, {
        apiUrl: stage.devnet.issuer.attestationUrl,
        fetchImpl: async () => Response.json({ message: 'Not for you.' }, { status: 403 }),
      }),
  ],
  [
    'the reader of the destination is on another chain',
    'WrongNetworkError',
    (tab) => resumeBridge(patientAlice, tab.progress as BridgeProgress, { destinationClient: stage.publicClient }),
  ],
])('error: the burn is mined, and %s: nothing says that it did not happen', async (_, reason, resume) => {
  const tab = new Tab()
  const { burnTxHash } = await tab.begin(patientAlice, { timeoutMs: patience })
  await expect(resume(tab)).rejects.toMatchObject({
    name: 'TransactionUnconfirmedError',
    effect: 'open',
    txHash: burnTxHash,
    cause: { name: reason },
  })
})

test('error: the mint that the issuer names was reverted: said at once, since minting by hand does no harm', async () => {
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const answer: object = await stage.remotePublicClient.request({ method, params } as never)
    // Its block is not final.
    if (method === 'eth_getBlockByNumber') return { ...answer, number: '0x1' }
    return method === 'eth_getTransactionReceipt' && answer ? { ...answer, status: '0x0' } : answer
  }
  const tab = new Tab()
  await tab.begin(patientAlice, { timeoutMs: patience })
  const resumed = resumeBridge(patientAlice, tab.progress as BridgeProgress, {
    apiUrl: stage.devnet.issuer.attestationUrl,
    pollMs: 25,
    timeoutMs: 3_000,
    destinationClient: createPublicClient({ transport: custom({ request }) }),
  })
  await expect(resumed).rejects.toMatchObject({ name: 'ForwardingFailedError', reason: 'failed' })
})

describe('what the issuer does', () => {
  test.each([
    ['slow', { slowMs: 6_000 }],
    ['stuck', { hold: 'pending' as const }],
    ['blind', { hold: 'unknown' as const }],
    ['attested, but not minted', { hold: 'attested' as const }],
  ])('is %s: still on its way, and there after a reload', async (_, attestation) => {
    const tab = new Tab()
    stage.devnet.faults.set({ attestation })
    const { burnTxHash, forwardTxHash } = await tab.begin(patientAlice, { timeoutMs: 2_500 })
    expect(forwardTxHash).toBeUndefined()
    stage.devnet.faults.clear()
    expect(await tab.goOn(patientAlice)).toMatchObject({ burnTxHash, received: expect.any(BigInt) })
    await tab.assertDone()
  })

  test.each([
    ['its mint fails', { failMints: 1 }, 'failed'],
    ['the fee has risen past the ceiling', { feeRise: 900_000, unpaidForwardState: 'FAILED' as const }, 'failed'],
    [
      'the fee has risen, and it is silent',
      { feeRise: 900_000, unpaidForwardState: 'absent' as const },
      'not_attempted',
    ],
  ])('%s: the reason is reported, and any caller can mint', async (_, attestation, reason) => {
    const tab = new Tab()
    stage.devnet.faults.set({ attestation })
    const failure = { name: 'ForwardingFailedError', reason }
    await expect(tab.begin(patientAlice, { timeoutMs: patience })).rejects.toMatchObject(failure)
    // A reload reports the same, and burns nothing.
    await expect(tab.goOn(patientAlice)).rejects.toMatchObject(failure)
    const burn = { sourceDomain: 26, burnTxHash: tab.progress?.burnTxHash as Hash }
    await mintBridged(helper, { ...burn, apiUrl: stage.devnet.issuer.attestationUrl, pollMs: 25 })
    await tab.assertDone()
  })
})

describe('a mint by hand', () => {
  const single = Object.entries(faults).filter(([, rule]) => rule.kind !== 'reset')

  /** A burn that the issuer attests and does not mint; its attestation has expired where that is asked for. */
  const strand = async (isExpired: boolean) => {
    const [from, burner] = isExpired ? (['Base_Sepolia', helper] as const) : (['Arc_Testnet', patientAlice] as const)
    const to = isExpired ? 'Arc_Testnet' : 'Base_Sepolia'
    const recipient = privateKeyToAccount(generatePrivateKey()).address
    stage.devnet.faults.set({ attestation: { failMints: 1, ...(isExpired && { expiryBlocks: 1 }) } })
    const apiUrl = stage.devnet.issuer.attestationUrl
    const options = { apiUrl, pollMs: 25, timeoutMs: patience }
    const failure = await bridgeFromWallet(burner, {
      skipRiskCheck: true,
      from,
      to,
      amount: 1_000_000n,
      recipient,
      ...options,
    }).catch((error: unknown) => error)
    if (!(failure instanceof ForwardingFailedError)) throw failure
    stage.devnet.faults.clear()
    if (isExpired) await stage.devnet.primary.mine(5)
    const { sourceDomain, burnTxHash } = failure
    const minter = isExpired ? patientAlice : helper
    const hurried = hasty(minter, isExpired ? stage.devnet.primary.rpcUrl : stage.devnet.remote.rpcUrl)
    const burn = { sourceDomain, burnTxHash, ...options }
    return {
      tryToMint: () => mintBridged(hurried, { ...burn, requestTimeoutMs: 300, timeoutMs: 400 }),
      mint: () => mintBridged(minter, burn),
      balance: () => (isExpired ? stage.balanceOf : stage.remoteBalanceOf)(recipient),
    }
  }

  test.each(single)('each request to the chain, while %s: minted once', async (_, rule: FaultRule) => {
    const { tryToMint, mint, balance } = await strand(false)
    let received: bigint | undefined
    // A mint makes fewer requests than this.
    for (let skip = 0; skip < 25 && received === undefined; skip += 1) {
      stage.devnet.faults.set({ remoteRpc: { rules: [{ ...rule, skip }] } })
      const outcome = await tryToMint().catch((error: unknown) => error)
      stage.devnet.faults.clear()
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ServiceError)
      else ({ received } = outcome as mintBridged.ReturnType)
    }
    if (received === undefined) ({ received } = await mint())
    await vi.waitFor(async () => expect(await balance()).toBe(received), { timeout: 120_000, interval: 50 })
  })

  test.each(single)('each question to the issuer, while %s: minted once', async (_, rule: FaultRule) => {
    const { tryToMint, mint, balance } = await strand(true)
    for (const match of ['/v2/messages/*', '/v2/reattest/*']) {
      stage.devnet.faults.set({ attestation: { rules: [{ ...rule, match, times: null }] } })
      const outcome = await tryToMint().catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ServiceError)
      stage.devnet.faults.clear()
      clearIssuerState()
    }
    const { received } = await mint()
    expect(await balance()).toBe(received)
  })
})
