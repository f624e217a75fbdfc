import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { de } from './de.js'
import { en } from './en.js'
import { faults as german } from './faults.de.js'
import { faults as english } from './faults.en.js'
import { createFormat } from './format.js'
import { preferred } from './LanguageProvider.js'

/** Words of screens that have files of their own, by the name that these export. */
const folder = fileURLToPath(new URL('.', import.meta.url))
const wordsIn = async (id: 'en' | 'de'): Promise<Record<string, object>> => {
  const files = globSync(`*.${id}.ts`, { cwd: folder }).filter((file) => !file.startsWith('faults.'))
  return Object.assign({}, ...(await Promise.all(files.map((file) => import(`./${file.slice(0, -3)}.ts`)))))
}
const [own, ownGerman] = await Promise.all([wordsIn('en'), wordsIn('de')])

const now = new Date('2026-11-23T14:26:00Z')

describe('format', () => {
  const format = createFormat('en-GB')

  test.each([
    [25_000_000n, '25'],
    [500_000n, '0.50'],
    [1_234_567_890n, '1,234.56789'],
    [1n, '0.000001'],
    [12_345_678_901_234_567_890n, '12,345,678,901,234.56789'],
  ])('an amount of %i keeps every significant digit: %s', (amount, text) => {
    expect(format.amount(amount)).toBe(text)
  })

  test.each([
    ['en-GB', '0.000124\u00a0ETH'],
    ['de-DE', '0,000124\u00a0ETH'],
  ])('a fee in another coin is rounded up, in %s: %s', (locale, text) => {
    expect(createFormat(locale).coin(123_400_000_000_001n, 18, 'ETH')).toBe(text)
  })

  test.each([
    [3_600, 'in 1 hour'],
    [3_599, 'in 59 minutes'],
    [7_199, 'in 119 minutes'],
    [86_399, 'in 23 hours'],
    [604_800, 'in 7 days'],
    [20, 'in 1 minute'],
    [-120, '2 minutes ago'],
  ])('a deadline in %i seconds never looks later than it is: %s', (seconds, text) => {
    expect(format.until(new Date(now.getTime() + seconds * 1_000), now)).toBe(text)
  })
})

test.each([
  [['de-AT', 'en'], 'de'],
  [['fr-FR', 'de'], 'de'],
  [['fr-FR'], 'en'],
  [[], 'en'],
])('a browser that prefers %j gets %s', (languages, expected) => {
  expect(preferred(languages)).toBe(expected)
})

test('every sentence is used: a row of a screen that is gone goes with it', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: (path) => path.startsWith('words') })
  const sources = files.map((file) => readFileSync(`${root}/${file}`, 'utf8')).join('\n')
  // The words of a payment have a part for each of its pages.
  const { pay, review, ...others } = own
  const rows = Object.entries({ ...en, ...others, ...pay, ...review }).flatMap(([section, words]) =>
    typeof words === 'string' ? [] : Object.keys(words).map((row) => ({ section, row })),
  )
  // Rows that are looked up by a code are used as a whole.
  const byCode = new Set(['recipient', 'amount', 'wait', 'effect'])
  const unused = rows.filter(({ section, row }) => !byCode.has(section) && !new RegExp(`\\b${row}\\b`).test(sources))
  expect(unused).toEqual([])
})

/** Sentences of both languages by their place. */
function sentencesOf(words: object, path = ''): [place: string, sentence: string][] {
  return Object.entries(words).flatMap(([name, value]) => {
    const place = `${path}${name}`
    if (typeof value === 'string') return [[place, value] as [string, string]]
    return typeof value === 'object' && value !== null ? sentencesOf(value, `${place}.`) : []
  })
}

test('German is translated, and not the English once more', () => {
  const same = new Set(['claim.code', 'settings.endpoints.explorer', 'transfer.swapped.fields.claimHash'])
  const original = new Map(sentencesOf({ ...en, ...english, ...own }))
  const repeated = sentencesOf({ ...de, ...german, ...ownGerman }).filter(
    ([place, sentence]) => !same.has(place) && original.get(place) === sentence,
  )
  expect(repeated).toEqual([])
})

/** Second words for a thing that has another one already. Functions that make sentences are read as source. */
const secondWords: Readonly<Record<string, RegExp>> = {
  en: /\bpayment account\b|\bpurse\b|\brequest for payment\b|\bmoney link\b/i,
  de: /Zahlkonto|Zahlungsaufforderung|Zahlungsanfrage|Geldlink/i,
}

test.each(Object.entries(secondWords))('%s has one word for one thing', (language, second) => {
  const texts = globSync(`*.${language}.ts`, { cwd: folder }).map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.filter((text) => second.test(text))).toEqual([])
})
