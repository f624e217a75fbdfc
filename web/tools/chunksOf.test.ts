import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BuiltChunk, chunksOf } from './chunksOf.js'

type Given = { imports?: readonly string[]; bytes?: number; opens?: string }

/** Files of a first build, one module in each. */
function build(files: Readonly<Record<string, Given>>): BuiltChunk[] {
  return Object.entries(files).map(([name, { imports = [], bytes = 50_000, opens }]) => ({
    fileName: name,
    imports,
    isEntry: name === 'main',
    isDynamicEntry: opens !== undefined,
    facadeModuleId: opens ?? null,
    modules: { [`/${name}.ts`]: { renderedLength: bytes } },
  }))
}

const send = '/web/src/screens/send/SendScreen.tsx'
const other = '/web/src/screens/other/OtherScreen.tsx'

describe('chunksOf', () => {
  test('the shell is one file, and a screen has its own', () => {
    const name = chunksOf(build({ main: { imports: ['base'] }, base: {}, send: { imports: ['base'], opens: send } }))
    expect(['main', 'base', 'send'].map((file) => name(`/${file}.ts`))).toEqual(['shell', 'shell', null])
  })

  test('what the same screens need is one file', () => {
    const name = chunksOf(
      build({
        main: {},
        a: {},
        b: {},
        send: { imports: ['a', 'b'], opens: send },
        other: { imports: ['a', 'b'], opens: other },
      }),
    )
    expect(name('/a.ts')).toMatch(/^part/)
    expect(name('/b.ts')).toBe(name('/a.ts'))
  })

  test.each([
    ['much', 50_000, false],
    ['next to nothing', 50, true],
  ])('what one screen needs and another does not, where it is %s, stays apart or joins', (_, bytes, isTogether) => {
    const name = chunksOf(
      build({
        main: {},
        both: {},
        one: { bytes },
        send: { imports: ['both'], opens: send },
        other: { imports: ['both', 'one'], opens: other },
      }),
    )
    expect(name('/one.ts') === name('/both.ts')).toBe(isTogether)
  })

  test('what a file imports is loaded by everyone who needs the file, and counts', () => {
    const name = chunksOf(
      build({
        main: {},
        both: {},
        small: { bytes: 50, imports: ['large'] },
        large: {},
        send: { imports: ['both'], opens: send },
        other: { imports: ['both', 'small'], opens: other },
      }),
    )
    expect(name('/small.ts')).not.toBe(name('/both.ts'))
  })

  test('files are joined at the least cost until they are few enough', () => {
    const built = build({
      main: {},
      both: {},
      much: {},
      little: { bytes: 40_000 },
      send: { imports: ['both', 'little'], opens: send },
      other: { imports: ['both', 'much'], opens: other },
    })
    const groupsOf = (most: number) => {
      const name = chunksOf(built, most)
      return ['both', 'much', 'little'].map((file) =>
        ['both', 'much', 'little'].findIndex((one) => name(`/${one}.ts`) === name(`/${file}.ts`)),
      )
    }
    // Two screens have files of their own.
    expect([5, 4, 3].map(groupsOf)).toEqual([
      [0, 1, 2],
      [0, 1, 0],
      [0, 0, 0],
    ])
  })

  test('no files import each other in a circle', () => {
    const graph = fc.integer({ min: 3, max: 14 }).chain((size) =>
      fc.array(
        fc.record({
          imports: fc.subarray(Array.from({ length: size }, (_, at) => at)),
          bytes: fc.integer({ min: 1, max: 60_000 }),
          isOpened: fc.boolean(),
        }),
        { minLength: size, maxLength: size },
      ),
    )
    fc.assert(
      fc.property(graph, fc.integer({ min: 1, max: 14 }), (files, most) => {
        const built = build({
          main: {},
          ...Object.fromEntries(
            files.map(({ imports, bytes, isOpened }, at) => [
              `f${at}`,
              // Only files that come later: modules may import each other, files of a build do not.
              {
                imports: imports.filter((to) => to > at).map((to) => `f${to}`),
                bytes,
                ...(isOpened && { opens: `/${at}.tsx` }),
              },
            ]),
          ),
        })
        const name = chunksOf(built, most)
        const partOf = (file: string) => name(`/${file}.ts`) ?? file
        const arrows = new Map<string, Set<string>>()
        for (const { fileName, imports } of built)
          for (const to of imports) {
            const from = partOf(fileName)
            if (partOf(to) !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(partOf(to)))
          }
        const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean =>
          [...(arrows.get(from) ?? [])].some((next) => {
            if (next === to) return true
            if (seen.has(next)) return false
            seen.add(next)
            return leadsTo(next, to, seen)
          })
        expect([...arrows.keys()].filter((part) => leadsTo(part, part))).toEqual([])
      }),
      runs(200),
    )
  })
})
