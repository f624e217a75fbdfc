import { SETTINGS } from '../settings/settings.js'
import type { Command, Option } from './Command.js'
import { signingOptions, walletOptions } from './walletOptions.js'

/** Everything a command takes by name: its own options first, those of every command last. */
export function optionsOf({ options = [], wallet }: Command): readonly Option[] {
  return [
    ...options,
    ...(wallet ? walletOptions : []),
    // `deploy` says more of its own.
    ...(wallet === 'signs' ? signingOptions.filter(({ flags }) => !options.some((own) => own.flags === flags)) : []),
    ...Object.values(SETTINGS).map(({ flags, describes }) => ({ flags, describes })),
    { flags: '--config <file>', describes: 'settings file instead of the usual one' },
    { flags: '--json', describes: 'print one JSON document, and nothing else, on standard output' },
    { flags: '--quiet', describes: 'say nothing on standard error but errors' },
  ]
}
