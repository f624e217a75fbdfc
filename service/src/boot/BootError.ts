import { ServiceError } from '@holdfast/sdk/errors'

/**
 * The service cannot run with these settings. A restart cannot help until they change. Never contains a setting's
 * value.
 */
export class BootError extends ServiceError {
  override name = 'BootError' as const

  constructor(what: string, next: string) {
    super(what, {
      code: 'boot',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'change_settings', settings: [] },
      hint: next,
    })
  }
}
