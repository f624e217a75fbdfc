import { setTimeout as wait } from 'node:timers/promises'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningScript, User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let user: User

beforeAll(async () => {
  stage = await startCliStage()
  user = await stage.user()
})
afterAll(() => stage?.stop())

/** Waits until the process has said something. */
async function hear(child: RunningScript, text: string | RegExp): Promise<string> {
  for (;;) {
    const said = child.said()
    const match = typeof text === 'string' ? said.includes(text) && text : text.exec(said)?.[0]
    if (match) return match
    await wait(20)
  }
}

const chainIdAt = (rpcUrl: string) => createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }) }).getChainId()

test('devnet: one line as soon as it is up, both chains answer, Ctrl-C ends it with 0', async () => {
  let heard: Promise<void> | undefined
  const ended = await user.script('devnet --port 0 --block-time 50', {
    onStart: (child) => {
      heard = (async () => {
        const { result } = JSON.parse(await hear(child, /^\{"command".*\}$/m))
        expect(await chainIdAt(result.primary.rpcUrl)).toBe(result.primary.chainId)
        expect(await chainIdAt(result.remote.rpcUrl)).toBe(result.remote.chainId)
        child.kill('SIGINT')
      })().catch((error: unknown) => {
        child.kill('SIGKILL')
        throw error
      })
    },
  })
  await heard
  expect(ended.code).toBe(0)
  expect(ended.json.result.primary.accounts).toHaveLength(10)
  await expect(chainIdAt(ended.json.result.primary.rpcUrl)).rejects.toThrow()
})

test('devnet: for a person', async () => {
  const session = user.type('devnet --port 0')
  await session.see('Primary chain 5042002')
  await session.see('Ctrl-C ends it.')
  session.ctrl('C')
  expect(await session.end()).toBe(0)
})

test('error: devnet on a port that is taken, with numbers that are none', async () => {
  const { port } = new URL(stage.devnet.url)
  const taken = await user.script(`devnet --port ${port}`)
  expect([taken.code, taken.json.error.code]).toEqual([4, 'port_taken'])
  for (const words of ['--port 65536', '--port x', '--block-time 0']) {
    const { code, json } = await user.script(`devnet ${words}`)
    expect([code, json.error.code], words).toEqual([2, 'invalid_number'])
  }
})

test('tour: Ctrl-C in the middle ends everything that it has started', async () => {
  let heard: Promise<string> | undefined
  const ended = await user.script('tour --once', {
    onStart: (child) => {
      heard = hear(child, '1. ').then(() => hear(child, /http:\S+\/primary\/rpc/))
      heard.finally(() => child.kill('SIGINT'))
    },
  })
  expect(ended.code).toBe(130)
  expect(ended.json).toMatchObject({ ok: false, error: { code: 'interrupted' } })
  await expect(chainIdAt((await heard) ?? '')).rejects.toThrow()
})
