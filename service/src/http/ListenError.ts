import { ServiceError } from '@holdfast/sdk/errors'

/** The system does not let the service listen there. A retry helps once the port is free. */
export class ListenError extends ServiceError {
  override name = 'ListenError' as const
  readonly host: string
  readonly port: number

  constructor(host: string, port: number, options: { cause?: unknown } = {}) {
    const { code } = (options.cause ?? {}) as NodeJS.ErrnoException
    const why = code === 'EADDRINUSE' ? 'it is taken' : (code ?? 'the system refuses')
    super(`The service cannot listen on port ${port} of ${host}: ${why}.`, {
      code: 'listen',
      cause: options.cause,
      metaMessages: ['End what listens there, or choose another with HOST and PORT, ADMIN_HOST and ADMIN_PORT.'],
    })
    this.host = host
    this.port = port
  }
}
