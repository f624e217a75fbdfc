import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { STARTER } from './buildStarter.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

describe('the RainbowKit starter', () => {
  const { dependencies, devDependencies } = manifestOf(STARTER)
  const named: Record<string, string> = { ...dependencies, ...devDependencies }

  test('names exact versions, of RainbowKit 2.2 and wagmi 2', () => {
    expect(Object.values(named).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
    expect(named['@rainbow-me/rainbowkit']).toMatch(/^2\.2\./)
    expect(named.wagmi).toMatch(/^2\./)
  })

  test('has our versions of everything else', () => {
    const web = manifestOf(join(root, 'web'))
    const ours = { ...web.dependencies, ...web.devDependencies }
    const { '@rainbow-me/rainbowkit': _, wagmi, ...shared } = named
    expect(shared).toEqual(Object.fromEntries(Object.keys(shared).map((name) => [name, ours[name]])))
  })

  test('is neither a workspace nor in the lockfile, and has no lockfile that could name a registry', () => {
    expect(manifestOf(root).workspaces).not.toContain('bench/web/rainbowkit')
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    expect(Object.keys(lock.packages).filter((path) => /rainbow/.test(path))).toEqual([])
    expect(existsSync(join(STARTER, 'package-lock.json'))).toBe(false)
  })
})
