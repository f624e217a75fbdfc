import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FIRST_BLOCK, startDevnet } from '@holdfast/devnet'
import { ask } from '@holdfast/testkit/http'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { newAccount } from '@holdfast/testkit/serviceStage'
import { tiered } from '@holdfast/testkit/tier'
import { generatePrivateKey } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { startHugeExplorer } from '../test/hugeExplorer.js'
import { startMain } from '../test/mainProcess.js'

test(
  'a service with 128 MiB of heap answers prechecks of more and more senders with long histories',
  async () => {
    const { main, explorer } = await openSmall(() => tiered(1_200, 400))
    const read = async () => {
      const text = (await ask(`${main.adminUrl}/metrics`)).bytes.toString()
      return {
        kept: Number(/firewall_cache_bytes\{chain="5042002"\} ([0-9.e+]+)/.exec(text)?.[1]),
        evicted: Number(/firewall_cache_evictions_total\{chain="5042002"\} ([0-9]+)/.exec(text)?.[1]),
      }
    }
    const answers: ask.Answer[] = []
    // A busy machine reads some histories too late to keep them, so senders are added until one is evicted.
    const isEnough = async () => answers.length >= tiered(220, 1_500) && (await read()).evicted > 0
    // Of several networks: one alone does not get all places.
    const callers = Array.from({ length: 16 }, async (_, network) => {
      const headers = { 'x-forwarded-for': `203.0.113.${network}` }
      while (!(await isEnough()))
        answers.push(await ask(`${main.url}/api/cosign`, { body: precheckOf(newAccount().address), headers }))
    })
    await Promise.all(callers)

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(explorer.asked).toBeGreaterThan(answers.length / 2)
    const { kept } = await read()
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(32 * 1024 * 1024)
  },
  tiered(300_000, 2_400_000),
)

test(
  'a service with 128 MiB of heap survives senders with more payments than it can hold',
  async () => {
    const { main, explorer } = await openSmall(() => 400_000)
    for (let round = 0; round < tiered(1, 5); round++) {
      const bodies = Array.from({ length: 24 }, () => precheckOf(newAccount().address))
      const answers = await Promise.all(
        bodies.map((body, network) => {
          const headers = { 'x-forwarded-for': `203.0.113.${network}` }
          return ask(`${main.url}/api/cosign`, { body, headers })
        }),
      )
      // The node has no payments: it is used when the explorer does not answer, and not after the explorer has listed
      // some.
      for (const { status, body } of answers)
        expect([status, body.approved ? 'approved' : body.code]).toEqual([
          200,
          expect.stringMatching(/^(approved|risk_unavailable)$/),
        ])
    }
    expect(explorer.asked).toBeGreaterThan(20)
    expect((await ask(`${main.url}/api/health`)).status).toBe(200)
  },
  tiered(300_000, 1_200_000),
)

test(
  'a service with 128 MiB of heap approves a payment of a sender whose list others have filled',
  async () => {
    const payee = newAccount().address
    const isPayment = (index: number) => index % 30_000 === 7
    const payment = (from: string) => ({ from, to: payee, value: '25000000' })
    const { main } = await openSmall(
      () => 60_000,
      (address, index) => (isPayment(index) ? payment(address) : { value: '1' }),
    )
    // A long history takes longer to read than a caller waits: the next one finds what has been read.
    const body = precheckOf(newAccount().address, payee)
    await expect
      .poll(async () => (await ask(`${main.url}/api/cosign`, { body })).body, { timeout: 200_000 })
      .toMatchObject({ approved: true })
  },
  tiered(300_000, 1_200_000),
)

const precheckOf = (owner: string, target: string = newAccount().address) =>
  JSON.stringify({ phase: 'precheck', owner, target, amount: '1' })

/**
 * The service with 128 MiB of heap and every setting at its default, and an explorer with a number of payments per
 * sender.
 */
async function openSmall(
  rowsOf: Parameters<typeof startHugeExplorer>[1],
  changesOf?: Parameters<typeof startHugeExplorer>[2],
) {
  const devnet = await startDevnet({ blockTimeMs: 200 })
  onTestFinished(() => devnet.stop())
  const explorer = await startHugeExplorer(devnet.primary.explorerApi, rowsOf, changesOf)
  onTestFinished(() => explorer.stop())
  const directory = await mkdtemp(join(SCRATCH, 'holdfast-memory-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const main = await startMain(
    {
      DATA_DIR: directory,
      PORT: '0',
      ADMIN_PORT: '0',
      RPC_URLS_5042002: devnet.primary.rpcUrl,
      DEPLOY_BLOCKS_5042002: `transfer:${FIRST_BLOCK}`,
      EXPLORER_API_5042002: explorer.url,
      COSIGNER_PK: generatePrivateKey(),
      COSIGN_PER_MINUTE: '1000000',
    },
    [],
    ['--max-old-space-size=128'],
  )
  onTestFinished(() => main.stop())
  await expect.poll(async () => (await ask(`${main.adminUrl}/readyz`)).status).toBe(200)
  return { main, explorer }
}
