import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { DevnetFacts } from '@holdfast/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Description } from '../src/command/Command.js'
import { DESCRIPTIONS } from '../src/shell/generated/descriptions.js'
import type { Ended, User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

/** Commands of the guides, typed as they are printed there, at what `holdfast devnet --with-service` has started. */
type Facts = DevnetFacts & { service: { url: string } }

let stage: CliStage
let user: User
let facts: Facts
let devnet: Promise<Ended>
let stop: () => void

beforeAll(async () => {
  stage = await startCliStage()
  user = await stage.user()
  facts = await new Promise<Facts>((resolve, reject) => {
    devnet = user.spawn('devnet --port 0 --block-time 50 --with-service', {
      async onStart(child) {
        stop = () => child.kill('SIGINT')
        for (;;) {
          const line = /^\{"command".*\}$/m.exec(child.said())?.[0]
          if (line) return resolve(JSON.parse(line).result)
          await wait(20)
        }
      },
    })
    devnet.then((ended) => reject(new Error(ended.stderr)), reject)
  })
})
afterAll(async () => {
  stop?.()
  const ended = await devnet
  await stage?.stop()
  expect(ended.code).toBe(0)
})

/** The commands below a heading, without comments. */
function commandsOf(page: string, heading: string): string[] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const [section = ''] = text.split(/^## /m).filter((one) => one.startsWith(`${heading}\n`))
  return (
    Array.from(section.matchAll(/^```sh$(.*?)^```$/gms), ([, block = '']) => block.split('\n'))
      .flat()
      .map((line) => line.replace(/ +#.*/, '').replace(/^npx /, ''))
      // The devnet runs already. Nothing is interrupted here; `resume.test.ts` continues what was.
      .filter((line) => line.startsWith('holdfast ') && !/ (?:devnet|resume)\b/.test(line))
      .map((line) => line.replace('holdfast ', ''))
  )
}

/** What `devnet` prints to export. */
function environmentOf({ primary, remote, issuer, service }: Facts): Readonly<Record<string, string>> {
  return {
    HOLDFAST_RPC_URL: primary.rpcUrl,
    HOLDFAST_EXPLORER_API: primary.explorerApi,
    [`HOLDFAST_RPC_URL_${remote.chainId}`]: remote.rpcUrl,
    [`HOLDFAST_EXPLORER_API_${remote.chainId}`]: 'none',
    HOLDFAST_ATTESTATION_API: issuer.attestationUrl,
    HOLDFAST_HUB_API: issuer.hubUrl,
    HOLDFAST_SERVICE_URL: service.url,
  }
}

/**
 * Runs a line by account 0 of the devnet, which agrees to what it shows and keeps each new code in a file. The payee of a
 * request is account 1.
 */
async function run(line: string): Promise<Ended> {
  const [, { wallet = undefined } = {}] = descriptions.find(([name]) => line.startsWith(name)) ?? []
  const account = line.startsWith('request create') ? 1 : 0
  const hasCode = /^(send|request pay) /.test(line)
  if (hasCode) sends++
  const more = [
    ...(wallet && !line.includes('--account') ? [`--account ${account}`] : []),
    ...(wallet === 'signs' ? ['--yes'] : []),
    ...(hasCode ? [`--code-file code-${sends}`] : []),
  ]
  const typed = [line, ...more].join(' ')
  const input = line.startsWith('claim ') ? { input: readFileSync(`${user.home}/code-${sends}`, 'utf8') } : {}
  const ended = await user.script(typed, { env: environmentOf(facts), ...input })
  expect(ended.code, `${typed}\n${ended.stderr}\n${ended.stdout}`).toBe(0)
  return ended
}

/** Transfers so far, each with a code of its own. */
let sends = 0
const descriptions: [string, Description][] = Object.entries(DESCRIPTIONS)

/** Results that later lines of a guide name, and how. */
const placeholders: Readonly<Record<string, string>> = {
  box: '<box>',
  metaAddress: '<meta-address>',
  stealthAddress: '<owner>',
  ephemeralPubKey: '<key>',
  viewTag: '<tag>',
  burnTxHash: '<burn>',
  transferId: '<id>',
  uri: "'<request>'",
}

test.each([
  // First, since it names the first transfer of a devnet.
  ['../cli/README.md', 'Try it on a devnet'],
  ...['shield.md', 'service.md', 'stealth.md', 'bridge.md', 'hub.md'].map((page) => [page, 'From the command line']),
  ['paying-without-an-address.md', 'A signed request'],
  ['paying-without-an-address.md', 'Saved names'],
])('the commands of %s, %s', async (page = '', heading = '') => {
  const [, target = '', , , , , , fresh = ''] = facts.primary.accounts.map(({ address }) => address)
  const known = new Map([
    ['<target>', target],
    ['<address>', fresh],
  ])
  const lines = commandsOf(page, heading)
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) {
    const typed = [...known].reduce((text, [placeholder, value]) => text.replace(placeholder, value), line)
    const { json } = await run(typed)
    for (const [field, placeholder] of Object.entries(placeholders))
      if (json.result[field]) known.set(placeholder, `${json.result[field]}`)
  }
})
