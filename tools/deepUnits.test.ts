import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { commitQuarter, deepPrograms, deepUnits, quarterOf } from './deepUnits.js'
import { readSources } from './imports.js'
import { longTests } from './longTests.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const { workspaces } = (await import('../package.json', { with: { type: 'json' } })).default
const sources = readSources(root, [...workspaces, 'tools', 'bench', 'examples'])

describe('deepUnits', () => {
  test('default: programs, and the test files that ask for the tier, also through a helper', () => {
    const files = {
      'sdk/src/b.fuzz.ts': "import { runs } from '@holdfast/testkit/tier'",
      'sdk/src/a.test.ts': "import { tiered } from '@holdfast/testkit/tier'",
      'sdk/src/c.test.ts': "import { setTestStage } from '@holdfast/testkit/stage'",
      'sdk/src/d.test.ts': "import { interrupt } from '@holdfast/testkit/interrupt'",
      'testkit/src/interrupt.ts': "import { sampled } from './tier.js'",
      'sdk/src/e.fuzz.ts': "import { property } from '../test/property.js'",
      'sdk/test/property.ts': "import { runs } from '@holdfast/testkit/tier'",
      'testkit/src/tier.ts': '',
    }
    expect(deepUnits(new Map(Object.entries(files)))).toEqual([
      ...deepPrograms,
      'sdk/src/a.test.ts',
      'sdk/src/b.fuzz.ts',
      'sdk/src/d.test.ts',
      'sdk/src/e.fuzz.ts',
    ])
  })

  test('behavior: every fuzz file and every property of this repository has a deep form', () => {
    const units = deepUnits(sources)
    const properties = [...sources].filter(
      ([file, text]) => /\.(test|fuzz)\.ts$/.test(file) && /\bfc\s*\.assert\(/.test(text),
    )
    const wanted = [...sources.keys()]
      .filter((file) => file.endsWith('.fuzz.ts'))
      .concat(properties.map(([file]) => file))
    expect(wanted.length).toBeGreaterThan(40)
    expect(wanted.filter((file) => !units.includes(file))).toEqual([])
    // Its own number of cases would ignore the tier and the seed.
    expect(properties.filter(([, text]) => text.includes('numRuns')).map(([file]) => file)).toEqual([])
  })
})

describe('quarterOf', () => {
  test('behavior: the four quarters share nothing and hold everything', () => {
    const units = deepUnits(sources)
    const quarters = [0, 1, 2, 3].map((quarter) => quarterOf(units, quarter))
    expect(quarters.flat().sort()).toEqual([...units].sort())
    expect(new Set(quarters.flat()).size).toBe(units.length)
    // Each of them takes as long as many files.
    expect(quarters.map((some) => deepPrograms.filter((program) => some.includes(program)).length)).toEqual([
      1, 1, 1, 1,
    ])
    expect(quarters.map((some) => longTests.filter((file) => some.includes(file)).length)).toEqual([7, 7, 7, 7])
    const isPart = (file: string) => file.endsWith('.matrix.test.ts')
    expect(quarters.map((some) => some.filter(isPart).length)).toEqual([1, 2, 1, 2])
    // A part that is not in the list would start last.
    expect(units.filter(isPart).sort()).toEqual(longTests.filter(isPart).sort())
  })
})

describe('commitQuarter', () => {
  test('behavior: every quarter gets its commits', () => {
    const hashes = Array.from({ length: 256 }, (_, last) => `44fb678c${last.toString(16).padStart(32, '0')}`)
    const counts = [0, 0, 0, 0]
    for (const hash of hashes) counts[commitQuarter(hash)] = (counts[commitQuarter(hash)] ?? 0) + 1
    expect(counts).toEqual([64, 64, 64, 64])
  })
})
