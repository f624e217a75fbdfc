import { X509Certificate } from 'node:crypto'
import { request as requestPlain } from 'node:http'
import { Agent, request as requestSecure } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { RemoteTls } from '../../config/Config.js'
import { KeySettingsError, SignerUnavailableError } from '../KeyErrors.js'

/**
 * Creates a function that sends requests to a remote signer. Over TLS the signer must show a certificate of the given
 * authority, or of one that Node trusts, for the host of the URL; it receives the client's certificate, if there is
 * one.
 *
 * @param tls - PEM. A certificate without its key, or the other way round, cannot be used.
 * @throws {@link KeySettingsError} when the URL or the certificates cannot be used.
 */
export function createAsk(url: string, { tls, timeoutMs }: { tls: RemoteTls | undefined; timeoutMs: number }): Ask {
  const base = parseUrl(url)
  const isSecure = base.startsWith('https:')
  if (tls !== undefined && !isSecure) throw new KeySettingsError('tls')
  const agent = isSecure ? openAgent(tls) : undefined
  const start = isSecure ? requestSecure : requestPlain

  return (path, body) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs)
      // Without their causes, which contain the URL and thus perhaps a token.
      const fail = () =>
        reject(new SignerUnavailableError(signal.aborted ? 'did not answer in time' : 'cannot be reached'))
      const asked = start(
        `${base}${path}`,
        {
          signal,
          ...(agent && { agent }),
          ...(body !== undefined && { method: 'POST', headers: { 'content-type': 'application/json' } }),
        },
        (response) => {
          const chunks: Buffer[] = []
          let size = 0
          response.on('data', (chunk: Buffer) => {
            size += chunk.length
            if (size <= maxAnswerBytes) return void chunks.push(chunk)
            reject(new SignerUnavailableError('returned too large an answer'))
            response.destroy()
          })
          response.on('error', fail)
          // Redirects are not followed: what is to be signed is sent to the configured host only.
          response.on('end', () => {
            if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString())
            else reject(new SignerUnavailableError(`returned status ${response.statusCode}`))
          })
        },
      )
      asked.on('error', fail)
      asked.end(body)
    })
}

/**
 * Requests a path, by `POST` when there is a body.
 *
 * @throws {@link SignerUnavailableError}
 */
export type Ask = (path: string, body?: string) => Promise<string>

/** A signer never returns longer answers. */
const maxAnswerBytes = 1 << 20

function parseUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
    throw new KeySettingsError('url')
  return url.replace(/\/+$/, '')
}

function openAgent(tls: RemoteTls = {}): Agent {
  const { cert, key, ca } = tls
  if ((cert === undefined) !== (key === undefined)) throw new KeySettingsError('tls')
  try {
    // Parsed at once, so that a malformed file is found now, and not at the first signature.
    createSecureContext({ cert, key })
    if (ca !== undefined) new X509Certificate(ca)
  } catch {
    throw new KeySettingsError('tls')
  }
  return new Agent({ cert, key, ca, keepAlive: true, minVersion: 'TLSv1.2' })
}
