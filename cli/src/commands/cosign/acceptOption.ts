import type { Option } from '../../command/Option.js'

/** Of a command that asks the service's co-signer for a spend. */
export const acceptOption = {
  flags: '--accept <address>',
  describes:
    'known address that the target resembles: the co-signer then signs in spite of that warning, never of a block',
} as const satisfies Option
