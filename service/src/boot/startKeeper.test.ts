import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Devnet, startDevnet } from '@holdfast/devnet'
import { primaryChain } from '@holdfast/sdk/chain'
import { createServiceClient } from '@holdfast/sdk/service'
import { createEphemeral, type EphemeralPolicy, fundEphemeral, MODE_PULL, readAccount } from '@holdfast/sdk/shield'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { openService, type ServiceStage } from '@holdfast/testkit/serviceStage'
import { bytesToHex, createPublicClient, createWalletClient, erc20Abi, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../config/parseConfig.js'
import type { Log } from '../telemetry/Telemetry.js'
import { startKeeper } from './startKeeper.js'

let devnet: Devnet
let stage: ServiceStage
let directory: string
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
  stage = await openService(devnet)
  directory = await mkdtemp(join(SCRATCH, 'holdfast-keeper-'))
})
afterAll(async () => {
  await stage?.service.stop()
  await stage?.forget()
  await rm(directory, { recursive: true, force: true })
  await devnet?.stop()
})

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }

async function person() {
  const account = privateKeyToAccount(generatePrivateKey())
  await devnet.primary.fund(account.address, 20_000_000n)
  const options = { chain: primaryChain, transport: http(devnet.primary.rpcUrl), pollingInterval: 25 }
  const publicClient = createPublicClient(options)
  return { account, address: account.address, publicClient, walletClient: createWalletClient({ ...options, account }) }
}

test('a subscription: bound once, pulled by a keeper that knows only the box', async () => {
  const payer = await person()
  const merchant = privateKeyToAccount(generatePrivateKey()).address
  const { usdc } = devnet.primary
  // Known to the payer's history, so that the firewall does not warn.
  for (const amount of [2_000_000n, 1_000_000n]) {
    const hash = await payer.walletClient.writeContract({
      address: usdc,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [merchant, amount],
    })
    await payer.publicClient.waitForTransactionReceipt({ hash })
  }
  const service = createServiceClient({ baseUrl: stage.service.url })
  const cosigner = await service.cosignerAddress()
  const policy: EphemeralPolicy = {
    token: usdc,
    owner: payer.address,
    vault: payer.address,
    cosigner,
    target: merchant,
    maxAmount: 3_000_000n,
    perPullMax: 1_000_000n,
    interval: 3_600,
    mode: MODE_PULL,
    expiry: Math.floor(Date.now() / 1_000) + 30 * 86_400,
  }
  const salt = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  const { account } = await createEphemeral(payer, devnet.primary.contracts.spendPolicyFactory, salt, policy, {
    skipRiskCheck: true,
  })
  await fundEphemeral(payer, account, 3_000_000n, policy, { skipRiskCheck: true })
  const auth = { address: payer.address, sign: (message: string) => payer.account.signMessage({ message }) }
  const bound = await service
    .coSigner({ address: cosigner, auth })
    .bind({ account, payer: payer.address, until: policy.expiry })
  expect(bound).toEqual({ approved: true })

  const privateKey = generatePrivateKey()
  await devnet.primary.fund(privateKeyToAccount(privateKey).address, 5_000_000n)
  const env = {
    ...stage.env,
    RELAYER_PK: undefined,
    COSIGNER_PK: undefined,
    KEEPER_PK: privateKey,
    DATA_DIR: directory,
  }
  const boxes = [{ chainId: 5042002, account }]
  const open = () => startKeeper(parseConfig(env, ['--keeper']), { serviceUrl: stage.service.url, boxes, log: silent })
  const keeper = await open()
  expect(await keeper.runOnce()).toMatchObject([{ pulled: [account], trouble: undefined }])
  await keeper.stop()
  await keeper.stop()
  // A second process continues where the first one ended.
  const next = await open()
  expect(await next.runOnce()).toMatchObject([{ pulled: [], trouble: undefined }])
  await next.stop()
  expect((await readAccount(payer.publicClient, account)).spent).toBe(1_000_000n)
})

test('error: the directory is in use by the service', async () => {
  const env = { ...stage.env, RELAYER_PK: undefined, COSIGNER_PK: undefined, KEEPER_PK: generatePrivateKey() }
  await expect(startKeeper(parseConfig(env, ['--keeper']), { log: silent })).rejects.toMatchObject({
    name: 'StoreLockedError',
  })
})
