import { spendPolicyAccountAbi, spendPolicyFactoryAbi } from '@holdfast/contracts'
import { startCountingProxy } from '@holdfast/testkit/countingProxy'
import { bomb, burner, garbler, meddler, parrot, reverter } from '@holdfast/testkit/hostileCode'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type BoxPlan, type StealthScene, stealthScene } from '@holdfast/testkit/stealthScene'
import { createPublicClient, encodeAbiParameters, encodeFunctionData, type Hex, http, keccak256, pad } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { overrideDeployment } from '../chain/registry.js'
import { primaryChain } from '../chain/viemChain.js'
import { ChainUnavailableError, LogsIncompleteError, UnknownChainError } from '../errors/chain.js'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { AccountOwnerIndex } from '../shield/AccountOwnerIndex.js'
import { AnnouncementIndex } from './AnnouncementIndex.js'
import { announceArgsFor } from './announceArgsFor.js'
import { discoverStealthBoxes } from './discoverStealthBoxes.js'
import { newStealthOwner } from './newStealthOwner.js'
import type { StealthKeys } from './types.js'

let stage: TestStage
let scene: StealthScene
let payer: Actor
let attacker: Actor
let restore: () => void

beforeAll(async () => {
  stage = await setTestStage()
  const block = stage.devnet.primary.latestBlock
  restore = overrideDeployment(stage.devnet.primary.chainId, {
    deployBlocks: { spendPolicyFactory: block, stealthAnnouncer: block },
  })
  scene = stealthScene(stage)
  ;[payer, attacker] = await Promise.all([stage.actor(), stage.actor()])
})
afterEach(() => stage.devnet.faults.clear())
afterAll(async () => {
  restore()
  await stage.stop()
})

const discover = (keys: StealthKeys, options?: discoverStealthBoxes.Options) =>
  discoverStealthBoxes(stage.publicClient, scene.announcer, keys, options)

/** A recipient, and a box that a payer has made and announced as the library would. */
async function genuine(label = 'rent', changes?: Parameters<StealthScene['plan']>[1]) {
  const keys = await scene.keys()
  const owner = newStealthOwner(keys)
  const plan = scene.plan(owner, changes)
  const box = scene.addressOf(plan)
  await scene.make(payer, plan)
  await scene.announce(payer, announceArgsFor(owner, box, label))
  const { stealthAddress, ephemeralPubKey } = owner
  return { keys, owner, plan, box, found: { stealthAddress, ephemeralPubKey, box, label, proof: 'salt' } }
}

test('default: a box of one’s own, made as announced', async () => {
  const { keys, found } = await genuine()
  expect(await discover(keys)).toEqual([found])
  expect(await discover(await scene.keys())).toEqual([])
})

test('behavior: every index of the salt, several boxes of one owner', async () => {
  const keys = await scene.keys()
  const ephemeralKey = generatePrivateKey()
  for (const index of [15, 0, 3]) {
    const owner = newStealthOwner(keys, ephemeralKey, { index })
    const plan = scene.plan(owner)
    await scene.make(payer, plan)
    await scene.announce(payer, announceArgsFor(owner, scene.addressOf(plan), `box ${index}`))
  }
  const boxes = await discover(keys)
  expect(boxes.map(({ label, proof }) => [label, proof])).toEqual([
    ['box 15', 'salt'],
    ['box 0', 'salt'],
    ['box 3', 'salt'],
  ])
})

test('behavior: a box that is not made yet proves nothing, until it is', async () => {
  const keys = await scene.keys()
  const owner = newStealthOwner(keys)
  const plan = scene.plan(owner)
  await scene.announce(payer, announceArgsFor(owner, scene.addressOf(plan), 'later'))
  expect(await discover(keys)).toMatchObject([{ box: scene.addressOf(plan), label: '', proof: 'none' }])
  await scene.make(payer, plan)
  expect(await discover(keys)).toMatchObject([{ box: scene.addressOf(plan), label: 'later', proof: 'salt' }])
})

describe('attacks', () => {
  test('another label, another box under the same ephemeral key', async () => {
    const { keys, owner, box, found } = await genuine()
    await scene.announce(attacker, announceArgsFor(owner, box, 'savings'))
    await scene.announce(attacker, announceArgsFor(owner, attacker.address, 'rent'))
    expect(await discover(keys)).toEqual([found, { ...found, box: attacker.address, label: '', proof: 'none' }])
  })

  test('a box for the victim with a salt of one’s own', async () => {
    const { keys, owner, found } = await genuine()
    const copy = scene.plan(owner, { salt: generatePrivateKey(), terms: { target: attacker.address } })
    await scene.make(attacker, copy)
    await scene.announce(attacker, announceArgsFor(owner, scene.addressOf(copy), 'rent'))
    expect(await discover(keys)).toEqual([found, { ...found, box: scene.addressOf(copy), label: '', proof: 'owner' }])
  })

  test.each([
    ['target', () => ({ target: attacker.address })],
    ['vault', () => ({ vaultHash: keccak256(pad(attacker.address)) })],
    ['co-signer', () => ({ cosigner: attacker.address })],
  ])('the same owner and salt, another %s', async (_, terms) => {
    const { keys, owner, found } = await genuine()
    const copy = scene.plan(owner, { terms: terms() })
    await scene.make(attacker, copy)
    await scene.announce(attacker, announceArgsFor(owner, scene.addressOf(copy), 'rent'))
    expect(await discover(keys)).toEqual([found, { ...found, box: scene.addressOf(copy), label: '', proof: 'owner' }])
  })

  test('the same owner and salt through a retired factory', async () => {
    const { keys, owner, found, plan } = await genuine()
    const retired = await scene.deployFactory(attacker)
    const copy: BoxPlan = { ...plan, factory: retired }
    await scene.make(attacker, copy)
    await scene.announce(attacker, announceArgsFor(owner, scene.addressOf(copy), 'rent'))
    const { factory: address, implementation } = scene
    expect(await discover(keys, { factories: [{ address: retired }, { address, implementation }] })).toEqual([
      found,
      { ...found, box: scene.addressOf(copy), label: '', proof: 'owner' },
    ])
    // Unless it is known, its boxes are strangers' contracts.
    expect((await discover(keys)).map(({ proof }) => proof)).toEqual(['salt', 'none'])
  })

  test('a copy before the window that an index knows', async () => {
    const { keys, owner, found, box } = await genuine()
    const index = new AnnouncementIndex({ client: stage.publicClient })
    const fromBlock = stage.devnet.primary.latestBlock + 1n
    await stage.devnet.primary.mine(2)
    const copy = scene.plan(owner, { terms: { target: attacker.address } })
    await scene.make(attacker, copy)
    await scene.announce(attacker, announceArgsFor(owner, scene.addressOf(copy), 'rent'))
    const imitation = { ...found, box: scene.addressOf(copy), label: '', proof: 'owner' }
    expect(await discover(keys, { index, fromBlock })).toEqual([imitation])
    await scene.announce(attacker, announceArgsFor(owner, box, 'savings'))
    expect(await discover(keys, { index, fromBlock })).toEqual([found, imitation])
  })

  test('a copy of what was announced before the window, where the records are at hand', async () => {
    const { keys, owner, found } = await genuine()
    const fromBlock = stage.devnet.primary.latestBlock + 1n
    await stage.devnet.primary.mine(2)
    const copy = scene.plan(owner, { terms: { target: attacker.address } })
    await scene.make(attacker, copy)
    await scene.announce(attacker, announceArgsFor(owner, scene.addressOf(copy), 'rent'))
    const records = new AccountOwnerIndex({ client: stage.publicClient })
    const imitation = { ...found, box: scene.addressOf(copy), label: '', proof: 'owner' }
    expect(await discover(keys, { records, fromBlock })).toEqual([imitation])
    expect(await discover(keys, { records })).toEqual([found, imitation])
    // Without them, `fromBlock` is taken at its word.
    expect((await discover(keys, { fromBlock })).map(({ proof }) => proof)).toEqual(['salt'])
  })

  test('contracts that imitate a box', async () => {
    const { keys, owner, box, found } = await genuine()
    const answer = await stage.publicClient.call({
      to: box,
      data: encodeFunctionData({ abi: spendPolicyAccountAbi, functionName: 'policy' }),
    })
    const imitation = await scene.deploy(attacker, parrot(answer.data as Hex))
    await scene.announce(attacker, announceArgsFor(owner, imitation, 'rent'))
    expect(await discover(keys)).toEqual([found, { ...found, box: imitation, label: '', proof: 'none' }])
  })

  test('contracts that revert, talk nonsense, answer too much or burn gas', async () => {
    const keys = await scene.keys()
    const owner = newStealthOwner(keys)
    const traps: Hex[] = []
    for (const code of [reverter, burner, garbler, bomb, burner, parrot('0x'), parrot(nonsense())])
      traps.push(await scene.deploy(attacker, code))
    for (const trap of traps) await scene.announce(attacker, announceArgsFor(owner, trap, 'rent'))
    const plan = scene.plan(owner)
    await scene.make(payer, plan)
    await scene.announce(payer, announceArgsFor(owner, scene.addressOf(plan), 'rent'))
    const boxes = await discover(keys)
    expect(boxes.map(({ proof }) => proof)).toEqual([...traps.map(() => 'none'), 'salt'])
    expect(boxes.at(-1)).toMatchObject({ box: scene.addressOf(plan), label: 'rent' })
  })

  test('a contract that makes the copy while it is asked', async () => {
    const { keys, owner, found } = await genuine()
    const copy = scene.plan(owner, { terms: { target: attacker.address } })
    const { factory, ownerHash, salt, policy } = copy
    const args = [ownerHash, salt, policy] as const
    const create = encodeFunctionData({ abi: spendPolicyFactoryAbi, functionName: 'createAccount', args })
    const trap = await scene.deploy(attacker, meddler(factory, create))
    await scene.announce(attacker, announceArgsFor(owner, trap))
    await scene.announce(attacker, announceArgsFor(owner, scene.addressOf(copy), 'rent'))
    const nothing = { ...found, label: '', proof: 'none' }
    expect(await discover(keys)).toEqual([found, { ...nothing, box: trap }, { ...nothing, box: scene.addressOf(copy) }])
  })

  test('another owner’s genuine box', async () => {
    const other = await genuine()
    const keys = await scene.keys()
    const owner = newStealthOwner(keys)
    await scene.announce(attacker, announceArgsFor(owner, other.box, 'yours'))
    expect(await discover(keys)).toMatchObject([{ box: other.box, label: '', proof: 'none' }])
  })
})

/** As long as an answer of a box, but with values that no policy has. */
function nonsense(): Hex {
  return encodeAbiParameters(
    Array.from({ length: 10 }, () => ({ type: 'uint256' as const })),
    Array.from({ length: 10 }, () => 2n ** 256n - 1n),
  )
}

describe('what it costs', () => {
  test('behavior: one request for the policies, no logs but announcements', async () => {
    const keys = await scene.keys()
    for (let count = 0; count < 3; count++) {
      const owner = newStealthOwner(keys)
      const plan = scene.plan(owner)
      await scene.make(payer, plan)
      await scene.announce(payer, announceArgsFor(owner, scene.addressOf(plan), `box ${count}`))
    }
    const { origin, pathname } = new URL(stage.devnet.primary.rpcUrl)
    const proxy = await startCountingProxy(origin, 0)
    const client = createPublicClient({ chain: primaryChain, transport: http(`${proxy.url}${pathname}`) })
    const steps: string[] = []
    const boxes = await discoverStealthBoxes(client, scene.announcer, keys, {
      onProgress: ({ step, done, total }) => steps.push(`${step} ${done === total}`),
    })
    expect(boxes.map(({ proof }) => proof)).toEqual(['salt', 'salt', 'salt'])
    expect(proxy.requests.map(({ name }) => name)).toEqual([
      'eth_chainId',
      'eth_blockNumber',
      'eth_getLogs',
      'eth_call',
    ])
    expect(steps).toEqual(['announcements true', 'recognition true', 'proofs true'])
    await proxy.stop()
  })

  test('behavior: records that are kept are not read again', async () => {
    const { keys, owner, found } = await genuine()
    const copy = scene.plan(owner, { terms: { target: attacker.address } })
    await scene.make(attacker, copy)
    await scene.announce(attacker, announceArgsFor(owner, scene.addressOf(copy), 'rent'))
    const { origin, pathname } = new URL(stage.devnet.primary.rpcUrl)
    const proxy = await startCountingProxy(origin, 0)
    const client = createPublicClient({ chain: primaryChain, transport: http(`${proxy.url}${pathname}`) })
    const index = new AnnouncementIndex({ client })
    const factories = [scene.factory, await scene.deployFactory(attacker)]
    const records = new AccountOwnerIndex({ client, factories })
    await Promise.all([index.sync(), records.sync()])
    await scene.make(attacker, { ...copy, factory: factories[1] as Hex })
    proxy.reset()
    const options = { index, records }
    const boxes = await discoverStealthBoxes(client, scene.announcer, keys, options)
    expect(boxes).toEqual([found, { ...found, box: scene.addressOf(copy), label: '', proof: 'owner' }])
    expect(proxy.requests.map(({ name }) => name).sort()).toEqual([
      'eth_blockNumber',
      'eth_blockNumber',
      'eth_call',
      'eth_getLogs',
      'eth_getLogs',
    ])
    await proxy.stop()
  })

  test('behavior: an index is brought up to date, not read again', async () => {
    const { keys, found } = await genuine()
    const index = new AnnouncementIndex({ client: stage.publicClient })
    expect(await discover(keys, { index })).toEqual([found])
    const known = index.completeToBlock
    await stage.devnet.primary.mine(3)
    expect(await discover(keys, { index, fromBlock: (known ?? 0n) + 1n })).toEqual([])
    expect(index.completeToBlock).toBeGreaterThan(known ?? 0n)
  })
})

describe('when the chain does not answer', () => {
  const rule = (match: string, times: number | null) =>
    stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match, times }] } })

  test('error: half a list is not a list', async () => {
    const { keys } = await genuine()
    const index = new AnnouncementIndex({
      client: stage.publicClient,
      retry: { attempts: 2, delayMs: 1, maxDelayMs: 1 },
    })
    rule('eth_getLogs', null)
    await expect(discover(keys, { index })).rejects.toThrow(LogsIncompleteError)
  })

  test('error: silence is not proof against a box', async () => {
    const { keys } = await genuine()
    rule('eth_call', null)
    await expect(discover(keys)).rejects.toThrow(ChainUnavailableError)
  })

  test('error: the caller gives up', async () => {
    const { keys } = await genuine()
    await expect(discover(keys, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  })
})

test('error: before any request', async () => {
  const keys = await scene.keys()
  const client = createPublicClient({ transport: http('http://127.0.0.1:9') })
  const ask = (announcer: Hex, over: Partial<StealthKeys>, options?: discoverStealthBoxes.Options) =>
    discoverStealthBoxes(client, announcer, { ...keys, ...over }, options)
  await expect(ask('0x12', {})).rejects.toThrow(InvalidAddressError)
  await expect(ask(scene.announcer, { viewingKey: '0x12' })).rejects.toThrow(InvalidInputError)
  await expect(ask(scene.announcer, { spendingPub: '0x12' })).rejects.toThrow(InvalidInputError)
  await expect(ask(scene.announcer, {}, { factories: [{ address: '0x12' }] })).rejects.toThrow(InvalidAddressError)
  const index = new AnnouncementIndex({ client, announcer: attacker.address })
  await expect(ask(scene.announcer, {}, { index })).rejects.toThrow(InvalidInputError)
})

test('error: an index of another announcer, a chain without factories', async () => {
  const { keys } = await genuine()
  const index = new AnnouncementIndex({ client: stage.publicClient })
  await expect(
    discoverStealthBoxes(stage.publicClient, attacker.address, keys, { index, fromBlock: 1n }),
  ).rejects.toThrow(InvalidInputError)
  const request = async () => '0x7a69'
  const stranger = {
    ...stage.publicClient,
    chain: undefined,
    transport: {},
    request,
  } as unknown as typeof stage.publicClient
  await expect(discoverStealthBoxes(stranger, scene.announcer, keys, { fromBlock: 1n })).rejects.toThrow(
    UnknownChainError,
  )
})
