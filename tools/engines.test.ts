import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

describe('npm run test:engines', () => {
  let path: string
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'holdfast-programs-'))
  })
  afterEach(() => rmSync(path, { recursive: true, force: true }))

  /** Puts a program where the command looks for it. */
  const give = (name: string, script: string) => {
    writeFileSync(join(path, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(path, name), 0o755)
  }
  const giveRights = () => {
    give('sudo', 'shift; exec "$@"')
    give('env', 'shift; exec "$@"')
    give('true', 'exit 0')
  }
  const engines = async (...args: string[]) => {
    const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
    const options = { cwd: root, env: { PATH: path } }
    const { stdout, code } = await promisify(execFile)(
      process.execPath,
      [tsx, 'tools/engines.ts', ...args],
      options,
    ).then(
      ({ stdout }) => ({ stdout, code: 0 }),
      // What the function rejects with has both.
      ({ stdout, code }: { stdout: string; code: number }) => ({ stdout, code }),
    )
    const lines = stdout.trimEnd().split('\n')
    return { code, last: lines.at(-1), skips: lines.filter((line) => line.startsWith('SKIPPED')) }
  }

  test('both engines are skipped, and counted, where there is no apt', async () => {
    expect(await engines()).toEqual({
      code: 0,
      last: '0 passed, 0 failed, 2 skipped',
      skips: [
        'SKIPPED firefox: there is no apt-get to install firefox-esr',
        'SKIPPED webkit: there is no apt-get to install webkit2gtk-driver and xvfb',
      ],
    })
  })

  test('an engine is skipped with what apt says, such as without a network', async () => {
    giveRights()
    give('apt-get', 'echo "E: Unable to fetch some archives" >&2; exit 100')
    expect(await engines('firefox')).toEqual({
      code: 0,
      last: '0 passed, 0 failed, 1 skipped',
      skips: ['SKIPPED firefox: E: Unable to fetch some archives'],
    })
  })

  test('an engine is skipped where its packages do not bring its program', async () => {
    giveRights()
    give('apt-get', 'exit 0')
    expect(await engines('webkit')).toMatchObject({
      code: 0,
      skips: ['SKIPPED webkit: webkit2gtk-driver and xvfb did not bring WebKitWebDriver'],
    })
  })

  test.each([
    [
      'a test fails',
      'echo " Tests  1 failed | 4 passed (5)"; exit 1',
      { code: 1, last: '4 passed, 1 failed, 0 skipped' },
    ],
    ['the run ends before it counts', 'exit 1', { code: 1, last: '0 passed, 1 failed, 0 skipped' }],
    ['every test passes', 'echo " Tests  5 passed (5)"', { code: 0, last: '5 passed, 0 failed, 0 skipped' }],
  ])('%s', async (_, script, outcome) => {
    give('firefox-esr', 'echo "Mozilla Firefox 140.0esr"')
    give('vitest', script)
    expect(await engines('firefox')).toMatchObject({ ...outcome, skips: [] })
  })
})
