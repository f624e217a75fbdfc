import { readPaymentRequest, type SignedPaymentRequest } from '@holdfast/sdk/requests'
import type { Input } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import type { Option } from '../../command/Option.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { readTextFile } from '../../input/readTextFile.js'

/** For commands about a request. */
export const requestFileOption = {
  flags: '--file <file>',
  describes: 'file that holds the request, instead of an argument',
} as const satisfies Option

/**
 * The request that a command is about: a URI, a link to any web application, or a file. It is public: it holds no secret.
 *
 * @throws RequestMalformedError, CommandFailure
 */
export function readTypedRequest(
  { pathOf }: Pick<Context, 'pathOf'>,
  {
    positionals: [typed],
    options: { file },
  }: Pick<Input<readonly [typeof requestFileOption]>, 'positionals' | 'options'>,
): SignedPaymentRequest {
  if (file !== undefined && typed === undefined) return readPaymentRequest(readTextFile(file, pathOf, 10_000))
  if (typed !== undefined && file === undefined) return readPaymentRequest(typed)
  throw usageFailure('usage', 'Name the request, or with --file the file that holds it.')
}
