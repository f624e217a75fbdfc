import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { primaryChain } from '@holdfast/sdk/chain'
import { craftLookalike } from '@holdfast/sdk/risk'
import { type Address, createPublicClient, createWalletClient, erc20Abi, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readRemote, userOfBoth } from './acrossChains.js'
import type { RunningScript, User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let user: User
let genuine: Address
let imitation: Address

beforeAll(async () => {
  stage = await startCliStage()
  user = await stage.user()
  genuine = privateKeyToAccount(generatePrivateKey()).address
  imitation = craftLookalike(genuine)
  await pay(stage.devnet.primary.rpcUrl, genuine, 25_000_000n)
})
afterAll(() => stage?.stop())

/** A wallet's payment through an endpoint, to its receipt. */
async function pay(url: string, to: Address, amount: bigint, { privateKey }: Pick<User, 'privateKey'> = user) {
  const transport = http(url, { retryCount: 0 })
  const wallet = createWalletClient({ account: privateKeyToAccount(privateKey), chain: primaryChain, transport })
  const { usdc } = stage.devnet.primary
  const hash = await wallet.writeContract({
    address: usdc,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
  })
  return createPublicClient({ chain: primaryChain, transport }).waitForTransactionReceipt({ hash })
}

/** Runs a guard, does the work, and presses Ctrl-C. */
async function withGuard(args: string, work: (result: { url: string }) => Promise<void>, runner = user) {
  let working: Promise<void> | undefined
  const ended = await runner.spawn(`guard --port 0 ${args}`, {
    json: false,
    onStart: (child) => {
      working = hearUrl(child)
        .then((url) => work({ url }))
        .finally(() => child.kill('SIGINT'))
      // The end of the process waits for it.
      working.catch(() => undefined)
    },
  })
  await working
  expect(ended.code).toBe(0)
  return ended
}

async function hearUrl(child: RunningScript): Promise<string> {
  for (;;) {
    const [, url] = /The guard is at (http:\S+)\. /.exec(child.said()) ?? []
    if (url !== undefined) return url
    await wait(20)
  }
}

const notes = () => join(user.home, 'state', 'holdfast', 'guards')

test('guard: refuses an imitation, and lets it through once a person has compared the addresses', async () => {
  const { stdout } = await withGuard('', async ({ url }) => {
    expect((await pay(url, genuine, 5_000_000n)).status).toBe('success')
    const refusal = await pay(url, imitation, 2_000_000n).catch((error: Error) => error)
    const [, code = ''] = /holdfast guard allow (\w{4})/.exec(String(refusal)) ?? []
    expect(code).not.toBe('')
    const [note = ''] = readdirSync(notes())
    expect(statSync(join(notes(), note)).mode & 0o077).toBe(0)

    // A program agrees to nothing.
    const script = await user.script(`guard allow ${code}`)
    expect(script.code).not.toBe(0)
    const declining = user.type(`guard allow ${code}`)
    await declining.see('You know')
    expect(declining.screen()).toContain('at most 2 USDC')
    await declining.see('type the 8 digits')
    declining.answer('00000000')
    expect(await declining.end()).toBe(6)
    await expect(pay(url, imitation, 2_000_000n)).rejects.toThrow(/Not the same/)

    const allowing = user.type(`guard allow ${code.toLowerCase()}`)
    await allowing.see('type the 8 digits')
    allowing.answer(imitation.slice(17, 25))
    expect(await allowing.end()).toBe(0)
    expect((await pay(url, imitation, 2_000_000n)).status).toBe('success')
    await expect(pay(url, imitation, 2_000_000n)).rejects.toThrow(/Not the same/)
  })
  expect(stdout).toContain('wallet_addEthereumChain')
  expect(stdout).toMatch(/Refused: .*LOOKALIKE_ADDRESS/)
  // What it tells of refusals names no address.
  expect(stdout.toLowerCase()).not.toContain(imitation.slice(2).toLowerCase())
  expect(existsSync(notes()) ? readdirSync(notes()) : []).toEqual([])
})

test('guard: refuses an imitation of a payee of another chain that the settings name', async () => {
  const payer = await userOfBoth(stage)
  const known = privateKeyToAccount(generatePrivateKey()).address
  await readRemote(stage.devnet).pay(payer, known, 5_000_000n)
  await withGuard(
    `--account ${payer.address}`,
    async ({ url }) => {
      const refusal = () => pay(url, craftLookalike(known), 2_000_000n, payer).catch(String)
      // Until the history of the account has been read, the guard lets nothing of it through.
      await vi.waitFor(async () => expect(await refusal()).toContain('Not the same.'), {
        timeout: 120_000,
        interval: 200,
      })
    },
    payer,
  )
})

test('guard: --token-file keeps others out', async () => {
  const token = 't'.repeat(32)
  writeFileSync(join(user.home, 'tokens.txt'), `${token}\n`, { mode: 0o600 })
  await withGuard('--host 127.0.0.1 --token-file tokens.txt', async ({ url }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
    expect((await fetch(url, { method: 'POST', body })).status).toBe(401)
    expect(await (await fetch(`${url}/${token}`, { method: 'POST', body })).json()).toMatchObject({
      result: '0x4cef52',
    })
  })
})

test.each(['640', '604', '622'])('error: a --token-file that other users can read or change, mode %s', async (mode) => {
  const file = join(user.home, 'shared-tokens.txt')
  writeFileSync(file, `${'t'.repeat(32)}\n`)
  chmodSync(file, Number.parseInt(mode, 8))
  const { json, code } = await user.script('guard --port 0 --host 127.0.0.1 --token-file shared-tokens.txt')
  expect([code === 0, json.error.code]).toEqual([false, 'file_not_private'])
  expect(JSON.stringify(json)).toContain('chmod 600 shared-tokens.txt')
})

test('guard remove: the request that brings the endpoints of the chain back', async () => {
  const { json } = await user.script('guard remove')
  const { chainId, rpcUrls, request } = json.result
  expect(chainId).toBe(5_042_002)
  expect(request).toMatchObject({ method: 'wallet_addEthereumChain', params: [{ chainId: '0x4cef52', rpcUrls }] })
  expect(rpcUrls[0]).toMatch(/^https:/)
})

test('error: no guard, another host without tokens, a token that is too short, an invalid URL', async () => {
  for (const [words, code] of [
    ['guard allow 7K3P', 'guard_not_running'],
    ['guard --host 0.0.0.0', 'usage'],
    ['guard --origin https://app.example/path', 'invalid_url'],
    ['guard --public-url http://guard.example', 'invalid_url'],
    ['guard --port 65536', 'invalid_number'],
  ] as const) {
    const { json, code: exit } = await user.script(words)
    expect([words, exit === 0, json.error.code]).toEqual([words, false, code])
  }
})
