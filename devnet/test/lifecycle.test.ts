import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { erc20Abi } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { locateAnvil } from '../src/anvil/locate.js'
import { AnvilNotFoundError, startDevnet } from '../src/index.js'
import { actor, mined, reader, rpc, stranger } from './actors.js'
import { remoteActor, remoteBalanceOf, remotelyMined, remoteReader } from './remoteActors.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url))
const run = (...parameters: string[]) =>
  spawn(process.execPath, ['--conditions', '@holdfast/source', '--import', 'tsx', bin, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test('two run side by side and stop cleanly', async () => {
  const [one, two] = await Promise.all([startDevnet({ blockTimeMs: 50 }), startDevnet({ blockTimeMs: 50 })])
  try {
    expect(one.url).not.toBe(two.url)
    const alice = await actor(one)
    await mined(one, await alice.wallet.sendTransaction({ to: stranger().address, value: 1n }))
    expect(await reader(two).getTransactionCount({ address: alice.address })).toBe(0)
    expect(one.primary.contracts).toEqual(two.primary.contracts)
  } finally {
    await Promise.all([one.stop(), two.stop()])
  }
  expect(anvilBelow(process.pid)).toEqual([])
  await one.stop()
  await expect(fetch(one.primary.rpcUrl)).rejects.toThrow()
})

test('makes blocks at its interval while the wall clock is set forward and back', async () => {
  const devnet = await startDevnet({ blockTimeMs: 20 })
  const nextBlocks = async () => {
    const from = devnet.primary.latestBlock
    await expect.poll(() => devnet.primary.latestBlock).toBeGreaterThan(from + 3n)
  }
  try {
    for (const days of [2, -2]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
      await nextBlocks()
      vi.useRealTimers()
      await nextBlocks()
    }
  } finally {
    vi.useRealTimers()
    await devnet.stop()
  }
})

test('continues from its stored state', async () => {
  const persist = mkdtempSync(join(tmpdir(), 'holdfast-persist-'))
  folders.push(persist)
  const first = await startDevnet({ blockTimeMs: 50, persist })
  const alice = await actor(first)
  const bob = stranger().address
  const receipt = await mined(first, await alice.wallet.sendTransaction({ to: bob, value: 10n ** 18n }))
  await first.primary.increaseTime(7 * 86_400)
  const block = await reader(first).getBlock()
  await first.stop()

  const second = await startDevnet({ blockTimeMs: 50, persist })
  try {
    expect(second.primary.latestBlock).toBeGreaterThanOrEqual(block.number)
    expect(await reader(second).getBalance({ address: bob })).toBe(10n ** 18n)
    const again = await reader(second).getTransactionReceipt({ hash: receipt.transactionHash })
    expect(again.logs).toEqual(receipt.logs)
    expect(second.primary.contracts).toEqual(first.primary.contracts)
    const { wallet } = { wallet: (await actor(second)).wallet }
    const next = await mined(second, await wallet.sendTransaction({ to: bob, value: 1n }))
    const { timestamp } = await reader(second).getBlock({ blockNumber: next.blockNumber })
    expect(timestamp).toBeGreaterThanOrEqual(block.timestamp)
    const items = await fetch(`${second.primary.explorerApi}/addresses/${bob}/token-transfers`)
    expect((await items.json()).items).toHaveLength(2)
  } finally {
    await second.stop()
  }
})

test('continues from its stored state, on the remote chain', async () => {
  const persist = mkdtempSync(join(tmpdir(), 'holdfast-persist-'))
  folders.push(persist)
  const first = await startDevnet({ blockTimeMs: 50, persist })
  const alice = await remoteActor(first)
  const bob = stranger().address
  const transfer = { address: first.remote.usdc, abi: erc20Abi, functionName: 'transfer', args: [bob, 5n] } as const
  const receipt = await remotelyMined(first, await alice.wallet.writeContract(transfer))
  await first.remote.increaseTime(7 * 86_400)
  const block = await remoteReader(first).getBlock()
  await first.stop()

  const second = await startDevnet({ blockTimeMs: 50, persist })
  try {
    expect(second.remote.latestBlock).toBeGreaterThanOrEqual(block.number)
    expect(await remoteBalanceOf(second, bob)).toBe(5n)
    expect(await remoteReader(second).getTransactionReceipt({ hash: receipt.transactionHash })).toEqual(receipt)
    const { blockNumber } = receipt
    const logs = await remoteReader(second).getLogs({ address: first.remote.usdc, fromBlock: blockNumber })
    expect(logs.map(({ transactionHash }) => transactionHash)).toEqual([receipt.transactionHash])
    expect(second.remote.contracts).toEqual(first.remote.contracts)
    const next = { ...transfer, args: [alice.address, 1n] } as const
    const { wallet } = await remoteActor(second)
    const { status, blockNumber: later } = await remotelyMined(second, await wallet.writeContract(next))
    expect(status).toBe('success')
    const { timestamp } = await remoteReader(second).getBlock({ blockNumber: later })
    expect(timestamp).toBeGreaterThanOrEqual(block.timestamp)
  } finally {
    await second.stop()
  }
})

test('error: a chain that cannot continue stops the other', async () => {
  const persist = mkdtempSync(join(tmpdir(), 'holdfast-persist-'))
  folders.push(persist)
  writeFileSync(join(persist, 'remote-state.json'), 'no state')
  await expect(startDevnet({ persist })).rejects.toThrow('anvil did not start to listen')
  expect(anvilBelow(process.pid)).toEqual([])
})

test('the command prints one line of JSON and ends on a signal', async () => {
  const child = run('--port', '0', '--block-time', '50', '--json')
  const facts = JSON.parse(await firstLine(child))
  expect(facts.primary.chainId).toBe(5042002)
  expect(facts.primary.accounts).toHaveLength(10)
  expect(facts.remote).toMatchObject({ chainId: 84532, rpcUrl: `${facts.url}/remote/rpc` })
  const anvil = anvilBelow(child.pid ?? 0)
  expect(anvil).toHaveLength(2)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  expect(anvil.filter(isRunning)).toEqual([])
})

test('nothing is orphaned when the process is killed', async () => {
  const child = run('--port', '0', '--json')
  await firstLine(child)
  const anvil = anvilBelow(child.pid ?? 0)
  expect(anvil).toHaveLength(2)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const deadline = Date.now() + 60_000
  while (anvil.some(isRunning) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(anvil.filter(isRunning)).toEqual([])
})

test('the command prints help and explains its refusals', async () => {
  const help = run('--help')
  expect(await output(help)).toContain('Usage: holdfast-devnet')
  const wrong = run('--port', 'abc')
  expect(await output(wrong)).toContain('--port must be a whole number')
  expect(wrong.exitCode).toBe(1)
})

test('error: a taken port leaves nothing behind', async () => {
  const one = await startDevnet({ blockTimeMs: 50 })
  try {
    await expect(startDevnet({ port: Number(new URL(one.url).port) })).rejects.toThrow('EADDRINUSE')
    expect((await rpc(one, 'eth_chainId')).result).toBe('0x4cef52')
  } finally {
    await one.stop()
  }
})

test('anvil is found, or the error says how to install it', () => {
  expect(existsSync(locateAnvil())).toBe(true)
  expect(new AnvilNotFoundError().message).toContain('put `anvil` on PATH')
})

async function firstLine(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += chunk
    if (text.includes('\n')) break
  }
  return text
}

async function output(child: ChildProcess): Promise<string> {
  let text = ''
  child.stdout?.on('data', (chunk) => {
    text += chunk
  })
  child.stderr?.on('data', (chunk) => {
    text += chunk
  })
  await once(child, 'close')
  return text
}

/** Process ids of anvil that a process started, each through a shell that watches it. */
function anvilBelow(parent: number): number[] {
  const below = (pid: number): number[] =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  const named = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  return below(parent)
    .flatMap(below)
    .filter((pid) => named(pid) === 'anvil')
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}
