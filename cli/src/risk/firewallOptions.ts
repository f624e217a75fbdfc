import type { Option } from '../command/Option.js'

/** Options of a command that calls `passReport`. */
export const firewallOptions = [
  { flags: '--contact <addresses>', describes: 'addresses that are trusted, separated by commas' },
  { flags: '--strict', describes: 'a warning stops the payment like a block' },
  {
    flags: '--acknowledge <file>',
    describes: 'report of `check --amount --save`: pay in spite of exactly that report, at most its amount',
  },
] as const satisfies readonly Option[]
