import { defineCommand } from '../../command/Command.js'
import { openService } from './openService.js'

export const command = defineCommand({
  summary: 'show whether the service is up, and the balance of its relayer',
  examples: [['service health --service https://pay.example.com', 'up or not, and the balance that pays for gas']],
  result: {
    ok: 'always `true`: otherwise the command fails',
    relayer:
      'null where the service relays nothing; else `address`, `chainUsdc` (a decimal number of USDC), `low`, and `asOf` (Unix milliseconds, or null while the balance was never read)',
  },
  async run({ settings, terminal, signal }) {
    const service = openService(settings)
    const health = await terminal.during('asking the service', () => service.health({ signal }))
    const { relayer } = health
    if (relayer === null) return { result: health, text: 'The service is up. It relays nothing.' }
    const { paint } = terminal
    const left = `${relayer.chainUsdc} USDC left`
    return {
      result: health,
      text: [
        'The service is up.',
        `relayer  ${relayer.address}`,
        `         ${relayer.low ? paint.yellow(`${left}: it may soon refuse`) : left}`,
      ].join('\n'),
    }
  },
})
