import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findErrorNames } from './errorNames.js'
import { readPackages, readSources } from './imports.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Files that may decide by a class name, each with its reason. */
const reasons: Readonly<Record<string, string>> = {
  'sdk/src/chain/failure.ts': "names of viem's errors: an application may hold two copies of viem",
  'sdk/src/chain/logs/internal/judge.ts': 'a name of viem',
  'sdk/src/chain/transaction/executeBatch.ts': 'a name of viem',
  'sdk/src/chain/transaction/revert.ts': 'a name of viem',
  'sdk/src/chain/transaction/waitForReceipt.ts': 'a name of viem',
  'service/src/chains/EndpointError.ts': 'the name that the class gives itself, one of viem',
  'service/src/telemetry/nameOf.ts': "the database's error code, which the store keeps in the name, for a log line",
  'web/src/parts/Fault.tsx': 'the sentence for an error of the library; its types fill the table',
  'web/src/screens/scan/watchCamera.ts': 'names that the standard of the camera gives to a DOMException',
}

test('no source decides by the class name of an error', () => {
  const folders = readPackages(root).map(({ folder }) => `${folder}/src`)
  const sources = [...readSources(root, folders)].filter(
    ([file]) => !/\.(test|fuzz|bench)\.tsx?$/.test(file) && !file.startsWith('testkit/'),
  )
  expect(sources.length).toBeGreaterThan(900)
  expect(sources.filter(([file]) => !(file in reasons)).flatMap(([file, text]) => findErrorNames(file, text))).toEqual(
    [],
  )
  // Each exception is still needed.
  const excepted = sources.filter(([file, text]) => file in reasons && findErrorNames(file, text).length > 0)
  expect(excepted.map(([file]) => file).sort()).toEqual(Object.keys(reasons).sort())
})

describe('findErrorNames', () => {
  test.each([
    [
      'a comparison',
      "if (error.name === 'TimeoutError') wait()",
      ['decides by error.name', 'decides by the class name TimeoutError'],
    ],
    [
      'a part of an error',
      "causes.some(({ name }) => name !== 'AbortError')",
      ['decides by the class name AbortError'],
    ],
    ['a case', "switch (kind) { case 'BoxRefusedError': stop() }", ['decides by the class name BoxRefusedError']],
    ['a list', "const later = ['StoreError']", ['decides by the class name StoreError']],
    ['a set', "const later = new Set(['StoreError'])", ['decides by the class name StoreError']],
    ['a search', "names.includes('DOMException')", ['decides by the class name DOMException']],
    ['a call', "isNamed(error, 'StoreError')", ['decides by the class name StoreError']],
    ['a value of a table', "const classes = { later: 'StoreError' }", ['decides by the class name StoreError']],
    ['a table', 'const exit = exits[error.name]', ['decides by error.name']],
    ['a name of a cause', 'if (error.cause.name === wanted) wait()', ['decides by error.cause.name']],
    ['a pattern', 'if (/Unavailable/.test(error.name)) wait()', ['decides by error.name']],
    ['an ending', "if (error.name.endsWith('Error')) wait()", ['decides by error.name']],
    ['a switch', 'switch (error.name) {}', ['decides by error.name']],
    ['a constructor', 'if (error.constructor.name === wanted) wait()', ['reads constructor.name']],
  ])('error: %s', (_, text, problems) => {
    expect(findErrorNames('a.ts', text)).toEqual(problems.map((problem) => `a.ts:1 ${problem}`))
  })

  test.each([
    ['a class that names itself', "class A extends Error { override readonly name = 'StoreError' }"],
    ['an error that is made', "throw new DOMException('No answer in time.', 'TimeoutError')"],
    ['one of two that is made', "throw new DOMException('x', isLate ? 'TimeoutError' : 'AbortError')"],
    ['a name that is set', "error.name = 'StoreError'"],
    ['a type', "type Name = 'StoreError' | 'BoxRefusedError'"],
    ['a name in a line of the log', 'log.warn(what, { error: error.name })'],
    ['another name', "if (contact.name === 'alice') pay()"],
    ['a code', "if (error.code === 'store_unavailable') wait()"],
  ])('behavior: accepts %s', (_, text) => {
    expect(findErrorNames('a.ts', text)).toEqual([])
  })
})
