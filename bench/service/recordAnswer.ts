import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Load } from './load.js'

/** Sends one request, and records the answer unchanged. */
export async function recordAnswer(
  url: string,
  { method, headers, body }: Omit<Load, 'requests'>,
): Promise<RecordedAnswer> {
  const asking = request(url, { method: method ?? 'GET', headers: headers ?? {} }).end(body?.())
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  // The server writes these itself.
  const own = new Set(['date', 'connection', 'keep-alive'])
  const kept: string[] = []
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(at, at + 2)
    if (!own.has(name.toLowerCase())) kept.push(name, value)
  }
  return { status: response.statusCode ?? 0, headers: kept, body: Buffer.concat(parts).toString('base64') }
}

/** An answer that can be replayed. */
export type RecordedAnswer = {
  status: number
  /** Names and values alternate. */
  headers: string[]
  /** Base64. */
  body: string
}
