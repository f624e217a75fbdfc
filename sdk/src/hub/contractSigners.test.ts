import { type HubStage, setHubStage } from '@holdfast/testkit/hubStage'
import { deploySafe, signForSafe } from '@holdfast/testkit/publishedAccounts'
import type { Actor } from '@holdfast/testkit/stage'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  http,
  numberToHex,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ADDRESSES } from '../chain/addresses.js'
import { primaryChain } from '../chain/viemChain.js'
import { SignatureUnusableError } from '../errors/transaction.js'
import { depositToHub } from './depositToHub.js'
import { readHubWithdrawal } from './readHubWithdrawal.js'
import { resumeHubSpend } from './resumeHubSpend.js'
import { spendFromHub } from './spendFromHub.js'
import type { SignedHubSpend } from './types.js'

let stage: HubStage
let alice: Actor
const owner = privateKeyToAccount(generatePrivateKey())
let safe: Address
beforeAll(async () => {
  stage = await setHubStage()
  alice = await stage.actor()
  safe = await deploySafe(alice, owner.address)
  await fundHub(safe, 20_000_000n)
})
beforeEach(() => stage.clearFaults())
afterAll(() => stage?.stop())

const amount = 1_000_000n
const route = { from: 'Arc_Testnet', to: 'Base_Sepolia', amount, skipRiskCheck: true } as const

/** Deposits into the Hub for another account. */
async function fundHub(depositor: Address, value: bigint) {
  const { walletClient, publicClient } = alice
  const { account } = walletClient
  if (!account) throw new Error('An account is needed.')
  const call = async (to: Address, functionName: 'approve' | 'depositFor', args: readonly unknown[]) => {
    const data = encodeFunctionData({ abi, functionName, args } as never)
    const hash = await walletClient.sendTransaction({ account, chain: primaryChain, to, data })
    expect((await publicClient.waitForTransactionReceipt({ hash })).status).toBe('success')
  }
  await call(ADDRESSES.USDC, 'approve', [ADDRESSES.HUB_WALLET, value])
  await call(ADDRESSES.HUB_WALLET, 'depositFor', [ADDRESSES.USDC, depositor, value])
  await vi.waitFor(async () => expect(await stage.hubBalanceOf(depositor)).toBe(value), {
    timeout: 120_000,
    interval: 50,
  })
}

const inputs = (...types: string[]) => types.map((type) => ({ type }))
const abi = [
  {
    type: 'function',
    name: 'approve',
    stateMutability: 'nonpayable',
    inputs: inputs('address', 'uint256'),
    outputs: [],
  },
  {
    type: 'function',
    name: 'depositFor',
    stateMutability: 'nonpayable',
    inputs: inputs('address', 'address', 'uint256'),
    outputs: [],
  },
] as const

/** A wallet application of a Safe: its address is the Safe's, and the owner signs for it. */
function appOf(address: Address, signer: PrivateKeyAccount) {
  const request = async ({ method, params }: { method: string; params: [Address, string] }): Promise<Hex> => {
    if (method === 'eth_chainId') return numberToHex(primaryChain.id)
    if (method !== 'eth_signTypedData_v4') throw new Error(`unexpected ${method}`)
    return signForSafe(address, primaryChain.id, signer, hashTypedData(JSON.parse(params[1])))
  }
  return createWalletClient({ account: address, chain: primaryChain, transport: custom({ request }) })
}

describe('a contract that answers ERC-1271', () => {
  test('spends its own balance, which the issuer burns after the mint', async () => {
    const recipient = privateKeyToAccount(generatePrivateKey()).address
    const before = await stage.hubBalanceOf(safe)
    let kept: SignedHubSpend | undefined
    const { mintTxHash } = await spendFromHub(
      { walletClient: appOf(safe, owner) },
      {
        ...stage.hub,
        ...route,
        recipient,
        onIntent: (signed) => {
          kept = signed
        },
      },
    )
    expect(mintTxHash).toMatch(/^0x/)
    expect(await stage.remoteBalanceOf(recipient)).toBe(amount)
    expect(JSON.parse(kept?.request ?? '[]')[0]).toMatchObject({ contractSigner: true })
    expect(await stage.hubBalanceOf(safe)).toBeLessThan(before - amount)
    // The Hub's wallet contract accepts the same signature and burns.
    await vi.waitFor(
      async () => {
        const { available } = await readHubWithdrawal(stage.publicClient, { chain: 'Arc_Testnet', depositor: safe })
        expect(available).toBeLessThan(before - amount)
      },
      { timeout: 120_000, interval: 50 },
    )
    // The stored request can be sent again, and cannot spend twice.
    await expect(resumeHubSpend(kept as SignedHubSpend, stage.hub)).rejects.toMatchObject({
      name: 'HubTransferIdLostError',
    })
  })

  test('error: a signature that its code does not accept is never sent', async () => {
    const intents: unknown[] = []
    const forged = appOf(safe, privateKeyToAccount(generatePrivateKey()))
    await expect(
      spendFromHub({ walletClient: forged }, { ...stage.hub, ...route, onIntent: (signed) => intents.push(signed) }),
    ).rejects.toBeInstanceOf(SignatureUnusableError)
    expect(intents).toEqual([])
  })

  test('error: an issuer that accepts no contract signatures: a typed error, and nothing is spent', async () => {
    stage.setFaults({ withoutContractSigners: true })
    const before = await stage.hubBalanceOf(safe)
    await expect(spendFromHub({ walletClient: appOf(safe, owner) }, { ...stage.hub, ...route })).rejects.toMatchObject({
      name: 'HubRefusedError',
      code: 'not_authorized',
      effect: 'none',
    })
    expect(await stage.hubBalanceOf(safe)).toBe(before)
  })

  test('error: if the chain of the contract does not answer, nothing is sent', async () => {
    const sourceClient = createPublicClient({
      transport: http('http://127.0.0.1:9', { retryCount: 0, timeout: 500 }),
    })
    await expect(
      spendFromHub({ walletClient: appOf(safe, owner) }, { ...stage.hub, ...route, sourceClient }),
    ).rejects.toMatchObject({ name: 'ChainUnavailableError' })
  })
})

test.each([
  ['that answers ERC-1271 is allowed', true],
  ['that does not answer it is refused before anything is signed', false],
])('a deposit of a contract %s', async (_, hasHandler) => {
  const account = hasHandler ? safe : await deploySafe(alice, owner.address, { hasHandler })
  const walletClient = { ...appOf(account, owner), account: { address: account, type: 'json-rpc' } }
  const deposit = depositToHub({ ...alice, walletClient } as never, { chain: 'Arc_Testnet', amount })
  // The allowed contract has no money, so its deposit fails later.
  await expect(deposit).rejects.toMatchObject(
    hasHandler ? { name: 'InsufficientFundsError' } : { name: 'HubRefusedError', code: 'contract_depositor' },
  )
})
