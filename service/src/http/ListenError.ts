import { ServiceError } from '@holdfast/sdk/errors'

/** The system refuses to let the service listen on this port. A retry can help once the port is free. */
export class ListenError extends ServiceError {
  override name = 'ListenError' as const
  readonly host: string
  readonly port: number

  constructor(host: string, port: number, options: { cause?: unknown } = {}) {
    // Node's own error where there is one; its fields are optional.
    const { code } = (options.cause ?? {}) as NodeJS.ErrnoException
    const why = code === 'EADDRINUSE' ? 'it is taken' : (code ?? 'the system refuses')
    super(`The service cannot listen on port ${port} of ${host}: ${why}.`, {
      code: 'listen',
      effect: 'none',
      retry: 'later',
      advice: { do: 'change_settings', settings: ['HOST', 'PORT', 'ADMIN_HOST', 'ADMIN_PORT'] },
      cause: options.cause,
      hint: 'Stop the process that uses the port, or choose another with HOST and PORT, ADMIN_HOST and ADMIN_PORT.',
    })
    this.host = host
    this.port = port
  }
}
