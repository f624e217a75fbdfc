import type { Run } from '../../../command/Command.js'
import { openService } from '../../../service/openService.js'

export const run: Run = async ({ settings, terminal, signal }) => {
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
}
