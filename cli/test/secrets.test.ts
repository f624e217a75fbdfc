import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ordinaryAccount } from '@holdfast/devnet'
import {
  deriveStealthKeys,
  formatStealthMetaAddress,
  newStealthOwner,
  STEALTH_KEY_MESSAGE,
} from '@holdfast/sdk/stealth'
import { openService, type ServiceStage } from '@holdfast/testkit/serviceStage'
import { writeKeystore } from '@holdfast/testkit/writeKeystore'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codePattern } from './codePattern.js'
import { startChangedNode } from './startChangedNode.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let service: ServiceStage

beforeAll(async () => {
  stage = await startCliStage()
  service = await openService(stage.devnet, { env: { WAIT_MS: '500' } })
})
afterAll(async () => {
  await service?.service.stop()
  await service?.forget()
  await stage?.stop()
})

/** Every way in which a secret may be written down. */
const spellings = (secret: string) => {
  const bare = secret.replace(/^0x/, '').replaceAll('-', '')
  return [secret, bare, Buffer.from(bare).toString('hex'), Buffer.from(bare).toString('base64')].map((text) =>
    text.toLowerCase(),
  )
}

/** Names and contents of all files below. */
function everythingIn(directory: string): string {
  return readdirSync(directory)
    .map((name) => join(directory, name))
    .map((path) => `${path}\n${statSync(path).isDirectory() ? everythingIn(path) : readFileSync(path, 'latin1')}`)
    .join('\n')
}

/** A user of whom everything is kept that a stranger could ever see. */
async function watched() {
  const user = await stage.user()
  const secrets: string[] = [user.privateKey]
  const commandLines: string[] = []
  let written = ''
  return {
    user,
    secrets,
    keep(text: string) {
      written += text
    },
    async run(args: string, options: Parameters<typeof user.script>[1] = {}) {
      const ended = await user.script(args, options)
      written += ended.stdout + ended.stderr
      return ended
    },
    async spawn(args: string, options: Parameters<typeof user.spawn>[1] = {}) {
      const ended = await user.spawn(args, {
        ...options,
        onStart: ({ pid }) => commandLines.push(readFileSync(`/proc/${pid}/cmdline`, 'latin1')),
      })
      written += ended.stdout + ended.stderr
      return ended
    },
    /** The secret in a file that was made for it, which is taken away. */
    take(file: string) {
      const path = `${user.home}/${file}`
      const secret = readFileSync(path, 'utf8').trim()
      expect(statSync(path).mode & 0o777).toBe(0o600)
      rmSync(path)
      secrets.push(secret)
      return secret
    },
    /** What is under way, as it is on disk. */
    keepJournal() {
      const journal = everythingIn(`${user.home}/state`)
      written += journal
      return journal
    },
    expectNoSecret() {
      const everywhere = {
        commandLines: [...commandLines, ...user.commandLines].join('\n'),
        written,
        files: everythingIn(user.home),
      }
      for (const [place, text] of Object.entries(everywhere))
        for (const secret of secrets)
          for (const spelling of spellings(secret))
            expect(text.toLowerCase().includes(spelling), `${place} holds ${secret}`).toBe(false)
    },
  }
}

test('no code, key or password is in arguments, output, files, or what a crash leaves', async () => {
  const { user: alice, secrets, run, spawn, keep, take, keepJournal, expectNoSecret } = await watched()
  const password = 'correct horse battery'
  writeKeystore(`${alice.home}/keystore.json`, alice.privateKey, password)
  secrets.push(password)
  const takeCode = (file: string) => {
    const code = take(file)
    expect(code).toMatch(new RegExp(`^${codePattern.source}$`))
    return code
  }
  const friend = ordinaryAccount().address

  // A script: everything that holds a code, with ends of every kind.
  const sent = await spawn(`send ${friend} 25 --yes --code-file one`)
  const first = takeCode('one')
  const { transferId } = sent.json.result
  await run(`rekey ${transferId} --yes --code-file two`)
  const second = takeCode('two')
  await spawn(`claim ${transferId} --yes --recipient ${friend}`, { input: first })
  stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
  const late = await run(`claim ${transferId} --yes --recipient ${friend} --timeout 1`, { input: second })
  const lost = await run(`send ${friend} 5 --yes --code-file three --timeout 1`)
  takeCode('three')
  expect([late.code, lost.code]).toEqual([7, 7])
  expect(keepJournal()).toContain('"command":"claim"')
  stage.devnet.faults.clear()
  await run('resume')
  await run(`resume ${late.json.error.resume}`)
  await run(`claim ${transferId} --yes --recipient ${friend}`, { input: second })
  await run('history --spam --links')

  // A link: created, shown, claimed, and one whose outcome is lost.
  const takeLink = (file: string) => {
    const link = take(file)
    secrets.push(link.split('/').at(-1) ?? '')
    return link
  }
  await run('link create 5 --origin https://pay.example --yes --link-file link')
  const link = takeLink('link')
  for (const command of ['link show', 'link claim --yes', 'link claim --yes']) await run(command, { input: link })
  await run(`link show ${link.replace(/[^/]+$/, 'damaged')}`)
  stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
  const lostLink = await run('link create 5 --origin https://pay.example --yes --link-file lost --timeout 1')
  expect(lostLink.code).toBe(7)
  takeLink('lost')
  keepJournal()
  stage.devnet.faults.clear()
  await run(`resume ${lostLink.json.error.resume}`)
  await run('link list')
  await run('config show')

  // A node that repeats the code and what it was asked in its refusal.
  const another = await run(`send ${friend} 6 --yes --code-file four`)
  const fourth = takeCode('four')
  const parrot = await startChangedNode(stage.devnet.primary.rpcUrl, ({ method, params }, answer) => {
    if (method !== 'eth_sendRawTransaction') return
    delete answer.result
    const data = JSON.stringify(params)
    answer.error = { code: -32000, message: `refused: ${fourth}, ${fourth.replaceAll('-', '').toLowerCase()}, ${data}` }
  })
  const refused = await run(`claim ${another.json.result.transferId} --yes --recipient ${friend}`, {
    input: fourth,
    env: { HOLDFAST_RPC_URL: parrot.url },
  })
  await parrot.stop()
  expect(refused.json.error).toMatchObject({ code: 'call_refused' })
  expect(refused.stderr).toContain('refused: …, …, ')

  // A person: the code is on the terminal once, and in no file into which all output goes.
  const session = alice.type(`send ${friend} 7 --yes > out 2> err`)
  await session.see('shown once: ')
  expect(await session.end()).toBe(0)
  const [shown = '', ...more] = session.screen().match(codePattern) ?? []
  expect(more).toEqual([])
  secrets.push(shown)
  const typing = alice.type(`claim ${transferId} --recipient ${friend} --keystore keystore.json 2>&1 | tee seen`)
  await typing.see('Password of')
  typing.answer(password)
  await typing.end()
  keep(typing.screen())

  // Crashes, with a secret in what was thrown.
  writeFileSync(
    `${alice.home}/throw.mjs`,
    'process.once("newListener", () => setTimeout(() => { throw new Error(process.env.HOLDFAST_PRIVATE_KEY) }))',
  )
  writeFileSync(
    `${alice.home}/reject.mjs`,
    'globalThis.fetch = async () => { throw new TypeError(process.env.HOLDFAST_PRIVATE_KEY) }',
  )
  writeFileSync(
    `${alice.home}/break.mjs`,
    'Object.defineProperty(globalThis, "AbortController", { get() { throw new Error(process.env.HOLDFAST_PRIVATE_KEY) } })',
  )
  const crashes = { throw: /Unexpected error/, reject: /could not be reached/, break: /Unexpected error/ }
  for (const file of ['throw', 'reject', 'break'] as const) {
    const crashed = await spawn(`transfer ${transferId}`, {
      env: { NODE_OPTIONS: `--import=${alice.home}/${file}.mjs` },
    })
    expect(crashed.code, crashed.stderr).not.toBe(0)
    expect(crashed.stderr, file).toMatch(crashes[file])
    expect(crashed.json, file).toMatchObject({ ok: false, error: { message: expect.stringMatching(crashes[file]) } })
  }

  expect(new Set(secrets).size).toBe(11)
  expectNoSecret()
})

test('no stealth key, nor the signature it comes from, nor a code that a service gets', async () => {
  const { user: alice, secrets, run, take, keepJournal, expectNoSecret } = await watched()
  alice.env.HOLDFAST_SERVICE_URL = service.service.url
  const signature = await privateKeyToAccount(alice.privateKey).signMessage({ message: STEALTH_KEY_MESSAGE })
  const { spendingKey, viewingKey, ...meta } = deriveStealthKeys(signature)
  // r and s: one of them is enough for one of the keys.
  secrets.push(spendingKey, signature.slice(2, 66), signature.slice(66, 130))
  const friend = ordinaryAccount().address

  expect((await run('stealth keys --viewing-key-file watch')).code).toBe(0)
  expect(take('watch')).toBe(viewingKey)
  const { stealthAddress, ephemeralPubKey, viewTag } = newStealthOwner(meta)
  const drawn = `--stealth-address ${stealthAddress} --ephemeral-key ${ephemeralPubKey} --view-tag ${viewTag}`
  expect((await run(`stealth announce ${friend} ${drawn} --yes`)).code).toBe(0)
  expect((await run('stealth scan')).json.result.boxes).toHaveLength(1)
  const metaAddress = formatStealthMetaAddress(meta, 'arc-testnet')
  for (const input of [viewingKey, spendingKey]) await run(`stealth scan --for ${metaAddress}`, { input })

  const sent = await run(`send ${friend} 4 --yes --code-file code`)
  const code = take('code')
  const { transferId } = sent.json.result
  stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
  const asked = await run(`claim ${transferId} --gasless --yes --timeout 3`, { input: code })
  expect(asked.code).toBe(7)
  expect(keepJournal()).toContain('"command":"claim --gasless"')
  stage.devnet.faults.clear()
  expect((await run(`resume ${asked.json.error.resume}`)).code).toBe(0)

  expect(new Set(secrets).size).toBe(6)
  expectNoSecret()
})
