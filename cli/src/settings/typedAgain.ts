import { SETTINGS } from './settings.js'
import { withoutKeys } from './withoutKeys.js'

/**
 * What `resume` needs again, as words to type: where to ask, if it was said by options. An endpoint that may hold
 * a key is not repeated, but named.
 *
 * @param options - By name in camel case, as typed.
 */
export function typedAgain(options: Readonly<Record<string, string | true | undefined>>): string {
  return needed
    .flatMap((name) => {
      const value = options[name]
      if (typeof value !== 'string') return []
      const flags = name === 'config' ? '--config <file>' : SETTINGS[name].flags
      const isPlain = /^[\w./:~-]+$/.test(value) && withoutKeys(value) === value
      return [` ${isPlain ? flags.replace(/<.*>/, value) : flags}`]
    })
    .join('')
}

const needed = ['config', 'rpc', 'attestation', 'hub'] as const
