import { codeOption } from '../../command/commonOptions.js'
import type { Option } from '../../command/Option.js'
import { firewallOptions } from '../../risk/firewallOptions.js'

/** Options of a command that calls `lockPayment`. */
export const paymentOptions = [
  {
    flags: '--terms <id>',
    isHash: true,
    describes:
      'terms that are registered; else one hour to claim by the key of the code, and no fee, registered on the way',
  },
  codeOption,
  ...firewallOptions,
] as const satisfies readonly Option[]
