import { readFileSync } from 'node:fs'
import * as errors from '@holdfast/sdk/errors'
import { madeErrors } from '@holdfast/testkit/madeErrors'
import { describe, expect, test } from 'vitest'
import { readSentences, renderErrors, withTable } from './errors.js'

const page = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8')
const made = madeErrors()

test('the table of errors is what `npm run generate` writes', () => {
  expect(page).toBe(withTable(page, renderErrors(made, readSentences())))
})

describe('nothing is missing from the page', () => {
  const classes = Object.values(errors).filter(
    (value): value is typeof errors.ServiceError =>
      typeof value === 'function' && value.prototype instanceof errors.ServiceError,
  )
  const rows = page.split('\n').filter((line) => line.startsWith('| '))

  test('every exported class has a row, with a sentence and a code', () => {
    expect(classes.length).toBeGreaterThan(30)
    const missing = classes.filter(({ name }) => !rows.some((row) => row.startsWith(`| \`${name}\` | \``)))
    expect(missing.map(({ name }) => name)).toEqual([])
    expect(rows.filter((row) => /^\| `\w+Error` \| .*\| {2}\|/.test(row))).toEqual([])
  })

  test('every code has a row of its class', () => {
    const documented = new Set<string>()
    let name = ''
    for (const row of rows) {
      const [first = '', codes = ''] = row.slice(2).split(' | ')
      if (first.trim() !== '') name = first.replaceAll('`', '')
      for (const [, code] of codes.matchAll(/`(\w+)`/g)) documented.add(`${name} ${code}`)
    }
    const missing = made.map(({ name, code }) => `${name} ${code}`).filter((one) => !documented.has(one))
    expect(missing).toEqual([])
  })
})

test('renderErrors: a line for each effect, retry and advice, with reasons where codes do not distinguish them, or the advice of the cause', () => {
  const sentences = new Map([
    ['NotABoxError', 'No box'],
    ['ServiceUnavailableError', 'No answer'],
    ['BatchItemFailedError', 'One item'],
  ])
  const some = made.filter(({ name }) => sentences.has(name))
  expect(renderErrors(some, sentences)).toMatchInlineSnapshot(`
    "| name | code | when | happened on chain | again? | what to do |
    | --- | --- | --- | --- | --- | --- |
    | \`BatchItemFailedError\` | \`batch_item_failed\` | One item | nothing | as for its \`cause\` | what its \`cause\` says |
    | \`NotABoxError\` | \`not_a_box\`: \`undeployed\` | No box | nothing | after a change | create the box |
    |  | \`not_a_box\`: \`foreign\` |  | nothing | no | send nothing to it |
    | \`ServiceUnavailableError\` | \`service_unavailable\`: \`unreachable\`, \`timeout\` | No answer | nothing | later | ask again |
    |  | \`service_unavailable\`: \`redirected\`, \`too_large\`, \`garbled\` |  | nothing | after a change | check the endpoint |
    |  | \`service_unavailable\`: \`unreachable\`, \`timeout\` |  | **not known**, or under way | later | ask again |
    |  | \`service_unavailable\`: \`redirected\`, \`too_large\`, \`garbled\` |  | **not known**, or under way | after a change | check the endpoint |
    "
  `)
})

test('withTable: a page without the marks of the table is refused', () => {
  expect(() => withTable('# Errors', '')).toThrow('no place')
})
