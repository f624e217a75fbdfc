import { ServiceError } from '@holdfast/sdk/errors'

/** The folder does not contain a built page of the web application. */
export class PageError extends ServiceError {
  override name = 'PageError' as const

  constructor(why: string) {
    super(`The folder contains no valid page of the web application: ${why}.`, {
      code: 'page',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'change_settings', settings: ['WEB_DIR'] },
      hint: 'Build it with `npm run build -w web`, and name `web/dist/public` with `web/dist/public.hosts` beside it.',
    })
  }
}
