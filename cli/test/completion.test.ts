import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { optionsOf } from '../src/command/Command.js'
import { commands } from '../src/shell/commands.js'
import { buildCli } from './buildCli.js'
import { startSession } from './startSession.js'

let bin: string
beforeAll(async () => {
  bin = await buildCli()
})

const run = (...words: string[]) => execFileSync(process.execPath, [bin, ...words], { encoding: 'utf8', stdio: 'pipe' })

/** Where `completion.test.ts` is. */
const here = fileURLToPath(new URL('.', import.meta.url))
const isInstalled = (shell: string) => spawnSync(shell, ['--version']).status === 0

/** What bash offers for a line whose last word is being typed. */
function complete(line: string): string[] {
  const program = [
    'eval "$1"; shift',
    'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))',
    '_holdfast',
    `printf '%s\\n' "\${COMPREPLY[@]}"`,
  ]
  const args = [
    '--noprofile',
    '--norc',
    '-c',
    program.join('\n'),
    'bash',
    run('completion', 'bash'),
    ...line.split(' '),
  ]
  const text = execFileSync('bash', args, { encoding: 'utf8', cwd: here })
  return text.split('\n').filter((word) => word !== '')
}

test('bash: commands, groups, options and files', () => {
  expect(complete('holdfast ')).toEqual([...new Set(commands.map(({ path }) => path[0]))])
  expect(complete('holdfast ch')).toEqual(['check'])
  expect(complete('holdfast service ')).toEqual(
    commands.filter(({ path }) => path[0] === 'service').map(({ path }) => path[1]),
  )
  expect(complete('holdfast service announcements --l')).toEqual(['--limit'])
  expect(complete('holdfast check 0x8617E340B3D01FA5F11F306F4090FD50E238070D --fr')).toEqual(['--from'])
  expect(complete('holdfast check --from ')).toEqual([])
  expect(complete('holdfast check --save completion.te')).toEqual(['completion.test.ts'])
})

test.skipIf(!isInstalled('zsh'))('zsh, where it is installed: what a tab makes of a line', async () => {
  const env = {
    HOME: here,
    PATH: process.env.PATH ?? '',
    PS1: 'next> ',
    TERM: 'xterm',
    COMPLETION: run('completion', 'zsh'),
  }
  const session = startSession('exec zsh -f -i', { cwd: here, env })
  // A key pressed before the shell reads keys is lost when it takes over the terminal.
  await session.see('next> ')
  session.answer('autoload -Uz compinit && compinit -D -u && eval "$COMPLETION"; holdfast() { print -r "typed: $*." }')
  for (const [typed, completed] of [
    ['ch\t', 'check'],
    ['service an\t', 'service announcements'],
    ['service announcements --l\t', 'service announcements --limit'],
    [
      'check 0x8617E340B3D01FA5F11F306F4090FD50E238070D --fr\t',
      'check 0x8617E340B3D01FA5F11F306F4090FD50E238070D --from',
    ],
    ['check --from \t12', 'check --from 12'],
    ['check --save completion.te\t', 'check --save completion.test.ts'],
  ]) {
    await session.see('next> ')
    session.answer(`holdfast ${typed}`)
    await session.see(`typed: ${completed}.`)
  }
  await session.see('next> ')
  session.ctrl('D')
  await session.end()
})

test.skipIf(!isInstalled('fish'))('fish, where it is installed: what it offers for a line', () => {
  const script = run('completion', 'fish')
  const offered = (line: string) => {
    const text = execFileSync('fish', ['--no-config', '-c', `${script}\ncomplete -C '${line}'`], {
      encoding: 'utf8',
      cwd: here,
    })
    return text.split('\n').flatMap((one) => one.split('\t')[0] || [])
  }
  expect(offered('holdfast ')).toEqual([...new Set(commands.map(({ path }) => path[0]))].sort())
  expect(offered('holdfast ch')).toEqual(['check'])
  expect(offered('holdfast service announcements --l')).toEqual(['--limit'])
  expect(offered('holdfast check --from ')).toEqual([])
  expect(offered('holdfast check --save completion.te')).toEqual(['completion.test.ts'])
})

test('zsh and fish: every command and option is in the script, and its quotes are closed', () => {
  for (const shell of ['zsh', 'fish']) {
    const script = run('completion', shell)
    for (const command of commands) {
      expect(script).toContain(`' ${command.path.join(' ')}'`)
      for (const { flags } of optionsOf(command)) expect(script).toContain(flags.split(' ')[0]?.slice(2))
    }
    const quotes = script.replaceAll(shell === 'zsh' ? "'\\''" : "\\'", '').match(/'/g) ?? []
    expect(quotes.length % 2).toBe(0)
  }
})

test('error: a shell without a script', () => {
  expect(() => run('completion', 'cmd', '--json', '--quiet')).toThrow(/unknown_shell|no script for cmd/)
})
