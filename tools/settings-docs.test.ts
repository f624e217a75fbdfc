import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseConfig } from '../service/src/config/parseConfig.js'
import { Settings } from '../service/src/config/Settings.js'

const guide = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')
const [, section = ''] = guide.split('\n## Settings\n')
const rows = Array.from(section.split('\n## ')[0]?.matchAll(/^\| `([^`]+)` \| (.*?) ?\| (.*?) ?\|$/gm) ?? []).map(
  ([, name = '', fallback = '', meaning = '']) => ({ name, fallback, meaning }),
)
const key = `0x${'0123456789abcdef'.repeat(4)}`

afterEach(() => {
  vi.restoreAllMocks()
})

describe("the operator's table of settings", () => {
  test('has every setting that is read, and no other', () => {
    const asked = vi.spyOn(Settings.prototype, 'text')
    parseConfig({ RPC_URLS_84532: 'http://127.0.0.1:1' }, [])
    const read = asked.mock.calls.map(([name]) => name.replace(/_[0-9]+$/, '_<chainId>'))
    // Two are read where the process starts.
    const names = [...new Set([...read, 'NODE_ENV', 'COMMIT'])]
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  const defaults = rows.flatMap(({ name, fallback }) => {
    const [, value] = /^`(.*)`$/.exec(fallback) ?? []
    return value === undefined || name === 'COMMIT' ? [] : [[name, value] as const]
  })

  test.each(defaults)('states the default of %s: %s', (name, value) => {
    const model = { MODEL_API_KEY: 'x', MODEL_NAME: 'claude-haiku-4-5', COSIGNER_PK: key }
    expect(parseConfig({ ...model, [name]: value })).toEqual(parseConfig(model))
    expect(defaults.length).toBeGreaterThan(25)
  })

  test('names every option of the command line', () => {
    const [sentence = ''] = /`--host`,[\s\S]*?\./.exec(section) ?? []
    const options = sentence.match(/--[a-z-]+/g) ?? []
    const source = readFileSync(new URL('../service/src/config/commandLine.ts', import.meta.url), 'utf8')
    expect(options.toSorted()).toEqual([...new Set(source.match(/--[a-z]+(?:-[a-z]+)*(?=')/g))].toSorted())
  })
})
