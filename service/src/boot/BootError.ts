import { ServiceError } from '@holdfast/sdk/errors'

/** The service cannot work here. A retry cannot help: somebody has to change something. Never holds a value. */
export class BootError extends ServiceError {
  override name = 'BootError' as const

  constructor(what: string, next: string) {
    super(what, { code: 'boot', metaMessages: [next] })
  }
}
