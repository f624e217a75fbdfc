import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spendPolicyFactoryAbi } from '@holdfast/contracts'
import { type Devnet, startDevnet } from '@holdfast/devnet'
import { bytesToHex, encodeEventTopics, type Hex, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLedgers } from '../../test/admission.js'
import { connectTo, someBox } from '../../test/relayStage.js'
import { openStore } from '../store/openStore.js'

/** So often is the process killed at each step; `KILLS` in the environment says otherwise. */
const REPEATS = Number(process.env.KILLS ?? 2)
const STEPS = [
  'admitted',
  'held',
  'signed',
  'prepared',
  'broadcasting',
  'broadcast',
  'receipt',
  'mined',
  'settling',
  'settled',
]

let devnet: Devnet
let directory: string
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
  directory = await mkdtemp(join(tmpdir(), 'holdfast-kill-'))
  await devnet.primary.fund(privateKeyToAddress(privateKey), 100_000_000n)
})
afterAll(async () => {
  await devnet?.stop()
  await rm(directory, { recursive: true, force: true })
})

const privateKey = generatePrivateKey()
const orders = () => ({ rpcUrl: devnet.primary.rpcUrl, directory: join(directory, 'store'), privateKey })

function run(orders: object): Promise<string> {
  const script = fileURLToPath(new URL('../../test/relayChild.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--conditions=@holdfast/source', '--import', 'tsx', script, JSON.stringify(orders)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? `${code} ${output.trim()}`)))
}

const salts: Hex[] = []

// A process that is killed leaves its operation to the next one, which is killed over one of its own, or over that.
test.each(STEPS)(
  'behavior: killed at the step %s',
  async (dieAt) => {
    for (let count = 0; count < REPEATS; count++) {
      const salt = bytesToHex(randomBytes(32))
      salts.push(salt)
      expect(await run({ ...orders(), salt, dieAt })).toBe('SIGKILL')
    }
  },
  REPEATS * 30_000,
)

test('behavior: then each box stands once, and is paid for once', async () => {
  expect(await run(orders())).toBe('0 done')

  const chain = await connectTo(devnet)
  const boxes = salts.map((salt) => someBox(chain, salt).box)
  for (const account of boxes) {
    const topics = encodeEventTopics({ abi: spendPolicyFactoryAbi, eventName: 'AccountCreated', args: { account } })
    const logs = await chain.client.request({
      method: 'eth_getLogs',
      params: [
        {
          address: chain.deployment.spendPolicyFactory,
          topics,
          fromBlock: numberToHex(53_756_547),
          toBlock: 'latest',
        } as never,
      ],
    })
    expect(logs).toHaveLength(1)
  }
  const store = await openStore({ store: { kind: 'sqlite', directory: orders().directory } })
  const operations = await store.db.selectFrom('operations').selectAll().orderBy('created_at').execute()
  expect(
    operations.map(({ state, content, outcome }) => ({ state, content, outcome: JSON.parse(outcome ?? '') })),
  ).toEqual(
    boxes.map((account) => ({
      state: 'final',
      content: null,
      outcome: { body: { account, txHash: expect.stringMatching(/^0x/) } },
    })),
  )
  const transactions = await store.db.selectFrom('transactions').selectAll().orderBy('nonce').execute()
  expect(transactions.map(({ nonce, state, raw }) => ({ nonce, state, raw }))).toEqual(
    boxes.map((_, nonce) => ({ nonce, state: 'mined', raw: null })),
  )
  const ledgers = await readLedgers(store)
  expect(ledgers['units global']).toBe(`${boxes.length} used, 0 held`)
  expect(ledgers['money global']).toMatch(/^[1-9][0-9]* spent, 0 held$/)
  await store.close()
})
