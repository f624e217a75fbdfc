import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startDevnet } from '@holdfast/devnet'
import { primaryChain } from '@holdfast/sdk/chain'
import { spendDigest } from '@holdfast/sdk/shield'
import { ask as request } from '@holdfast/testkit/http'
import { lock } from '@holdfast/testkit/lock'
import { newAccount, openService, randomHash } from '@holdfast/testkit/serviceStage'
import { type Address, createWalletClient, erc20Abi, type Hex, http, recoverAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificates } from '../test/certificates.js'
import { makeKeystore } from '../test/keystore.js'
import { startWeb3Signer, type TestWeb3Signer } from '../test/web3signer.js'
import { verifyAuditStore } from './audit/verifyAuditStore.js'
import type { RunningService } from './boot/startService.js'
import { openStore } from './store/openStore.js'

let devnet: Devnet
let files: string
let signer: TestWeb3Signer | undefined
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
  files = await mkdtemp(join(tmpdir(), 'holdfast-keys-'))
})
afterAll(async () => {
  await signer?.stop()
  await rm(files, { recursive: true, force: true })
  await devnet.stop()
})

async function file(name: string, content: string): Promise<string> {
  const path = join(files, name)
  await writeFile(path, content, { mode: 0o600 })
  return path
}

const patience = { timeout: 120_000 }

const isReady = async ({ adminUrl }: RunningService) => (await request(`${adminUrl}/readyz`)).status === 200

/** Reads the audit of a store that no process has open, without its hash chain. */
async function readAudit(directory: string) {
  const store = await openStore({ store: { kind: 'sqlite', directory } })
  const report = await verifyAuditStore(store)
  const rows = await store.db.selectFrom('audit').select(['kind', 'body']).orderBy('seq').execute()
  await store.close()
  return { report, text: JSON.stringify(rows), rows: rows.map(({ kind, body }) => ({ kind, ...JSON.parse(body) })) }
}

test('a co-signer behind TLS and a relayer in a keystore: everything is signed and recorded, and works again when the signer is back', async () => {
  const [cosigner, relayer] = [generatePrivateKey(), generatePrivateKey()]
  const { ca, client, server } = await makeCertificates()
  const startSigner = (port = 0) => startWeb3Signer([cosigner], { tls: { ...server, ca }, port })
  signer = await startSigner()
  await devnet.primary.fund(privateKeyToAddress(relayer), 100_000_000n)
  const { service, ask, directory, forget } = await openService(devnet, {
    relayer,
    env: {
      COSIGNER_PK: undefined,
      COSIGNER_SIGNER_URL: signer.url,
      COSIGNER_ADDRESS: privateKeyToAddress(cosigner),
      COSIGNER_SIGNER_CERT_FILE: await file('client.pem', client.cert),
      COSIGNER_SIGNER_KEY_FILE: await file('client.key', client.key),
      COSIGNER_SIGNER_CA_FILE: await file('ca.pem', ca),
      RELAYER_PK: undefined,
      RELAYER_KEYSTORE: await file('relayer.json', JSON.stringify(makeKeystore(relayer, 'correct horse'))),
      RELAYER_PASSWORD_FILE: await file('password', 'correct horse\n'),
    },
  })
  const readiness = async () => {
    const { status, body } = await request(`${service.adminUrl}/readyz`)
    return { status, failing: body.failing }
  }
  await expect.poll(readiness, patience).toEqual({ status: 200, failing: [] })

  const payer = newAccount()
  const target = newAccount().address
  await devnet.primary.fund(payer.address, 20_000_000n)
  const { usdc: token, rpcUrl } = devnet.primary
  const wallet = createWalletClient({ account: payer, chain: primaryChain, transport: http(rpcUrl) })
  const pay = async (to: Address, amount: bigint) => {
    const args = [to, amount] as const
    const hash = await wallet.writeContract({ address: token, abi: erc20Abi, functionName: 'transfer', args })
    await waitForTransactionReceipt(wallet, { hash, pollingInterval: 25 })
  }
  await pay(target, 1_000_000n)
  const expiry = Math.floor(Date.now() / 1000) + 86_400
  const policy = {
    token,
    owner: payer.address,
    vault: payer.address,
    cosigner: privateKeyToAddress(cosigner),
    target,
    maxAmount: '5000000',
    perPullMax: '0',
    expiry,
    interval: 0,
    mode: 0,
  }
  const created = await ask('/api/relay/create', { salt: randomHash(), policy })
  expect(created.status).toBe(200)
  const { account } = created.body
  await pay(account, 3_000_000n)
  const seeded = await ask('/api/relay/gas', { to: newAccount().address })
  expect(seeded.status).toBe(200)
  const { secret, transferId } = await lock(devnet)
  const { code, salt } = secret
  const claimed = await ask('/api/gasless-claim', { transferId: `${transferId}`, code, salt })
  expect(claimed.body.ok).toBe(true)

  const spend = (amount: bigint) =>
    ask('/api/cosign', { phase: 'authorize', account, owner: payer.address, amount: `${amount}`, action: 0 })
  await expect.poll(async () => (await spend(1n)).body.approved, patience).toBe(true)
  const signed = (await spend(1n)).body.signature as Hex
  const hash = spendDigest({ account, chainId: 5042002, target, amount: 1n, nonce: 0n, action: 0 })
  expect(await recoverAddress({ hash, signature: signed })).toBe(privateKeyToAddress(cosigner))

  // The signer stops: not ready, nothing new is signed; requests that need the other key continue.
  const port = Number(new URL(signer.url).port)
  await signer.stop()
  await expect.poll(readiness, patience).toEqual({ status: 503, failing: ['key cosigner'] })
  expect(await spend(2n)).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } })
  expect((await spend(1n)).body).toEqual({ approved: true, signature: signed })
  expect((await ask('/api/relay/gas', { to: newAccount().address })).status).toBe(200)
  signer = await startSigner(port)
  await expect.poll(readiness, patience).toEqual({ status: 200, failing: [] })
  expect((await spend(2n)).body.approved).toBe(true)

  await service.stop()
  const { report, rows, text } = await readAudit(directory)
  expect(report).toMatchObject({ ok: true, unrecordedSignatures: 0, unrecordedOperations: 0 })
  const settled = rows.filter(({ kind }) => kind === 'relay' || kind === 'seed')
  const done = { chain: 5042002, state: 'final', outcome: 'done', units: 'charge' }
  expect(settled).toMatchObject([
    { ...done, kind: 'relay', operationKind: 'create', txHash: created.body.txHash },
    { ...done, kind: 'seed', operationKind: 'gas', txHash: seeded.body.txHash },
    { ...done, kind: 'relay', operationKind: 'claim', txHash: claimed.body.txHash },
    { ...done, kind: 'seed', operationKind: 'gas' },
  ])
  for (const { spent, requestDigest } of settled) {
    expect(BigInt(spent)).toBeGreaterThan(0n)
    expect(requestDigest).toMatch(/^0x[0-9a-f]{64}$/)
  }
  for (const secret of [code, salt.slice(2), signed.slice(2), relayer.slice(2), payer.address.slice(2).toLowerCase()])
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
  await forget()
})

test('refusals by a ceiling are one row of the audit, with their number', async () => {
  const { service, ask, directory, forget } = await openService(devnet, { env: { MAX_FEE_PER_GAS: '1' } })
  await expect.poll(() => isReady(service), patience).toBe(true)
  for (let times = 0; times < 5; times++) {
    const answer = await ask('/api/relay/gas', { to: newAccount().address })
    expect(answer).toMatchObject({ status: 503, body: { code: 'fee_ceiling' } })
  }
  await service.stop()
  const { report, rows } = await readAudit(directory)
  expect(report.ok).toBe(true)
  const refusal = { kind: 'refuse', reason: 'fee_ceiling', operationKind: 'gas', chain: 5042002 }
  expect(rows).toMatchObject([
    { ...refusal, count: 1 },
    { ...refusal, count: 4 },
  ])
  await forget()
})

test('refuses at the daily ceiling of an address, and with an empty wallet', async () => {
  const stage = await openService(devnet, { env: { ADDRESS_DAILY_USDC: '0.07', ADDRESS_UNITS_PER_DAY: '3' } })
  const account = privateKeyToAccount(generatePrivateKey())
  const seed = () => stage.ask('/api/relay/gas', { to: newAccount().address }, { account })
  await expect.poll(() => isReady(stage.service), patience).toBe(true)
  expect((await seed()).status).toBe(200)
  expect((await seed()).body.code).toBe('fee_ceiling')
  await stage.service.stop()
  expect((await readAudit(stage.directory)).rows.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['seed', undefined],
    ['refuse', 'fee_ceiling'],
  ])
  await stage.forget()

  const poor = await openService(devnet, { funds: 0n })
  await expect.poll(() => isReady(poor.service), patience).toBe(true)
  await expect.poll(async () => (await poor.get('/api/health')).body.relayer.asOf, patience).not.toBeNull()
  const answer = await poor.ask('/api/relay/gas', { to: newAccount().address })
  expect(answer.body.code).toBe('relayer_depleted')
  await poor.service.stop()
  expect((await readAudit(poor.directory)).rows).toMatchObject([{ kind: 'refuse', reason: 'relayer_depleted' }])
  await poor.forget()
})
