import type { Input } from '../../command/Command.js'
import type { Option } from '../../command/Option.js'
import { usageFailure } from '../../failure/CommandFailure.js'

/** For commands that write a link. */
export const originOption = {
  flags: '--origin <url>',
  describes: 'web application that the link opens, as https://pay.example; no request is sent to it',
} as const satisfies Option

/** @throws CommandFailure `missing_origin` */
export function requireOrigin({ options: { origin } }: Pick<Input<readonly [typeof originOption]>, 'options'>): string {
  if (origin !== undefined) return origin
  throw usageFailure('missing_origin', '--origin is missing.', ['Like this: --origin https://pay.example'])
}
