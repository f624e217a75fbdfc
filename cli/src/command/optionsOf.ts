import { SETTINGS } from '../settings/settings.js'
import type { Description } from './Command.js'
import { outputOptions, signingOptions, walletOptions } from './commonOptions.js'
import type { Option } from './Option.js'

/** Everything a command takes by name: its own options first, those of every command last. */
export function optionsOf({ options = [], wallet, usesSettings = true }: Description): readonly Option[] {
  return [
    ...options,
    ...(wallet ? walletOptions : []),
    // `deploy` says more of its own.
    ...(wallet === 'signs' ? signingOptions.filter(({ flags }) => !options.some((own) => own.flags === flags)) : []),
    ...(usesSettings ? Object.values(SETTINGS).map(({ flags, describes }) => ({ flags, describes })) : []),
    ...outputOptions.filter(({ flags }) => usesSettings || flags !== '--config <file>'),
  ]
}
