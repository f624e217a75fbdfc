import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import type { Host } from '../io/Host.js'
import { commands } from './commands.js'
import { OLDEST_NODE, requireNode, runCli } from './runCli.js'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(SCRATCH, 'holdfast-run-'))
})
afterAll(() => rmSync(home, { recursive: true }))

/** Runs a command line in this process, with no wallet, no terminal, and no endpoint that answers. */
async function run(...args: string[]) {
  let said = ''
  const stream = () => {
    const written = new PassThrough()
    written.on('data', (chunk) => {
      said += chunk
    })
    return written
  }
  const stdin = new PassThrough()
  stdin.end()
  const dead = 'http://127.0.0.1:9'
  // What the commands use of the streams of a process.
  const host = {
    env: { HOME: home, HOLDFAST_RPC_URL: dead, HOLDFAST_EXPLORER_API: dead, HOLDFAST_SERVICE_URL: dead },
    pathOf: (file: string) => resolve(home, file),
    stdin,
    stdout: stream(),
    stderr: stream(),
    openTty: () => {
      throw new Error('no terminal')
    },
    onStop: () => () => undefined,
    interrupt: () => undefined,
  } as unknown as Host
  return { code: await runCli(args, host), said }
}

describe('a code or key that is typed as an argument is not repeated', () => {
  const secrets = {
    code: '7QXM-4K2D-9ZRA-BC0T',
    key: '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
    phrase: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  }
  const isIn = (said: string, secret: string) => said.includes(secret) || said.includes(secret.replace(/^0x/, ''))

  test.each(commands.map((command) => [command.path.join(' '), command] as const))('%s', async (_, command) => {
    const { path, positionals = [] } = command
    for (const secret of Object.values(secrets)) {
      const filled = positionals.map(({ isHash }) => (isHash ? `0x${'1'.repeat(64)}` : secret))
      const lines = [
        ...(filled.includes(secret) ? [filled] : []),
        [...filled, secret],
        [...filled, `--code=${secret}`],
        [...filled, `--json=${secret}`],
        [`--${secret}`],
      ]
      for (const line of lines) {
        const { code, said } = await run(...path, ...line)
        expect(isIn(said, secret), `${line.join(' ')}: ${said}`).toBe(false)
        expect(code, said).toBe(2)
      }
    }
  })

  test.each([
    '--chain',
    '--rpc',
    '--explorer',
    '--service',
    '--keystore',
    '--config',
    '--account',
    '--key-fd',
    '--timeout',
  ])('as the value of %s, whether it is shown or refused', async (option) => {
    for (const secret of Object.values(secrets))
      for (const path of [
        ['config', 'show'],
        ['approve', '5'],
      ])
        expect(isIn((await run(...path, option, secret)).said, secret), path.join(' ')).toBe(false)
  })

  test('as a command, and in a document', async () => {
    for (const secret of Object.values(secrets))
      for (const line of [
        [secret],
        ['help', secret],
        ['transfer', secret, '--json'],
        ['claim', '42', secret, '--json'],
      ])
        expect(isIn((await run(...line)).said, secret), line.join(' ')).toBe(false)
  })

  test('the message says what to do instead', async () => {
    const { code, said } = await run('claim', '42', secrets.code)
    expect(said).toMatch(/but got 2\.\nWhat looks like a code or key is not shown\./)
    expect(code).toBe(2)
    expect((await run('claim', 'abc')).said).not.toContain('What looks like')
  })
})

test('the oldest Node is what the package promises', () => expect(packageJson.engines.node).toBe(`>=${OLDEST_NODE}`))

test.each(['22.13.0', '22.13.1', '22.100.0', '24.0.0', '100.1.0'])('Node %s is new enough', (version) =>
  expect(() => requireNode(version)).not.toThrow(),
)

test.each(['22.12.9', '22.9.0', '20.19.5', '9.11.2'])('error: Node %s is too old', (version) =>
  expect(() => requireNode(version)).toThrow(`holdfast needs Node 22.13 or newer; this is ${version}.`),
)
