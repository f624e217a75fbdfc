import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findUserDirectory, requireOwnDirectory } from './userDirectories.js'

describe('findUserDirectory', () => {
  const find = (env: Record<string, string | undefined>) => findUserDirectory(env, 'XDG_CONFIG_HOME', ['.config'])

  test('the variable, then the home directory', () => {
    expect(find({ XDG_CONFIG_HOME: '/etc/mine', HOME: '/home/me' })).toBe('/etc/mine/holdfast')
    expect(find({ HOME: '/home/me' })).toBe('/home/me/.config/holdfast')
    expect(find({ XDG_CONFIG_HOME: '', HOME: '/home/me' })).toBe('/home/me/.config/holdfast')
  })

  test.each([
    ['an empty HOME', { HOME: '' }],
    ['no HOME', {}],
    ['a relative HOME', { HOME: '.' }],
    ['a relative variable', { XDG_CONFIG_HOME: 'config', HOME: 'home' }],
  ])('%s never means the working directory', (_, env) => {
    const found = find(env)
    expect(isAbsolute(found)).toBe(true)
    expect(found.startsWith(join(process.cwd(), '/'))).toBe(process.cwd() === homedir())
  })
})

describe('requireOwnDirectory', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(SCRATCH, 'holdfast-own-'))
  })
  afterEach(() => rmSync(directory, { recursive: true }))

  test.each([
    ['state', 0o777],
    ['state', 0o1777],
    ['state', 0o770],
    ['state', 0o702],
    ['settings', 0o777],
    ['settings', 0o703],
  ] as const)('%s with mode %o is refused', (what, mode) => {
    chmodSync(directory, mode)
    expect(() => requireOwnDirectory(directory, what)).toThrow(
      expect.objectContaining({
        exit: 'usage',
        code: 'directory_not_private',
        advice: [expect.stringContaining('chmod go-w')],
      }),
    )
  })

  test.each([
    ['state', 0o700],
    ['state', 0o755],
    ['settings', 0o775],
  ] as const)('%s with mode %o is not', (what, mode) => {
    chmodSync(directory, mode)
    expect(() => requireOwnDirectory(directory, what)).not.toThrow()
  })

  test('a path that cannot be looked at is left to the read or write that follows', () => {
    writeFileSync(join(directory, 'file'), '')
    for (const name of ['missing', join('file', 'below')])
      expect(() => requireOwnDirectory(join(directory, name), 'state')).not.toThrow()
  })
})
