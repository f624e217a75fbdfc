import { type CountedClients, countedClients } from '@holdfast/testkit/countedClients'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, createPublicClient, createWalletClient, custom, type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { primaryChain } from '../src/chain/viemChain.js'
import { approveUsdc } from '../src/transfer/allowance.js'
import { cancel } from '../src/transfer/cancel.js'
import { cancelBatch } from '../src/transfer/cancelBatch.js'
import { claim } from '../src/transfer/claim.js'
import { type ClaimKey, claimKeyFromLink, generateLinkSecret } from '../src/transfer/claimKey.js'
import { generateClaimCode } from '../src/transfer/claimSecret.js'
import { claimWithKey } from '../src/transfer/claimWithKey.js'
import { claimWithKeyBatch } from '../src/transfer/claimWithKeyBatch.js'
import { defineConfig } from '../src/transfer/config.js'
import { approvePermit } from '../src/transfer/permit.js'
import { reclaimExpired } from '../src/transfer/reclaimExpired.js'
import { reclaimExpiredBatch } from '../src/transfer/reclaimExpiredBatch.js'
import { registerConfig } from '../src/transfer/registerConfig.js'
import { rekey } from '../src/transfer/rekey.js'
import { sendProtected } from '../src/transfer/sendProtected.js'
import { sendProtectedBatch } from '../src/transfer/sendProtectedBatch.js'
import { sendProtectedWithAuthorization } from '../src/transfer/sendProtectedWithAuthorization.js'
import { sendProtectedWithPermit } from '../src/transfer/sendProtectedWithPermit.js'
import { sendProtectedWithWitness } from '../src/transfer/sendProtectedWithWitness.js'
import { signClaim } from '../src/transfer/signClaim.js'

/** How many requests each write takes of a node, over transports that remember nothing and do not batch. */

let stage: TestStage
let alice: Actor
let counted: CountedClients
let bob: Address
let coded: Hex
let brief: Hex
let keyed: Hex
const unguarded = { skipRiskCheck: true } as const
const amount = 1_000n

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  counted = countedClients(alice)
  bob = (await stage.actor(0n)).address
  coded = (await registerConfig(alice, defineConfig())).configId
  brief = (await registerConfig(alice, defineConfig({ recallWindow: 1 }))).configId
  keyed = (await registerConfig(alice, defineConfig({ claimMode: 'KEY' }))).configId
  // Both clients have named their chain once before anything is counted.
  await approveUsdc(counted.clients, 900_000_000n)
  await approvePermit(counted.clients, 900_000_000n)
})
afterAll(() => stage?.stop())

const fields = (configId = coded) => ({ configId, to: bob, amount, claimHash: generateClaimCode().claimHash })
const keyFields = (key: ClaimKey) => ({ configId: keyed, to: bob, amount, claimHash: key.claimHash })
const newKey = () => claimKeyFromLink(generateLinkSecret())
const locked = async (configId?: Hex) => (await sendProtected(alice, fields(configId), unguarded)).transferId

async function expired(): Promise<bigint> {
  const transferId = await locked(brief)
  await stage.devnet.primary.increaseTime(10)
  return transferId
}

async function signedClaim() {
  const key = newKey()
  const { transferId } = await sendProtected(alice, keyFields(key), unguarded)
  return signClaim(key, { chainId: primaryChain.id, transferId, recipient: bob })
}

/** What every write asks, and what those ask that read first. The reader names its chain along with the state. */
const sending = ['eth_estimateGas', 'eth_feeHistory', 'eth_getTransactionCount', 'eth_sendRawTransaction']
const changing = ['eth_chainId', ...sending, 'eth_getTransactionReceipt']
const reading = ['eth_call', ...sending, 'eth_getTransactionReceipt']

const writes: Record<string, { asks: readonly string[]; write: () => Promise<(clients: Actor) => Promise<unknown>> }> =
  {
    approveUsdc: { asks: reading, write: async () => (clients) => approveUsdc(clients, 900_000_001n) },
    approvePermit: { asks: reading, write: async () => (clients) => approvePermit(clients) },
    registerConfig: {
      asks: reading,
      write: async () => (clients) => registerConfig(clients, defineConfig({ recallWindow: 77 })),
    },
    sendProtected: { asks: reading, write: async () => (clients) => sendProtected(clients, fields(), unguarded) },
    'an open transfer': {
      asks: reading,
      write: async () => (clients) => sendProtected(clients, { ...keyFields(newKey()), to: zeroAddress }, unguarded),
    },
    sendProtectedWithPermit: {
      asks: reading,
      write: async () => (clients) => sendProtectedWithPermit(clients, fields(), unguarded),
    },
    sendProtectedWithAuthorization: {
      asks: reading,
      write: async () => (clients) => sendProtectedWithAuthorization(clients, fields(), unguarded),
    },
    sendProtectedWithWitness: {
      asks: reading,
      write: async () => (clients) => sendProtectedWithWitness(clients, fields(), unguarded),
    },
    sendProtectedBatch: {
      asks: reading,
      write: async () => (clients) => sendProtectedBatch(clients, [fields(), fields(brief)], unguarded),
    },
    claim: {
      asks: reading,
      write: async () => {
        const { code, salt, claimHash } = generateClaimCode()
        const { transferId } = await sendProtected(alice, { ...fields(), claimHash }, unguarded)
        return (clients) => claim(clients, transferId, code, salt, { recipient: bob })
      },
    },
    claimWithKey: {
      asks: changing,
      write: async () => {
        const signed = await signedClaim()
        return (clients) => claimWithKey(clients, signed)
      },
    },
    claimWithKeyBatch: {
      asks: changing,
      write: async () => {
        const signed = await signedClaim()
        return (clients) => claimWithKeyBatch(clients, [signed])
      },
    },
    cancel: {
      asks: changing,
      write: async () => {
        const transferId = await locked()
        return (clients) => cancel(clients, transferId)
      },
    },
    cancelBatch: {
      asks: changing,
      write: async () => {
        const transferId = await locked()
        return (clients) => cancelBatch(clients, [transferId])
      },
    },
    rekey: {
      asks: changing,
      write: async () => {
        const transferId = await locked()
        return (clients) => rekey(clients, transferId, generateClaimCode().claimHash)
      },
    },
    reclaimExpired: {
      asks: changing,
      write: async () => {
        const transferId = await expired()
        return (clients) => reclaimExpired(clients, transferId)
      },
    },
    reclaimExpiredBatch: {
      asks: changing,
      write: async () => {
        const transferId = await expired()
        return (clients) => reclaimExpiredBatch(clients, [transferId])
      },
    },
  }

test.each(Object.entries(writes))('%s asks a node six times at most', async (_, { asks, write }) => {
  const run = await write()
  counted.reset()
  await run(counted.clients)
  expect([...counted.calls].sort()).toEqual([...asks].sort())
  expect(counted.calls.length).toBeLessThanOrEqual(6)
})

/** The account over providers that switch to another chain at a chosen request. */
function switching(which: 'reader' | 'wallet', isWallet: boolean) {
  const asked: string[] = []
  let chainId: number = primaryChain.id
  const transport = (who: string) =>
    custom(
      {
        async request({ method, params }: { method: string; params?: unknown }) {
          asked.push(method)
          const isElsewhere = who === which && chainId !== primaryChain.id
          if (method === 'eth_chainId') return `0x${(isElsewhere ? chainId : primaryChain.id).toString(16)}`
          return (isElsewhere ? stage.remotePublicClient : stage.publicClient).request({ method, params } as never)
        },
      },
      { retryCount: 0 },
    )
  const account = alice.walletClient.account
  if (!account) throw new Error('An account is needed.')
  return {
    asked,
    switchTo: (id: number) => {
      chainId = id
    },
    clients: {
      address: alice.address,
      publicClient: createPublicClient({ chain: primaryChain, transport: transport('reader') }),
      walletClient: createWalletClient({
        account: isWallet ? account.address : account,
        chain: primaryChain,
        transport: transport('wallet'),
      }),
    },
  }
}

const switched: Record<string, () => Promise<(clients: Actor) => Promise<unknown>>> = {
  'a write that reads first': async () => (clients) => sendProtected(clients, fields(), unguarded),
  'a write that does not': async () => {
    const transferId = await locked()
    return (clients) => cancel(clients, transferId)
  },
  'a claim': async () => {
    const { code, salt, claimHash } = generateClaimCode()
    const { transferId } = await sendProtected(alice, { ...fields(), claimHash }, unguarded)
    return (clients) => claim(clients, transferId, code, salt, { recipient: bob })
  },
}

test.each(Object.entries(switched))(
  '%s: a reader that switched is noticed, and nothing is sent',
  async (name, prepare) => {
    const { clients, asked, switchTo } = switching('reader', false)
    const write = await prepare()
    await approveUsdc(clients, 1n)
    switchTo(84532)
    asked.length = 0
    await expect(write(clients)).rejects.toThrow(name === 'a write that does not' ? /./ : '84532')
    expect(asked).not.toContain('eth_sendRawTransaction')
    // The simulation shows the code of a claim to the node.
    if (name === 'a claim') expect(asked).not.toContain('eth_estimateGas')
  },
)

test.each(Object.entries(switched))('%s: a wallet that switched is noticed before it is asked', async (_, prepare) => {
  const { clients, asked, switchTo } = switching('wallet', true)
  const write = await prepare()
  await approveUsdc(clients, 1n)
  switchTo(84532)
  asked.length = 0
  await expect(write(clients)).rejects.toMatchObject({ name: 'WrongNetworkError', actualChainId: 84532 })
  expect(asked).not.toContain('eth_sendTransaction')
})

test.each(Object.entries(switched))(
  '%s: the endpoint of a local account is asked for its chain once',
  async (_, prepare) => {
    const { clients, asked, switchTo } = switching('wallet', false)
    const write = await prepare()
    switchTo(84532)
    await expect(write(clients)).rejects.toMatchObject({ name: 'WrongNetworkError', actualChainId: 84532 })
    expect(asked).not.toContain('eth_sendRawTransaction')
  },
)

test('a node that runs no programs and tells no past fees is asked one by one, and the write is made', async () => {
  const account = alice.walletClient.account
  if (!account) throw new Error('An account is needed.')
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const [call] = (params ?? []) as readonly { to?: Address }[]
    if (method === 'eth_feeHistory' || (method === 'eth_call' && !call?.to))
      throw Object.assign(new Error('the method does not exist'), { code: -32601 })
    return stage.publicClient.request({ method, params } as never)
  }
  const transport = custom({ request }, { retryCount: 0 })
  const clients = {
    publicClient: createPublicClient({ chain: primaryChain, transport }),
    walletClient: createWalletClient({ account, chain: primaryChain, transport }),
  }
  await approveUsdc(clients, 900_000_003n)
  const { transferId } = await sendProtectedWithPermit(clients, fields(), unguarded)
  expect(transferId).toBeGreaterThan(0n)
})
