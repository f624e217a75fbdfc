import { type Devnet, startDevnet, usdcAbi } from '@holdfast/devnet'
import { type Address, createPublicClient, createWalletClient, http, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { overrideDeployment } from '../chain/registry.js'
import { primaryChain } from '../chain/viemChain.js'
import { check } from './check.js'
import { craftLookalike } from './craftLookalike.js'
import { ExplorerDataProvider } from './ExplorerDataProvider.js'

/** Two days on, so that what happened a moment ago is not fresh. */
const now = new Date(Date.now() + 2 * 86_400_000)
const stranger = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

let devnet: Devnet
let restore: () => void
let payer: Address
let genuine: Address
let friend: Address
let impostor: Address

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
  restore = overrideDeployment(5042002, { explorerApi: devnet.primary.explorerApi })
  const [one, two, three, attacker] = [0, 1, 2, 3].map(walletAt) as [Wallet, Wallet, Wallet, Wallet]
  payer = one.account.address
  genuine = two.account.address
  friend = three.account.address
  impostor = craftLookalike(genuine)
  const usdc = { address: devnet.primary.usdc, abi: usdcAbi } as const
  const pay = await one.writeContract({ ...usdc, functionName: 'transfer', args: [genuine, 25_000_000n] })
  await confirm(pay)
  await confirm(await one.sendTransaction({ to: friend, value: parseUnits('2', 18) }))
  // The impostor's key is unknown and not needed: a transfer of nothing takes no allowance.
  for (const [from, to] of [
    [impostor, payer],
    [payer, impostor],
    [stranger, payer],
  ] as const)
    await confirm(await attacker.writeContract({ ...usdc, functionName: 'transferFrom', args: [from, to, 0n] }))
})

afterEach(() => devnet.faults.clear())
afterAll(async () => {
  restore()
  await devnet.stop()
})

type Wallet = ReturnType<typeof walletAt>

function walletAt(index: number) {
  const [account] = devnet.primary.accounts.slice(index)
  if (!account) throw new Error(`The devnet has no account ${index}.`)
  const transport = http(devnet.primary.rpcUrl)
  return createWalletClient({ account: privateKeyToAccount(account.privateKey), chain: primaryChain, transport })
}

async function confirm(hash: `0x${string}`): Promise<void> {
  const { status } = await reader().waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
}

const reader = () =>
  createPublicClient({
    chain: primaryChain,
    transport: http(devnet.primary.rpcUrl, { retryCount: 0 }),
    pollingInterval: 20,
  })
const ask = (target: Address) =>
  check(payer, target, { client: reader(), contractAddress: devnet.primary.contracts.transferContract, now })

describe('check on a chain', () => {
  test('the impostor is blocked, and the genuine payee named', async () => {
    const report = await ask(impostor)
    expect(report).toMatchObject({ level: 'block', complete: true })
    expect(report.reasons).toMatchObject([
      { code: 'LOOKALIKE_ADDRESS', severity: 'block', lookalikeOf: genuine },
      // One in each direction.
      { code: 'ZERO_VALUE_BAIT', severity: 'block', count: 2 },
      { code: 'NEW_ADDRESS', severity: 'warning' },
    ])
  })

  test('an address really paid is safe, by token or by coin', async () => {
    for (const target of [genuine, friend])
      expect(await ask(target)).toMatchObject({
        level: 'safe',
        complete: true,
        reasons: [{ code: 'KNOWN_COUNTERPARTY' }],
      })
  })

  test('only real payments make a payee', async () => {
    const scan = await new ExplorerDataProvider().getOutgoingCounterparties(payer)
    expect({ ...scan, counterparties: [...scan.counterparties].sort() }).toEqual({
      counterparties: [genuine, friend].sort(),
      complete: true,
    })
  })

  test('what a third party forged about a stranger who resembles no payee is not a reason to stop', async () => {
    const report = await ask(stranger)
    expect(report).toMatchObject({ level: 'warning', complete: true })
    expect(report.reasons.map(({ code }) => code)).toEqual(['NEW_ADDRESS'])
  })

  test.each(['server-error', 'malformed', 'forbidden', 'reset'] as const)(
    'history that answers %s: blocked, incomplete',
    async (kind) => {
      const rules = ['/api/account/txlist', '*/transactions?*', '*/transactions'].map((match) => ({
        kind,
        match,
        times: null,
      }))
      devnet.faults.set({ explorer: { rules } })
      const provider = new ExplorerDataProvider({ retryDelayMs: 1 })
      const report = await check(payer, impostor, { provider, now })
      expect(report).toMatchObject({ level: 'block', complete: false })
      expect(report.reasons.find(({ code }) => code === 'DATA_UNAVAILABLE')?.sources).toContain('history')
    },
  )

  test('a slow explorer is waited for; a node that is down is a missing source', async () => {
    devnet.faults.set({
      explorer: { rules: [{ kind: 'rate-limit', times: 3 }] },
      rpc: { rules: [{ kind: 'server-error', match: 'eth_call', times: null }] },
    })
    const report = await ask(genuine)
    expect(report).toMatchObject({ level: 'warning', complete: false })
    expect(report.reasons[0]).toMatchObject({ code: 'DATA_UNAVAILABLE', sources: ['verifiedRecipient'] })
  })
})
