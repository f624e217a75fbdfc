import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { ordinaryAccount } from '@holdfast/devnet'
import { STEALTH_ANNOUNCER_DEPLOY_BLOCK } from '@holdfast/sdk/chain'
import { createEphemeral, fundEphemeral, type ShieldClients } from '@holdfast/sdk/shield'
import {
  announceArgsFor,
  announceStealthBox,
  checkStealthAddress,
  deriveStealthKeys,
  formatStealthMetaAddress,
  newStealthOwner,
  STEALTH_KEY_MESSAGE,
} from '@holdfast/sdk/stealth'
import { freshSalt, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { openService, type ServiceStage } from '@holdfast/testkit/serviceStage'
import { type Address, createPublicClient, createWalletClient, type Hex, http, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { arcTestnet } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actOn } from './actors.js'
import type { User } from './createUser.js'
import { startChangedNode } from './startChangedNode.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let service: ServiceStage
let chain: ReturnType<typeof actOn>
/** At a terminal. */
let payer: User

beforeAll(async () => {
  stage = await startCliStage()
  service = await openService(stage.devnet, { env: { WAIT_MS: '500' } })
  chain = actOn(stage.devnet)
  payer = await stage.user()
})
afterEach(() => stage.devnet.faults.clear())
afterAll(async () => {
  await service?.service.stop()
  await service?.forget()
  await stage?.stop()
})

const keysOf = async ({ privateKey }: User) =>
  deriveStealthKeys(await privateKeyToAccount(privateKey).signMessage({ message: STEALTH_KEY_MESSAGE }))
const metaAddressOf = async (user: User) => formatStealthMetaAddress(await keysOf(user), 'arc-testnet')

/**
 * Creates and announces boxes without the command line. Each has an account of its own: tests run at the same time, and a check
 * that meets a transaction of its payer between two lists of the explorer takes the history for incomplete.
 */
async function openMaker(): Promise<ShieldClients> {
  const { privateKey } = await stage.user()
  const transport = http(stage.devnet.primary.rpcUrl)
  return {
    publicClient: createPublicClient({ chain: arcTestnet, transport, pollingInterval: 20 }),
    walletClient: createWalletClient({ account: privateKeyToAccount(privateKey), chain: arcTestnet, transport }),
  }
}

type Drawn = { stealthAddress: Address; ephemeralPubKey: Hex; viewTag: number; salt: Hex }

/** Creates a box for a stealth address, as a payer would. */
async function makeBox({ stealthAddress, salt }: Pick<Drawn, 'stealthAddress' | 'salt'>, amount = 0n) {
  const { primary } = stage.devnet
  const policy = pushPolicy(primary.usdc, { owner: stealthAddress, vault: stealthAddress })
  const clients = await openMaker()
  const { account } = await createEphemeral(clients, primary.contracts.spendPolicyFactory, salt, policy)
  if (amount > 0n) await fundEphemeral(clients, account, amount, policy)
  return account
}

/** Announces without the command line. */
async function announce(owner: Omit<Drawn, 'salt'>, box: Address, label: string) {
  const { stealthAnnouncer } = stage.devnet.primary.contracts
  await announceStealthBox(await openMaker(), stealthAnnouncer, announceArgsFor(owner, box, label))
}

/** A node that reports the first block of the announcements that were requested since the last report. */
async function startCountingNode() {
  const announcer = stage.devnet.primary.contracts.stealthAnnouncer.toLowerCase()
  const asked: number[] = []
  const { url, stop } = await startChangedNode(stage.devnet.primary.rpcUrl, ({ method, params }) => {
    if (method !== 'eth_getLogs') return
    const [{ address, fromBlock }] = params as [{ address: string | string[]; fromBlock: Hex }]
    if (`${address}`.toLowerCase() === announcer) asked.push(Number(fromBlock))
  })
  return { url, stop, firstBlock: () => Math.min(...asked.splice(0)) }
}

const wordsFor = (box: string, { stealthAddress, ephemeralPubKey, viewTag }: Omit<Drawn, 'salt'>) =>
  `stealth announce ${box} --stealth-address ${stealthAddress} --ephemeral-key ${ephemeralPubKey} --view-tag ${viewTag}`

describe.concurrent('keys', () => {
  test('default: the same public keys each time, and no private key', async () => {
    const user = await stage.user(0n)
    const { spendingPub, viewingPub, spendingKey, viewingKey } = await keysOf(user)
    const shown = await user.script('stealth keys')
    expect(shown.json.result).toEqual({
      address: user.address,
      metaAddress: await metaAddressOf(user),
      spendingPub,
      viewingPub,
      chainId: 5042002,
    })
    expect(shown.stderr).toContain('signs the text')
    expect(shown.stdout + shown.stderr).not.toMatch(new RegExp(`${spendingKey.slice(2)}|${viewingKey.slice(2)}`))
    const plain = await user.script('stealth keys', { json: false })
    expect(plain.stdout.split('\n')[0]).toBe(await metaAddressOf(user))
    expect(readdirSync(user.home)).toEqual([])
  })

  test('the viewing key goes into a new file, and nowhere else', async () => {
    const user = await stage.user(0n)
    const { viewingKey } = await keysOf(user)
    const shown = await user.script('stealth keys --viewing-key-file watch')
    expect(shown.json.result).toMatchObject({ viewingKeyFile: 'watch' })
    expect(readFileSync(`${user.home}/watch`, 'utf8')).toBe(`${viewingKey}\n`)
    expect(statSync(`${user.home}/watch`).mode & 0o777).toBe(0o600)
    expect(shown.stdout + shown.stderr).not.toContain(viewingKey.slice(2))
    const again = await user.script('stealth keys --viewing-key-file watch')
    expect([again.code, again.json.error.code]).toEqual([2, 'invalid_viewing_key_file'])
  })
})

describe.concurrent('address', () => {
  test('default: a new address each time, which its owner recognises', async () => {
    const user = await stage.user(0n)
    const keys = await keysOf(user)
    const line = `stealth address ${await metaAddressOf(user)}`
    const drawn = await Promise.all(
      [1, 2].map(() => payer.script(line, { env: { HOLDFAST_RPC_URL: 'http://127.0.0.1:9' } })),
    )
    for (const { code, json } of drawn) {
      expect([code, json.result.chainId]).toEqual([0, 5042002])
      expect(checkStealthAddress({ ...keys, ...json.result })).toBe(json.result.stealthAddress)
    }
    expect(new Set(drawn.map(({ json }) => json.result.stealthAddress)).size).toBe(2)
  })

  test.each([
    ['of another chain', (uri: string) => uri.replace('arc-testnet', 'base-sepolia')],
    ['of another scheme', (uri: string) => uri.replace('st:', 'sta:')],
    ['cut short', (uri: string) => uri.slice(0, -2)],
    ['with a key that is not a point', (uri: string) => `${uri.slice(0, 17)}${'ff'.repeat(32)}${uri.slice(17 + 64)}`],
  ])('error: a meta-address %s', async (_, change) => {
    const { code, json } = await payer.script(`stealth address ${change(await metaAddressOf(payer))}`)
    expect(code, json.error?.message).toBe(2)
    expect(json.error.code).toMatch(/^invalid_/)
  })
})

describe.concurrent('announce and scan', () => {
  test('a box that the wallet announces: its owner finds it, with its label and its money', async () => {
    const owner = await stage.user(0n)
    const drawn: Drawn = (await payer.script(`stealth address ${await metaAddressOf(owner)}`)).json.result
    const box = await makeBox(drawn, 2_500_000n)
    const announced = await payer.script(`${wordsFor(box, drawn)} --label rent --yes`)
    expect(announced.json.result).toMatchObject({
      txHash: expect.stringMatching(/^0x/),
      announcer: payer.address,
      box,
      stealthAddress: drawn.stealthAddress,
      label: 'rent',
      isMade: true,
      chainId: 5042002,
    })

    const found = await owner.script('stealth scan')
    expect(found.json.result).toMatchObject({
      boxes: [
        {
          box,
          stealthAddress: drawn.stealthAddress,
          ephemeralPubKey: drawn.ephemeralPubKey,
          label: 'rent',
          proof: 'salt',
          balance: '2500000',
          addressBalance: '0',
        },
      ],
      balance: '2500000',
      chainId: 5042002,
    })
    const plain = await owner.script('stealth scan', { json: false })
    expect(plain.stdout).toContain(`${box}  2.5 USDC  "rent"`)
    expect(plain.stdout).toContain('2.5 USDC in 1 boxes.')
    expect((await payer.script('stealth scan')).json.result.boxes).toEqual([])
  })

  test('relayed: needs no wallet, and the relayer is the public announcer', async () => {
    const owner = await stage.user(0n)
    const drawn = newStealthOwner(await keysOf(owner))
    const box = await makeBox(drawn)
    const announced = await payer.script(`${wordsFor(box, drawn)} --relayed --yes`, {
      env: { HOLDFAST_PRIVATE_KEY: '', HOLDFAST_SERVICE_URL: service.service.url },
    })
    expect(announced.code, announced.stderr).toBe(0)
    const { announcer, txHash } = announced.json.result
    expect(announcer).toBe(privateKeyToAccount(service.keys.relayer).address)
    expect((await chain.reader.getTransaction({ hash: txHash })).from.toLowerCase()).toBe(announcer.toLowerCase())
    expect((await owner.script('stealth scan')).json.result.boxes).toMatchObject([{ box, proof: 'salt', label: '' }])
  })

  test('announcements without proof are only counted; a box that any account can have created has no label', async () => {
    const owner = await stage.user(0n)
    const drawn = newStealthOwner(await keysOf(owner))
    const stray = await makeBox({ ...drawn, salt: freshSalt() }, 1_000_000n)
    await announce(drawn, stray, 'yours')
    const early = ordinaryAccount().address
    await announce(drawn, early, 'yours')
    const found = await owner.script('stealth scan')
    expect(found.json.result).toMatchObject({
      boxes: [
        { box: stray, proof: 'owner', label: '', balance: '1000000' },
        { box: early, proof: 'none', label: '', balance: null, addressBalance: null },
      ],
      balance: '1000000',
    })
    const plain = await owner.script('stealth scan', { json: false })
    expect(plain.stdout).toContain('unconfirmed')
    expect(plain.stdout).not.toContain(early)
    expect(plain.stdout).toContain('1 more are announced, and nothing proves them.')
  })

  test('watch only: the viewing key finds the same without the wallet; another key is refused and not repeated', async () => {
    const owner = await stage.user(0n)
    const keys = await keysOf(owner)
    const drawn = newStealthOwner(keys)
    const box = await makeBox(drawn)
    await announce(drawn, box, 'gift')
    const line = `stealth scan --for ${await metaAddressOf(owner)}`
    const env = { HOLDFAST_PRIVATE_KEY: '' }
    const found = await owner.script(line, { env, input: `${keys.viewingKey}\n` })
    expect(found.json.result.boxes).toMatchObject([{ box, label: 'gift', proof: 'salt' }])
    for (const input of [keys.spendingKey, '0xno-key']) {
      const refused = await owner.script(line, { env, input })
      expect([refused.code, refused.json.error.code]).toEqual([2, 'invalid_viewing_key'])
      expect(refused.stdout + refused.stderr).not.toContain(input.slice(2))
    }
    const session = owner.type(line)
    await session.see('Viewing key:')
    session.answer(keys.viewingKey)
    await session.see('in 1 boxes.')
    expect(await session.end()).toBe(0)
    expect(session.screen()).not.toContain(keys.viewingKey.slice(2))
  })

  test.each(['explorer', 'service'])('old announcements read from the %s give the same result', async (source) => {
    const owner = await stage.user(0n)
    owner.env.HOLDFAST_SERVICE_URL = service.service.url
    const drawn = newStealthOwner(await keysOf(owner))
    const box = await makeBox(drawn)
    await announce(drawn, box, source)
    const node = await startCountingNode()
    const scan = (words: string) => owner.script(`stealth scan ${words}`, { env: { HOLDFAST_RPC_URL: node.url } })
    const believing = await scan(`--source ${source}`)
    expect(believing.json.result.boxes).toMatchObject([{ box, label: source, proof: 'salt' }])
    expect(node.firstBlock()).toBeGreaterThan(Number(STEALTH_ANNOUNCER_DEPLOY_BLOCK))
    // A reader of the chain alone then gets nothing that a third party could have left out.
    await scan('')
    expect(node.firstBlock()).toBe(Number(STEALTH_ANNOUNCER_DEPLOY_BLOCK))
    await node.stop()
  })

  test('what was read is kept: the next search reads only what is new, and a chain of the same id reads its own', async () => {
    const owner = await stage.user(0n)
    const node = await startCountingNode()
    const env = { HOLDFAST_RPC_URL: node.url }
    const search = async () => {
      const { json } = await owner.script('stealth scan', { env })
      return { ...json.result, from: node.firstBlock() }
    }
    const first = await search()
    const second = await search()
    expect(second.from).toBeGreaterThan(first.from)
    expect(second.announcements).toBeGreaterThanOrEqual(first.announcements)

    const indexes = `${owner.home}/state/holdfast/indexes`
    const [directory = ''] = readdirSync(indexes)
    for (const file of readdirSync(`${indexes}/${directory}`)) {
      const path = `${indexes}/${directory}/${file}`
      expect(statSync(path).mode & 0o777).toBe(0o600)
      // Torn in the middle of a line, and followed by what another run adds.
      writeFileSync(path, readFileSync(path, 'utf8').slice(0, -20))
    }
    const third = await search()
    expect(third.announcements).toBeGreaterThanOrEqual(second.announcements)
    await node.stop()

    const other = await startChangedNode(stage.devnet.primary.rpcUrl, ({ method, params }, { result }) => {
      if (method === 'eth_getBlockByNumber' && (params as [string])[0] !== 'latest')
        result.hash = numberToHex(7, { size: 32 })
    })
    expect((await owner.script('stealth scan', { env: { HOLDFAST_RPC_URL: other.url } })).code).toBe(0)
    await other.stop()
    expect(readdirSync(indexes)).toHaveLength(2)
  })

  test('error: an unknown source, a service that is not set, an invalid meta-address', async () => {
    const scan = (words: string) => payer.script(`stealth scan ${words}`)
    const unknown = await scan('--source rumour')
    expect([unknown.code, unknown.json.error.code]).toEqual([2, 'invalid_source'])
    const unset = await scan('--source service')
    expect([unset.code, unset.json.error.code]).toEqual([2, 'no_service'])
    const foreign = await scan('--for st:sep:0x12')
    expect([foreign.code, foreign.json.error.code]).toEqual([2, 'invalid_input'])
  })
})

describe.concurrent('announce, refused', () => {
  test('shows what will be public, asks, and announces nothing after a no', async () => {
    const user = await stage.user()
    const drawn = newStealthOwner(await keysOf(user))
    const session = user.type(`${wordsFor(ordinaryAccount().address, drawn)} --label rent`)
    await session.see('Announce the box')
    await session.see('rent (public)')
    await session.see('not created yet')
    await session.see('Go on?')
    session.answer('n')
    expect(await session.end()).toBe(6)
    const script = await user.script(wordsFor(ordinaryAccount().address, drawn))
    expect([script.code, script.json.error.code]).toEqual([6, 'nobody_to_ask'])
    expect(await chain.reader.getTransactionCount(user)).toBe(0)
  })

  test('error: a box of another owner, an address that is not a box, malformed stealth data', async () => {
    const user = await stage.user()
    const keys = await keysOf(user)
    const [mine, other] = [newStealthOwner(keys), newStealthOwner(keys)]
    const box = await makeBox(mine)
    const { contracts } = stage.devnet.primary
    const refusals: [string, number, string][] = [
      [wordsFor(box, other), 4, 'owner_mismatch'],
      [wordsFor(contracts.transferContract, mine), 4, 'not_a_box'],
      [`stealth announce ${box}`, 2, 'missing_address'],
      [wordsFor(box, { ...mine, ephemeralPubKey: '0x02' }), 2, 'invalid_input'],
      [wordsFor(box, { ...mine, viewTag: 256 }), 2, 'invalid_number'],
      [`${wordsFor(box, mine)} --relayed`, 2, 'no_service'],
    ]
    for (const [words, code, error] of refusals) {
      const ended = await user.script(`${words} --yes`)
      expect([ended.code, ended.json.error.code], words).toEqual([code, error])
    }
    expect(await chain.reader.getTransactionCount(user)).toBe(0)
  })
})

describe('what is interrupted', () => {
  test('Ctrl-C in a search says that it goes on, and it does', async () => {
    const owner = await stage.user(0n)
    const drawn = newStealthOwner(await keysOf(owner))
    const box = await makeBox(drawn)
    await announce(drawn, box, '')
    stage.devnet.faults.set({ rpc: { rules: [{ kind: 'hang', match: 'eth_getLogs', times: null }] } })
    const session = owner.type('stealth scan')
    await session.see('reading the announcements')
    session.ctrl('C')
    await session.see('goes on from there')
    expect(await session.end()).toBe(130)
    stage.devnet.faults.clear()
    expect((await owner.script('stealth scan')).json.result.boxes).toMatchObject([{ box }])
  })

  test('a receipt that is late: exit 7, and resume', async () => {
    const drawn = newStealthOwner(await keysOf(payer))
    const words = wordsFor(ordinaryAccount().address, drawn)
    stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
    const late = await payer.script(`${words} --yes --timeout 1`)
    expect(late).toMatchObject({ code: 7, json: { error: { code: 'transaction_unconfirmed' } } })
    stage.devnet.faults.clear()
    const resumed = await payer.script(`resume ${late.json.error.resume}`)
    expect(resumed.json.result).toMatchObject({ command: 'stealth announce' })
  })

  test('relayed and not done in time: the same command tells how it ended, and nothing is done twice', async () => {
    const drawn = newStealthOwner(await keysOf(payer))
    const box = await makeBox(drawn)
    const words = `${wordsFor(box, drawn)} --relayed --yes`
    const env = { HOLDFAST_SERVICE_URL: service.service.url }
    const relayer = privateKeyToAccount(service.keys.relayer)
    const count = await chain.reader.getTransactionCount(relayer)
    stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
    const late = await payer.script(`${words} --timeout 5`, { env })
    expect(late).toMatchObject({ code: 7, json: { error: { code: 'relay_pending' } } })
    expect(late.stderr).toContain('nothing is done twice')
    stage.devnet.faults.clear()
    expect((await payer.script(words, { env })).code).toBe(0)
    expect(await chain.reader.getTransactionCount(relayer)).toBe(count + 1)
  })
})
