import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findCallShapes } from './callShape.js'
import { readSources } from './imports.js'

const root = fileURLToPath(new URL('..', import.meta.url))

const layers = ['contracts/src', 'sdk/src', 'devnet/src', 'guard/src', 'react/src', 'service/src', 'cli/src', 'web/src']

test.each(layers)('functions of %s take the context, clients, parameters and options in this order', (layer) => {
  const sources = [...readSources(root, [layer])].filter(([file]) => !/\/generated\/|\.(test|fuzz)\.tsx?$/.test(file))
  expect(sources.length).toBeGreaterThan(0)
  expect(sources.flatMap(([file, text]) => findCallShapes(file, text))).toEqual([])
})

test.each([
  ['in order', 'export function f(parts: Pick<RelayParts, "log">, id: string, options: FOptions = {}) {}', []],
  [
    'clients behind a parameter',
    'export function f(id: string, clients: ClientPair) {}',
    ['a.ts:1 f takes clients too late'],
  ],
  [
    'a context behind clients',
    'export function f(on: ReadClient, { a }: Context) {}',
    ['a.ts:1 f takes { a } too late'],
  ],
  ['a parameter behind options', 'export function f(options: FOptions, id: string) {}', ['a.ts:1 f takes id too late']],
  [
    'a parameter behind one that can be left out',
    'export function f(a = 1, b: string) {}',
    ['a.ts:1 f takes b too late'],
  ],
  ['of its own file', 'function f(options: FOptions, id: string) {}', []],
])('findCallShapes: %s', (_, text, problems) => expect(findCallShapes('a.ts', text)).toEqual(problems))
