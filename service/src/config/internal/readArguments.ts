import type { ConfigFault } from '../ConfigError.js'
import { OPTIONS, SWITCHES } from '../commandLine.js'

/** Settings from the command line, under the names they have in the environment. */
export function readArguments(argv: readonly string[]): {
  values: Record<string, string>
  keeper: boolean
  keeperOnly: boolean
  once: boolean
  faults: readonly ConfigFault[]
} {
  const values: Record<string, string> = {}
  const faults: ConfigFault[] = []
  const flags = new Set<string>()
  for (let place = 0; place < argv.length; place++) {
    // The loop ends before the length.
    const [name = '', inline] = split(argv[place] as string)
    if (Object.hasOwn(SWITCHES, name) && inline === undefined) {
      flags.add(name)
      continue
    }
    const setting = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined
    if (setting === undefined) {
      // An unknown argument may be a secret in the wrong place.
      faults.push({ setting: /^--[a-z-]{1,32}$/.test(name) ? name : 'command line', fault: 'not an option' })
      continue
    }
    const value = inline ?? argv[++place]
    if (value === undefined || value.startsWith('--')) faults.push({ setting: name, fault: 'needs a value' })
    else values[setting] = value
  }
  return {
    values,
    keeper: flags.has('--keeper'),
    keeperOnly: flags.has('--keeper-only'),
    once: flags.has('--once'),
    faults,
  }
}

function split(argument: string): readonly [string, string?] {
  const mark = argument.indexOf('=')
  return mark === -1 ? [argument] : [argument.slice(0, mark), argument.slice(mark + 1)]
}
