import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { writeKeystore } from '@holdfast/testkit/writeKeystore'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage

beforeAll(async () => {
  stage = await startCliStage()
})
afterAll(() => stage.stop())

describe.concurrent('config show', () => {
  test('an option wins over the environment, that over the file, that over the default', async () => {
    const user = await stage.user()
    mkdirSync(`${user.home}/config/holdfast`, { recursive: true })
    const file = `${user.home}/config/holdfast/config.json`
    writeFileSync(
      file,
      '{"chain":"84532","rpc":"http://file.example/","service":"http://service.example/v1?key=hidden"}',
    )
    const { code, json } = await user.script('config show --explorer https://option.example/api')
    expect(code).toBe(0)
    expect(json).toMatchObject({
      command: 'config show',
      ok: true,
      result: {
        file,
        settings: {
          chain: { value: '84532', origin: 'file' },
          rpc: { value: new URL(user.env.HOLDFAST_RPC_URL ?? '').origin, origin: 'environment' },
          explorer: { value: 'https://option.example', origin: 'option' },
          service: { value: 'http://service.example', origin: 'file' },
          keystore: { value: null, origin: 'default' },
        },
      },
    })
  })

  test('what a chain has for itself wins over what is set without a chain in the same place, and only there', async () => {
    const user = await stage.user()
    const { rpcUrl, chainId } = stage.devnet.remote
    const dead = 'http://127.0.0.1:9'
    writeFileSync(`${user.home}/mine.json`, `{"rpc.${chainId}":"${dead}","explorer.${chainId}":"none"}`)
    const env = { HOLDFAST_CONFIG: 'mine.json', [`HOLDFAST_RPC_URL_${chainId}`]: `${rpcUrl}?key=hidden` }
    const shown = await user.script('config show', { env })
    expect(shown.json.result.settings).toMatchObject({
      [`rpc.${chainId}`]: { value: new URL(rpcUrl).origin, origin: 'environment' },
      [`explorer.${chainId}`]: { value: 'none', origin: 'file' },
    })
    expect(shown.stdout).not.toContain('hidden')
    const args = `terms get 0x${'1'.repeat(64)} --chain ${chainId}`
    expect((await user.script(args, { env })).json.error.code, 'its own').toBe('unknown_config')
    expect((await user.script(`${args} --rpc ${dead}`, { env })).json.error.code, 'an option').toBe('chain_unavailable')
    const file = { HOLDFAST_CONFIG: 'mine.json', HOLDFAST_RPC_URL: rpcUrl }
    expect((await user.script(args, { env: file })).json.error.code, 'not the file').toBe('unknown_config')
  })

  test.each([
    ['{"rpc.base":"http://a.example"}', 'config_invalid'],
    ['{"chain":', 'config_invalid'],
    ['[]', 'config_invalid'],
    ['{"chain":5042002}', 'config_invalid'],
    ['{"privateKey":"0x12"}', 'config_invalid'],
    [undefined, 'config_unreadable'],
  ])('a file that holds %s is refused', async (text, error) => {
    const user = await stage.user()
    if (text !== undefined) writeFileSync(`${user.home}/mine.json`, text)
    const ended = await user.script('config show --config mine.json')
    expect(ended).toMatchObject({ code: 2, json: { error: { code: error } } })
  })

  test('an empty HOME does not mean the working directory', async () => {
    const user = await stage.user()
    mkdirSync(`${user.home}/.config/holdfast`, { recursive: true })
    writeFileSync(`${user.home}/.config/holdfast/config.json`, '{"chain":"84532"}')
    const { code, json } = await user.script('config show', {
      env: { HOME: '', XDG_CONFIG_HOME: '', XDG_STATE_HOME: '' },
    })
    expect(code).toBe(0)
    expect(json.result.settings.chain.value).toBe('5042002')
  })

  test.each(['state', 'config'])('%s that other users can write is refused', async (name) => {
    const user = await stage.user()
    mkdirSync(`${user.home}/${name}/holdfast`, { recursive: true })
    chmodSync(`${user.home}/${name}/holdfast`, 0o777)
    const { code, json } = await user.script('config show')
    expect([code, json.error.code]).toEqual([2, 'directory_not_private'])
  })

  test('an unknown chain, and an invalid endpoint', async () => {
    const user = await stage.user()
    expect((await user.script('transfer 1 --chain atlantis')).json.error.code).toBe('unknown_chain')
    const endpoint = await user.script('transfer 1 --rpc ftp://key@host')
    expect(endpoint.json.error.code).toBe('invalid_url')
    expect(endpoint.stdout + endpoint.stderr).not.toContain('key@host')
  })
})

describe.concurrent('the wallet', () => {
  const withoutKey = { env: { HOLDFAST_PRIVATE_KEY: '' } }

  test('is that of a file descriptor, before every other', async () => {
    const [user, other] = await Promise.all([stage.user(), stage.user()])
    const { json } = await user.spawn('history --key-fd 3', { descriptor: `${other.privateKey}\n` })
    expect(json.result.address).toBe(other.address)
  })

  test('is that of a devnet account, and only where a devnet answers', async () => {
    const user = await stage.user()
    const [first] = stage.devnet.primary.accounts
    expect((await user.script('history --account 0')).json.result.address).toBe(first?.address)
    expect((await user.script('history --account 10')).json.error.code).toBe('invalid_account')
  })

  test('is that of a keystore, with a password from a prompt or a file', async () => {
    const user = await stage.user()
    writeKeystore(`${user.home}/keystore.json`, user.privateKey, 'correct horse')
    writeFileSync(`${user.home}/password`, 'correct horse\n')
    writeFileSync(`${user.home}/wrong`, 'battery staple\n')
    const open = (file: string) =>
      user.script('history --keystore keystore.json', {
        env: { ...withoutKey.env, HOLDFAST_KEYSTORE_PASSWORD_FILE: file },
      })
    expect((await open('password')).json.result.address).toBe(user.address)
    expect(await open('wrong')).toMatchObject({ code: 2, json: { error: { code: 'keystore_locked' } } })
    expect(await open('absent')).toMatchObject({ code: 2, json: { error: { code: 'password_unreadable' } } })
    const session = user.type('approve 1 --keystore keystore.json')
    await session.see('Password of keystore.json:')
    session.answer('correct horse')
    await session.see(user.address)
    await session.see('Go on?')
    session.answer('n')
    expect(await session.end()).toBe(6)
    expect(session.screen()).not.toContain('correct horse')
  })

  test.each([
    ['0x1234', 'invalid_key'],
    [`0x${'f'.repeat(64)}`, 'invalid_key'],
    ['', 'no_wallet'],
  ])('%s in the environment is malformed', async (key, error) => {
    const user = await stage.user()
    const ended = await user.script('history', { env: { HOLDFAST_PRIVATE_KEY: key } })
    expect(ended).toMatchObject({ code: 2, json: { error: { code: error } } })
    if (key !== '') expect(ended.stdout + ended.stderr).not.toContain(key)
  })
})

describe.concurrent('the command line', () => {
  test('--json also tells what was typed wrongly', async () => {
    const user = await stage.user()
    for (const args of ['dance', 'check', 'transfer 1 2', 'send --frobnicate'])
      expect(await user.script(args), args).toMatchObject({ code: 2, json: { ok: false, error: { code: 'usage' } } })
    expect((await user.script('box create')).json.command).toBe('box create')
  })

  test.each([
    ['snd 0x1 25', "unknown command 'snd'\n(Did you mean send?)\nSee holdfast --help\n"],
    ['box nosuch', "unknown command 'nosuch'\nSee holdfast box --help\n"],
    ['send a b c', "too many arguments for 'send'. Expected 2 arguments but got 3.\nSee holdfast send --help\n"],
  ])('%s points to help that is there', async (args, stderr) => {
    const user = await stage.user()
    expect(await user.script(args)).toMatchObject({ code: 2, stderr })
  })

  test('help of a command of two words, with --json a document', async () => {
    const user = await stage.user()
    const { stdout } = await user.script('box create --help', { json: false })
    expect(stdout).toContain('Usage: holdfast box create [options] <target>')
    for (const args of ['help box create', 'box help create', 'box create --help'])
      expect(await user.script(args), args).toMatchObject({
        code: 0,
        stderr: '',
        json: { ok: true, result: { help: stdout } },
      })
  })

  test('--version is the version and nothing else, with --json a document', async () => {
    const user = await stage.user()
    const plain = await user.script('--version', { json: false })
    expect(plain).toMatchObject({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' })
    for (const args of ['--version', '--json --version'])
      expect(await user.script(args)).toMatchObject({
        code: 0,
        json: { ok: true, result: { version: packageJson.version } },
      })
  })

  test('a reader that stops early is not an error', async () => {
    const user = await stage.user()
    for (const args of ['--help', 'config show']) {
      const session = user.type(`${args} | true`)
      await session.end()
      expect(session.screen()).toBe('')
    }
  })

  test('--quiet says nothing but errors, and never asks', async () => {
    const user = await stage.user()
    const quiet = await user.script('approve 1 --yes --quiet')
    expect(quiet).toMatchObject({ code: 0, stderr: '' })
    const session = user.type('approve 5 --quiet')
    expect(await session.end()).toBe(6)
  })

  test('what a person reads is in colour only where there is a terminal that wants it', async () => {
    const user = await stage.user()
    const colour = String.fromCharCode(27)
    expect((await user.script('config show', { json: false })).stdout).not.toContain(colour)
    const coloured = await user.script('config show', { json: false, env: { FORCE_COLOR: '1' } })
    expect(coloured.stdout).toContain(colour)
    const plain = await user.script('config show', { json: false, env: { FORCE_COLOR: '1', NO_COLOR: '1' } })
    expect(plain.stdout).not.toContain(colour)
  })
})
