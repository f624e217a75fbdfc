import { describe, expect, test } from 'vitest'
import { commands } from './commands.js'
import { type Chosen, createProgram } from './program.js'

/** What the parser reads from a line. */
function parse(line: string): Chosen | undefined {
  let chosen: Chosen | undefined
  const program = createProgram(
    (one) => {
      chosen = one
    },
    () => undefined,
  )
  // What the shell keeps for itself: redirections and what follows them.
  const words = line.replace(/ (\d?<|\d?>|\|).*$/, '').split(' ')
  program.parse(words, { from: 'user' })
  return chosen
}

describe.each(commands.map((command) => [command.path.join(' '), command] as const))('%s', (_, command) => {
  test('every example can be typed', () => {
    expect(command.examples.length).toBeGreaterThan(0)
    for (const [line] of command.examples) expect(parse(line)?.command, line).toBe(command)
  })

  test('is described in a line, and its result field by field', async () => {
    expect(command.summary).toMatch(/^[a-z`].{5,110}[^.]$/)
    const { result } = (await command.load()).command
    expect(Object.keys(result).length).toBeGreaterThan(0)
  })

  test('has help', () => {
    let help = ''
    const program = createProgram(
      () => expect.fail('The command was chosen.'),
      (text) => {
        help += text
      },
    )
    expect(() => program.parse([...command.path, '--help'], { from: 'user' })).toThrow('(outputHelp)')
    for (const { flags } of command.options ?? []) expect(help).toContain(flags)
    expect(help).toContain('Examples:')
    expect(help.includes('--yes')).toBe(command.wallet === 'signs')
    expect(help.includes('--chain <name>')).toBe(command.usesSettings !== false)
  })
})

test('help of devnet lists only the options that it takes, and none of a chain or wallet', () => {
  let help = ''
  const program = createProgram(
    () => expect.fail('The command was chosen.'),
    (text) => {
      help += text
    },
  )
  expect(() => program.parse(['devnet', '--help'], { from: 'user' })).toThrow('(outputHelp)')
  const listed = Array.from(help.matchAll(/^ +(?:-\w, )?(--[\w-]+)/gm), ([, flag]) => flag)
  expect(listed).toEqual(['--port', '--block-time', '--persist', '--with-service', '--json', '--quiet', '--help'])
})

test('no command has the words of another', () => {
  const names = commands.map(({ path }) => path.join(' '))
  expect(new Set(names).size).toBe(names.length)
})
