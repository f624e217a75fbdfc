import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Lockfile, missingEntries } from './lockfile.js'

const lock: Lockfile = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))

describe('package-lock.json', () => {
  test('has an entry for every platform, so that `npm ci` accepts it everywhere', () => {
    expect(missingEntries(lock)).toEqual({})
  })

  test('names no download addresses, so that it works with any registry', () => {
    const addresses = Object.values(lock.packages).filter(({ resolved, link }) => resolved !== undefined && !link)
    expect(addresses).toEqual([])
  })
})

describe('missingEntries', () => {
  test('default: describes the platform by the parts of the name', () => {
    const packages = {
      'node_modules/tool': {
        dev: true,
        optionalDependencies: { '@tool/linux-x64-musl': '1.2.3', 'tool-windows-amd64': '^2.0.0', present: '1.0.0' },
      },
      'node_modules/present': {},
    }
    expect(missingEntries({ packages })).toEqual({
      'node_modules/@tool/linux-x64-musl': {
        version: '1.2.3',
        dev: true,
        optional: true,
        os: ['linux'],
        cpu: ['x64'],
        libc: ['musl'],
      },
      'node_modules/tool-windows-amd64': { version: '2.0.0', dev: true, optional: true, os: ['win32'], cpu: ['x64'] },
    })
  })

  test('behavior: finds a package nested below its parent', () => {
    const packages = {
      'node_modules/a/node_modules/b': { optionalDependencies: { c: '1.0.0', d: '1.0.0' } },
      'node_modules/a/node_modules/c': {},
      'node_modules/d': {},
    }
    expect(missingEntries({ packages })).toEqual({})
  })
})
