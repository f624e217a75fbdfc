import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bundle } from '../../test/bundle.js'
import { createLog } from './createLog.js'

const now = Date.UTC(2026, 10, 20)
const hash = `0x${'ab'.repeat(32)}`

function stage(level: createLog.Options['level'] = 'debug') {
  const lines: string[] = []
  const clock = { now }
  return { log: createLog({ level, write: (line) => lines.push(line), now: () => clock.now }), lines, clock }
}

/** The written form of a field. */
function written(fields: Record<string, string | number | boolean | null | undefined>) {
  const { log, lines } = stage()
  log.info('m', fields)
  const { time: _, level: __, msg: ___, ...rest } = JSON.parse(lines[0] ?? '')
  return rest
}

describe('createLog', () => {
  test('default: one JSON object a line', () => {
    const { log, lines } = stage()
    log.info('relay broadcast', { requestId: 'request-one', jobId: 'a1', durationMs: 1.5, status: 200, txHash: hash })
    log.child({ route: '/api/health' }).warn('slow', { ok: false, none: undefined, nothing: null })
    expect(lines.every((line) => line.endsWith('\n'))).toBe(true)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        time: '2026-11-20T00:00:00.000Z',
        requestId: 'request-one',
        jobId: 'a1',
        durationMs: 1.5,
        status: 200,
        txHash: hash,
        msg: 'relay broadcast',
      },
      { level: 'warn', time: '2026-11-20T00:00:00.000Z', route: '/api/health', ok: false, nothing: null, msg: 'slow' },
    ])
  })

  test('behavior: levels', () => {
    const { log, lines } = stage('warn')
    log.debug('a')
    log.info('b')
    log.warn('c')
    log.error('d')
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['c', 'd'])
    const silent = stage('silent')
    silent.log.error('a')
    expect(silent.lines).toEqual([])
  })

  test.each([
    'salt',
    'secret',
    'signature',
    'privateKey',
    'private_key',
    'authorization',
    'clientSecret',
    'X-Holdfast-Signature',
    'apiKey',
    'password',
    'claimCode',
    'calldata',
  ])('behavior: the field %s', (name) => {
    expect(written({ [name]: 'anything' })).toEqual({ [name]: '[redacted]' })
  })

  test.each([
    ['quota_exceeded', true],
    ['overloaded', true],
    ['wrong_code', true],
    ['SQLITE_BUSY', true],
    ['ECONNRESET', true],
    ['7K3MABCDEFGHJKMN', false],
    ['ABCD-EFGH-JKMN-PQRS', false],
    ['abcdefghjkmnpqrs', false],
    ['ABCDEFGHJKMNPQRS', false],
    ['EABCDEFGHJKMNPQR', false],
    ['0x1234', false],
  ])('behavior: the code %s', (code, kept) => {
    expect(written({ code })).toEqual({ code: kept ? code : '[redacted]' })
  })

  test.each([
    ['a hash', `reverted ${hash}`, 'reverted [redacted]'],
    ['a signature', `0x${'cd'.repeat(65)} is wrong`, '[redacted] is wrong'],
    ['calldata', `data: 0x${'ef'.repeat(200)}`, 'data: [redacted]'],
    ['half a hash', `0x${'ab'.repeat(24)}`, '[redacted]'],
    ['upper case', `0X${'AB'.repeat(32)}`, '[redacted]'],
    ['a key without its prefix', `key=${'ab'.repeat(32)};`, 'key=[redacted];'],
    ['a code', 'code 7K3MABCDEFGHJKMN wrong', 'code [redacted] wrong'],
    ['a code with hyphens', 'code 7K3M-ABCD-EFGH-JKMN wrong', 'code [redacted] wrong'],
    ['a code after a hyphen', 'code-7K3M-ABCD-EFGH-JKMN', 'code-[redacted]'],
    ['a code in lower case', 'code=7k3m-abcd-efgh-jkmn', 'code=[redacted]'],
    ['a URL', 'POST https://user:pw@rpc.example:8545/v2/abcdef?key=1 failed', 'POST rpc.example:8545 failed'],
    ['a database', 'postgres://u:p@db.example/holdfast', 'db.example'],
    ['a socket', '"wss://rpc.example/key"', '"rpc.example"'],
    ['an API key', `sk-proj-${'a1'.repeat(12)}`, '[redacted]'],
    ['a bearer', 'Bearer abcdefghijklmnop.qrst', '[redacted]'],
    ['a UUID', 'job 0b2a0d60-2b66-4f37-8f6b-3c7d8f6f4a11', 'job 0b2a0d60-2b66-4f37-8f6b-3c7d8f6f4a11'],
    ['a selector', 'selector 0x12345678', 'selector 0x12345678'],
    ['plain words', 'the index is 12 blocks behind', 'the index is 12 blocks behind'],
  ])('behavior: %s, in a message and in a field', (_, text, clean) => {
    const { log, lines } = stage()
    log.info(text, { detail: text })
    log.child({ detail: text }).info('m')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: clean, detail: clean })
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ detail: clean })
  })

  test('behavior: public hashes are kept only in fields with their names', () => {
    expect(written({ txHash: hash, blockHash: hash, digest: hash, note: hash })).toEqual({
      txHash: hash,
      blockHash: hash,
      digest: hash,
      note: '[redacted]',
    })
    expect(written({ txHash: `${hash}00` })).toEqual({ txHash: '[redacted]' })
  })

  test('behavior: an address has one pseudonym a day, in any letter case', () => {
    const { log, lines, clock } = stage()
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    log.info('m', { address })
    log.info('m', { address: address.toLowerCase() })
    clock.now += 86_400_000
    log.info('m', { address })
    clock.now -= 86_400_000
    log.info('m', { address })
    const names = lines.map((line) => JSON.parse(line).address)
    expect(names[0]).toMatch(/^addr:[0-9a-f]{12}$/)
    expect(names[1]).toBe(names[0])
    expect(new Set(names).size).toBe(3)
    expect(stage().log).not.toBe(log)
  })

  test('behavior: a field can neither forge what the logger writes nor break its line', () => {
    const { log, lines } = stage()
    log.info('a\n{"level":"error"}', { level: 'error', time: 'never', msg: 'other', text: 'b\r\nc' })
    expect(lines).toHaveLength(1)
    expect(lines[0]?.trim()).not.toContain('\n')
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'info',
      time: '2026-11-20T00:00:00.000Z',
      msg: 'a\n{"level":"error"}',
      text: 'b\r\nc',
    })
  })

  test('behavior: bounded', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 'word '.repeat(1000)]))
    const clean = written(many)
    expect(Object.keys(clean)).toHaveLength(32)
    expect(Object.values(clean).every((value) => String(value).length <= 501)).toBe(true)
  })
})

describe('standard output', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'holdfast-log-'))
  })
  afterAll(() => rm(directory, { recursive: true }))

  /** A program whose log is written to a pipe, as in a container. */
  async function startLogging() {
    const path = join(directory, `${Math.random()}`)
    execFileSync('mkfifo', [path])
    // Opening one end of a pipe alone would wait for the other.
    const both = await open(path, 'r+')
    const [reader, writer] = await Promise.all([open(path, 'r'), open(path, 'w')])
    await both.close()
    const child = spawn(process.execPath, [await bundle('logForever.ts')], {
      stdio: ['ignore', writer.fd, 'inherit', 'ipc'],
    })
    await writer.close()
    onTestFinished(() => void child.kill('SIGKILL'))
    const rounds = async (count: number) => {
      for (let round = 0; round < count; round++) await once(child, 'message')
    }
    await rounds(1)
    return { child, reader, rounds }
  }

  /** Far more than a pipe holds, and the log's own buffer. */
  const MANY = 60

  test('behavior: a program whose log reader disappears continues, and stops on a signal', async () => {
    const { child, reader, rounds } = await startLogging()
    await reader.close()
    await rounds(MANY)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('behavior: a program whose log reader blocks continues, and stops on a signal', async () => {
    const { child, reader, rounds } = await startLogging()
    await rounds(MANY)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    await reader.close()
  })

  test('behavior: a reader that continues gets complete lines, and the number of dropped ones', async () => {
    const { child, reader, rounds } = await startLogging()
    await rounds(MANY)
    let text = ''
    for await (const chunk of reader.createReadStream()) {
      text += chunk
      if (text.includes('lines of the log were dropped')) child.kill('SIGTERM')
    }
    // A program that ends waits a fifth of a second for its reader, which may be busy: only then is the last line cut.
    const lines = text.split('\n').slice(0, -1)
    const dropped = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'lines of the log were dropped')
    expect(dropped).toMatchObject({ level: 'warn', count: expect.any(Number) })
    expect(dropped.count).toBeGreaterThan(0)
  })
})
