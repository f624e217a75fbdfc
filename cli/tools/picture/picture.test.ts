import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { codePattern } from '../../test/codePattern.js'
import { readScreen } from './readScreen.js'
import { recordStory } from './record.js'
import { readPicture, renderPicture } from './renderPicture.js'
import { renderStory } from './renderStory.js'

const committed = readFileSync(new URL('../../../docs/terminal.svg', import.meta.url), 'utf8')

/** The lines without what differs from run to run: addresses by their order, hashes, moments, where two addresses differ. */
function told(svg: string): string[] {
  const addresses: string[] = []
  const nameOf = (address: string) => {
    if (!addresses.includes(address)) addresses.push(address)
    return `address ${addresses.indexOf(address) + 1}`
  }
  return readPicture(svg).map((line) =>
    line
      .replaceAll(/0x[0-9a-fA-F]{64}/g, 'hash')
      .replaceAll(/0x[0-9a-fA-F]{40}/g, nameOf)
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment')
      .replace(/^ +\^[\^ ]*$/, 'marks'),
  )
}

describe('the picture of the README', () => {
  test('tells what a run tells now; else `npm run picture`', async () => {
    expect(told(committed)).toEqual(told(renderStory(await recordStory())))
  })

  test('holds no code, and needs nothing from anywhere', () => {
    expect(committed).not.toMatch(codePattern)
    expect(committed).toContain('shown once: ····-····-····-····')
    expect(committed.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
      /https?:|href|url\(|@import|<script/,
    )
  })
})

describe('readScreen', () => {
  test('looks, and what a line became in the end', () => {
    const output =
      'a \u001b[31m\u001b[1mred\u001b[22m\u001b[39m\r\n… wait\r\u001b[2K\u001b[1G\u001b[0JGo? \u001b[2m[y]\u001b[22m \u001b[9Gy\r\r\n\r\n'
    expect(readScreen(output)).toEqual([
      [{ text: 'a ' }, { text: 'red', color: 'red', isBold: true }],
      [{ text: 'Go? ' }, { text: '[y]', isDim: true }, { text: ' y' }],
    ])
  })

  test.each(['\u001b[5m', '\u001b[1A', '\u0007', '\u001b[?25l'])('error: a terminal that receives %j', (output) =>
    expect(() => readScreen(output)).toThrow('A picture does not know'),
  )
})

test('renderPicture: text comes back as it was, whatever it holds', () => {
  const rows = ['<b> & "c"', '', '&lt;'].map((text) => (text === '' ? [] : [{ text, isDim: true }, { text: '…' }]))
  const svg = renderPicture([{ title: 'A & B', rows }], '<title>', 'a < b')
  expect(readPicture(svg)).toEqual(['<b> & "c"…', '&lt;…'])
  expect(svg).toContain('<title id="title">&lt;title&gt;</title>')
})
