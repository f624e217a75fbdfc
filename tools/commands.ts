import { CommanderError } from 'commander'
import { commands } from '../cli/src/shell/commands.js'
import { createProgram } from '../cli/src/shell/program.js'

/** A command line in a page. */
export type TypedLine = { file: string; line: number; text: string }

/** The command lines of a page: those of each fence that is marked `sh`. */
export function readTypedLines(file: string, page: string): TypedLine[] {
  const typed: TypedLine[] = []
  let isInside = false
  for (const [index, text] of page.split('\n').entries()) {
    if (text.startsWith('```')) isInside = text === '```sh'
    else if (isInside && text.trim() !== '' && !text.startsWith('#')) typed.push({ file, line: index + 1, text })
  }
  return typed
}

/** The commands that exist in this workspace. */
export type Typeable = {
  /** Of each manifest, by its workspace; the root's under an empty name. */
  scripts: ReadonlyMap<string, ReadonlySet<string>>
  /** Programs that `npx` finds after `npm ci && npm run build`. */
  programs: ReadonlySet<string>
}

/**
 * The fault of a command line: a command that does not exist, or does not accept its arguments. Programs of the system
 * are not checked.
 */
export function checkTypedLine({ file, line, text }: TypedLine, here: Typeable): string[] {
  const bare = text.replace(/\s+#.*$/, '')
  return bare
    .split(/\s*&&\s*/)
    .flatMap((part) => checkCommand(part.replace(/^([A-Z_]+=\S+\s+)+/, '').split(/\s+/), here) ?? [])
    .map((fault) => `${file}:${line} ${fault}`)
}

function checkCommand([first = '', ...words]: readonly string[], here: Typeable): string | undefined {
  if (first === 'holdfast') return checkHoldfast(words)
  if (first === 'npx')
    return words[0] === 'holdfast' ? checkHoldfast(words.slice(1)) : checkProgram(words[0] ?? '', here)
  if (first !== 'npm') return undefined
  const [verb = '', name = ''] = words
  const script = verb === 'run' ? name : ['start', 'test'].includes(verb) ? verb : undefined
  if (script !== undefined) {
    const workspace = words.includes('-w') ? (words[words.indexOf('-w') + 1] ?? '') : ''
    return here.scripts.get(workspace)?.has(script) ? undefined : `npm has no script ${script}`
  }
  const unpublished = words.find((word) => /^(@holdfast\/|holdfast$)/.test(word))
  return verb === 'install' && unpublished ? `${unpublished} is not on npm` : undefined
}

function checkProgram(name: string, { programs }: Typeable): string | undefined {
  return programs.has(name) ? undefined : `npx finds no ${name}`
}

/** Whether our parser accepts the words; a placeholder stands for any one word. */
function checkHoldfast(words: readonly string[]): string | undefined {
  // The shell's own part: redirections, pipes and what follows them.
  const end = words.findIndex((word) => /^(\d?[<>]|\|)/.test(word) && !/^<[\w-]+>$/.test(word))
  const program = createProgram(
    () => undefined,
    () => undefined,
  )
  try {
    program.parse(end === -1 ? [...words] : words.slice(0, end), { from: 'user' })
    return undefined
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined
    return `holdfast ${words.join(' ')}: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Commands that the prose of a page names, each with the words that select it. */
export function readNamedCommands(page: string): string[] {
  const prose = page.replaceAll(/^```.*?^```/gms, '')
  return Array.from(prose.matchAll(/`(?:npx )?holdfast ([a-z][a-z -]*)/g), ([, words = '']) => words.trim())
}

/** Whether the words begin with a command, or a group of them. */
export function isNamed(words: string): boolean {
  const given = words.split(' ')
  return (
    given[0] === 'help' ||
    commands.some(({ path }) =>
      path.some((_, at) => path.slice(0, at + 1).join(' ') === given.slice(0, at + 1).join(' ')),
    )
  )
}

/** HTML that would be invisible on a page: a tag outside of code. */
export function readBareTags(page: string): string[] {
  const text = page
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/(`+)[^`].*?\1/gs, '')
    .replaceAll(/<!--.*?-->/gs, '')
  return Array.from(text.matchAll(/<\/?[a-z][^>\n]*>/gi), ([tag]) => tag)
}
