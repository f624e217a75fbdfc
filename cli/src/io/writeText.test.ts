import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toJson } from './toJson.js'
import { oneLine, paintFor, printable, withoutControls, writeText } from './writeText.js'

/** What a stranger can do to a terminal. */
const attacks = [
  ['clears the screen', '\u001b[2J'],
  ['moves the cursor', '\u001b[1A\r'],
  ['a control of one byte', '\u009b2J'],
  ['writes the clipboard', '\u001b]52;c;AAAA\u0007'],
  ['a link', '\u001b]8;;https://evil.example\u001b\\'],
  ['deletes the text before it', '\b\b\b\u007f'],
  ['turns text around', '\u202e'],
  ['isolates text', '\u2066'],
  ['hides text', '\u200b\ufeff'],
  ['a line of its own', '\u2028'],
  ['a tag', '\u{e0041}'],
] as const

const acts = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

test.each(attacks)('%s: nothing of it reaches a terminal', (_, attack) => {
  const said = `before ${attack} after`
  expect(withoutControls(said, true)).not.toMatch(acts)
  expect(oneLine(said)).not.toMatch(acts)
  expect(printable(said)).toMatch(/^[\x20-\x7e]*$/)
  for (const isLine of [false, true]) {
    const document = toJson({ result: { label: said, [said]: 1 } }, { isLine })
    expect(document).not.toMatch(acts)
    expect(JSON.parse(document)).toEqual({ result: { label: said, [said]: 1 } })
  }
})

test('a name or a sentence of a stranger stays one line', () => {
  expect(printable('rent\nDone.')).toBe('rent Done.')
  expect(oneLine('rent\r\nDone.')).toBe('rent Done.')
  expect(oneLine('Miete für März')).toBe('Miete für März')
  expect(oneLine('x'.repeat(5_000))).toHaveLength(1_000)
})

describe('our own colours', () => {
  const text = paintFor({ isTTY: true }, {}).bold('two\nlines')
  const written = (isTTY: boolean, env = {}) => {
    let said = ''
    // Of the stream only these two are used.
    writeText(
      {
        isTTY,
        write: (part: string) => {
          said += part
          return true
        },
      } as never,
      env,
      text,
    )
    return said
  }

  test('stay where the stream takes them, and go where it does not', () => {
    expect(written(true)).toBe(text)
    expect([written(false), written(true, { NO_COLOR: '1' })]).toEqual(['two\nlines', 'two\nlines'])
  })

  test('are all that paint writes', () => {
    const paint = paintFor({ isTTY: true }, {})
    for (const ink of Object.values(paint)) expect(withoutControls(ink('x'), true)).toBe(ink('x'))
  })
})

test('no other source writes to the streams of the process', () => {
  const folder = join(import.meta.dirname, '..')
  const allowed = /^(io\/(writeText|toJson|Terminal|readSecretLine|openSecretOutlet)|bin)\.ts$/
  const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !allowed.test(file))
    .filter((file) => /(stdout|stderr)\.write\(|console\.|writeSync\(/.test(readFileSync(join(folder, file), 'utf8')))
  expect(writers).toEqual([])
})

test('a field that a stranger fills is cleaned where it enters a line', () => {
  const folder = join(import.meta.dirname, '..')
  const bare = /\$\{(?:[\w?]+\.)*(?:reason|riskReasons|delay|headline|point|tokenSymbol|begunAt|failureReason)\}/
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .some((line) => bare.test(line) && !line.includes('oneLine(')),
    )
  expect(found).toEqual([])
})
