import { expect, test } from 'vitest'
import { OPTIONS, SWITCHES } from '../config/commandLine.js'
import { commands } from './commands.js'
import { asksForHelp, helpText } from './help.js'

test('default: names every command, switch and option', () => {
  const text = helpText()
  for (const word of [...commands.keys(), ...Object.keys(SWITCHES), ...Object.keys(OPTIONS), '--help'])
    expect(text).toContain(`  ${word}`)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(125)
})

test('behavior: printed for `--help` anywhere in the line, and only then', () => {
  expect([['--help'], ['-h'], ['verify-audit', '--help'], ['--keeper', '-h']].map(asksForHelp)).not.toContain(false)
  expect([[], ['help'], ['--host', '--helpful']].map(asksForHelp)).not.toContain(true)
})
