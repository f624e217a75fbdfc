import type { Input, Option } from '../command/Command.js'
import { usageFailure } from '../failure/CommandFailure.js'

/** For commands that write a link. */
export const originOption: Option = {
  flags: '--origin <url>',
  describes: 'web application that the link opens, as https://pay.example; it is never asked',
}

/** @throws CommandFailure `missing_origin` */
export function requireOrigin({ options: { origin } }: Pick<Input, 'options'>): string {
  if (typeof origin === 'string') return origin
  throw usageFailure('missing_origin', '--origin is missing.', ['Like this: --origin https://pay.example'])
}
