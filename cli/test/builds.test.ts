import { existsSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { folderOfRun } from './builds.global.js'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('folderOfRun: a program outside vitest, such as `npm run picture`, gets a folder as well', () => {
  const shared = folderOfRun()
  vi.stubEnv('HOLDFAST_CLI_BUILDS', undefined)
  const own = folderOfRun()
  expect(own).not.toBe(shared)
  expect(existsSync(own)).toBe(true)
  expect(folderOfRun()).toBe(own)
})
