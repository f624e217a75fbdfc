import { InvalidInputError } from '../errors/input.js'

/**
 * Validates the origin of a web application: scheme and host, nothing behind it. Plain HTTP only on this machine.
 *
 * @returns Without a slash at its end.
 * @throws {@link InvalidInputError}
 */
export function parseOrigin(value: string): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  const isLocal = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (url === undefined || !(isLocal || url.protocol === 'https:') || ![url.origin, `${url.origin}/`].includes(value))
    throw new InvalidInputError('origin', 'The origin is not that of a web application, as https://pay.example.')
  return url.origin
}
