import type { Run } from '../../../command/Command.js'
import { openService } from '../../../service/openService.js'

export const run: Run = async ({ settings, terminal, signal }) => {
  const service = openService(settings)
  const address = await terminal.during('asking the service', () => service.cosignerAddress({ signal }))
  return { result: { address }, text: address }
}
