import { recipientOption, routeOptions } from '../../../bridge/routeOptions.js'
import type { Command } from '../../../command/Command.js'
import { firewallOptions } from '../../../risk/firewallOptions.js'

export const hubSendCommand: Command = {
  path: ['hub', 'send'],
  summary: 'spend from the balance in the Hub, on any of its chains',
  details:
    'The wallet signs and sends nothing: the issuer mints within seconds. On the chain where the balance lies it is a withdrawal, and cheaper. The signed spend is kept, readable by you alone, until the Hub has taken it, so that `resume` can hand it in again; that cannot spend twice.\nSomebody else is paid only past the firewall, which is asked on both chains.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'USDC that arrive; the fee comes on top' }],
  options: [
    ...routeOptions,
    recipientOption,
    {
      flags: '--depositor <address>',
      describes: 'whose balance pays, and who is paid unless --recipient says otherwise; the wallet is its delegate',
    },
    ...firewallOptions,
  ],
  examples: [
    ['hub send 5 --to Base_Sepolia', 'from the balance on the chain of --chain'],
    ['hub send 5 --from Arc_Testnet --to Arc_Testnet --account 0 --yes --json', 'back to the wallet, for a script'],
    ['hub send 5 --to Base_Sepolia --depositor 0x90F79bf6EB2c4f870365E785982E1f101E93b906', 'as its delegate'],
  ],
  result: {
    from: 'name of the chain whose balance paid',
    to: 'name of the chain where it arrived',
    depositor: 'address',
    recipient: 'address',
    amount: 'base units that arrived',
    quotedFee: 'base units that the issuer asked for before',
    maxFee: 'base units that it could take at most',
    transferId: 'what the Hub knows it by; `hub track` takes it',
    mintTxHash: 'of the mint',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); null where it was not asked',
  },
  load: () => import('./run.js'),
}
