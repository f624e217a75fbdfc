import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findHits, isRead, judge, lower, type Phrases } from './phrases.js'

const list: Phrases = JSON.parse(readFileSync(new URL('./phrases.json', import.meta.url), 'utf8'))
const words = ({ text }: { text: string }) => text

describe('phrases.json', () => {
  test('each file is listed once, in order, with a number that a file can have', () => {
    const files = Object.keys(list.files)
    expect(files).toEqual([...files].sort())
    expect(Object.values(list.files).filter((count) => !(Number.isSafeInteger(count) && count > 0))).toEqual([])
    expect(files.filter((file) => !isRead(file))).toEqual([])
  })

  // Sentences that were in this repository.
  test.each([
    ['the node gave an answer that is none', ['gave an answer', 'is none']],
    ['Something nobody foresaw happened', ['nobody', 'foresaw']],
    ['`InvalidInputError` and its kin.', ['its kin']],
    ['/** Whoever waits is told.\n * The rest lies there. */', ['Whoever', 'is told', 'lies']],
    ['contracts have to stand on the chain', ['have to', 'stand']],
    ['it\n   * has\n   * to end', ['has to']],
    ['/// @dev Twice is\n    /// once.', ['Twice is once']],
    ['tell him whose history counts', ['him']],
    ['the firewall speaks', ['speaks']],
    ['look what works', ['look what']],
    ["test('error: nobody', async () => {})", ['nobody']],
    ["an announcement is nobody's", ['nobody']],
    ['do not stand in a plain history', ['stand']],
    ['What it holds is no private key.', ['is no private']],
    ['parameters that are no list', ['are no list']],
    ['quote again, and begin anew', ['anew']],
    ['what can be seen, for who does not see it', ['for who']],
  ])('refuses: %s', (text, hits) => {
    expect(findHits(text, list.refused).map(words)).toEqual(hits)
  })

  test.each([
    'returns undefined when there is none',
    'none of its kind',
    'POST stands for a write; a stand-in answers',
    'the help text of `holdfast doctor`, then her payment',
    "error.code === 'nobody_to_ask'",
    "it runs as `nobody`: name === 'nobody'",
    'There is no box; it is no longer there and is no older than a day',
    'a report that may stand in for a new check',
    'for whom it is',
    'a client that lied',
  ])('accepts: %s', (text) => expect(findHits(text, list.refused)).toEqual([]))
})

const refused = { nobody: 'no caller', 'that is none': 'malformed' }

describe('findHits', () => {
  test('behavior: whole words in any case, across a line break in a comment; lines count from 1', () => {
    expect(findHits('one\nan answer that\n * is none. NOBODY is nobodys', refused)).toEqual([
      { line: 2, text: 'that is none', instead: 'malformed' },
      { line: 3, text: 'NOBODY', instead: 'no caller' },
    ])
  })
})

describe('exempt sentences', () => {
  const exempt = { 'refunds her if nobody claims.': 'agreed' }

  test('behavior: nothing in them is refused, also across lines; the rest is, on its line', () => {
    expect(findHits('It refunds her if\n// nobody claims.\nnobody', refused, exempt)).toEqual([
      { line: 3, text: 'nobody', instead: 'no caller' },
    ])
    expect(findHits('It refunds him if nobody claims.', refused, exempt).map(words)).toEqual(['nobody'])
  })

  test('each is in a text of the repository', () => {
    const texts = ['README.md', 'docs/wire-formats.md', 'sdk/src/wire/problems.ts'].map((file) =>
      readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'),
    )
    const all = texts.join(' ').replaceAll(/\s+/g, ' ')
    for (const sentence of Object.keys(list.exempt ?? {})) expect(all).toContain(sentence)
  })
})

describe('judge', () => {
  test('error: a file that is not listed has a hit', () => {
    expect(judge(new Map([['a.ts', 'nobody']]), { refused, files: {} })).toEqual(['a.ts:1 "nobody": write no caller'])
  })

  test('error: a listed file has more hits than before', () => {
    expect(judge(new Map([['a.ts', 'nobody\nnobody']]), { refused, files: { 'a.ts': 1 } })).toEqual([
      'a.ts:1 "nobody": write no caller (2 refused phrases in this file, at most 1)',
      'a.ts:2 "nobody": write no caller (2 refused phrases in this file, at most 1)',
    ])
  })

  test('behavior: as many or fewer hits pass', () => {
    expect(judge(new Map([['a.ts', 'nobody']]), { refused, files: { 'a.ts': 2 } })).toEqual([])
  })
})

describe('lower', () => {
  test('behavior: numbers only fall, clean and missing files lose their row, a renamed file keeps it', () => {
    const texts = new Map([
      ['z.ts', 'nobody'],
      ['more.ts', 'nobody nobody'],
      ['clean.ts', ''],
      ['unlisted.ts', 'nobody'],
      ['new/name.ts', 'nobody nobody'],
    ])
    const files = { 'clean.ts': 1, 'gone.ts': 4, 'more.ts': 1, 'old/name.ts': 3, 'z.ts': 5 }
    const lowered = lower(texts, { refused, files }, new Map([['new/name.ts', 'old/name.ts']]))
    expect(lowered).toEqual({ refused, files: { 'more.ts': 1, 'new/name.ts': 2, 'z.ts': 1 } })
    expect(Object.keys(lowered.files)).toEqual(['more.ts', 'new/name.ts', 'z.ts'])
  })
})

describe('isRead', () => {
  test.each([
    ['sdk/src/index.ts', true],
    ['contracts/src/ShieldVault.sol', true],
    ['docs/errors.md', true],
    ['.changeset/hub.md', true],
    ['docs/reference/sdk.md', false],
    ['docs/command-line.md', false],
    ['contracts/src/generated/ShieldVault.ts', false],
    ['sdk/CHANGELOG.md', false],
    ['tools/phrases.json', false],
    ['tools/phrases.test.ts', false],
    ['tools/__snapshots__/surface.test.ts.snap', false],
  ])('%s: %s', (file, expected) => expect(isRead(file)).toBe(expected))
})
