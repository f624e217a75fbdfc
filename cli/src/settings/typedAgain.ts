import { withoutKeys } from './readUrl.js'
import { SETTINGS, type SettingOptions } from './settings.js'

/**
 * What `resume` needs again, as words to type: where to ask, if it was said by options. An endpoint that may hold
 * a key is not repeated, but named.
 */
export function typedAgain(options: SettingOptions): string {
  return needed
    .flatMap((name) => {
      const value = options[name]
      if (value === undefined) return []
      const flags = name === 'config' ? '--config <file>' : SETTINGS[name].flags
      const isPlain = /^[\w./:~-]+$/.test(value) && withoutKeys(value) === value
      return [` ${isPlain ? flags.replace(/<.*>/, value) : flags}`]
    })
    .join('')
}

const needed = ['config', 'rpc', 'attestation', 'hub'] as const
