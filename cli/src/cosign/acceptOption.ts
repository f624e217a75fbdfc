import type { Option } from '../command/Command.js'

/** Of a command that asks the service's co-signer for a spend. */
export const acceptOption: Option = {
  flags: '--accept <address>',
  describes:
    'known address that the target resembles: the co-signer then signs in spite of that warning, never of a block',
}
