import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { expect, test } from 'vitest'
import { findUserDirectory } from './findUserDirectory.js'

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
