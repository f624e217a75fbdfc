import { existsSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildOnce, folderOfRun } from './buildOnce.js'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('folderOfRun: a program outside vitest, such as `npm run picture`, gets a folder as well', () => {
  const shared = folderOfRun()
  vi.stubEnv('HOLDFAST_TEST_BUILDS', undefined)
  const own = folderOfRun()
  expect(own).not.toBe(shared)
  expect(existsSync(own)).toBe(true)
  expect(folderOfRun()).toBe(own)
})

describe('buildOnce', () => {
  test('default: of those that ask at the same time, one builds', async () => {
    const build = vi.fn(async (folder: string) => writeFileSync(join(folder, 'page'), 'whole'))
    const folders = await Promise.all(Array.from({ length: 5 }, () => buildOnce('test-shared', build)))
    expect(build).toHaveBeenCalledTimes(1)
    expect(new Set(folders).size).toBe(1)
    expect(basename(folders[0] ?? '')).toBe('test-shared')
    expect(existsSync(join(folders[0] ?? '', 'page'))).toBe(true)
    expect(await buildOnce('test-shared', build)).toBe(folders[0])
    expect(build).toHaveBeenCalledTimes(1)
  })

  test('error: where a build fails, its caller gets the error, and the next one builds', async () => {
    const build = vi.fn(async () => {})
    build.mockRejectedValueOnce(new Error('No room.'))
    const both = await Promise.allSettled([buildOnce('test-failing', build), buildOnce('test-failing', build)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(build).toHaveBeenCalledTimes(2)
  })
})
