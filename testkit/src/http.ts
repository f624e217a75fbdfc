import { request } from 'node:http'
import { API_REQUEST_HEADERS, apiRequestMessage } from '@holdfast/sdk/wire'
import { keccak256, stringToBytes } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** Sends one request and returns its answer as received bytes: nothing is decoded, and no header is added. */
export async function ask(url: string, options: ask.Options = {}): Promise<ask.Answer> {
  const { body, headers = {} } = options
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = request(url, { method: body === undefined ? 'GET' : 'POST', headers: { ...type, ...headers } })
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject).end(body)
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of response) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const isText = response.headers['content-encoding'] === undefined && bytes.length > 0
  const isJson = isText && response.headers['content-type']?.includes('json')
  return {
    status: response.statusCode ?? 0,
    headers: response.headers as Record<string, string>,
    bytes,
    body: isJson ? JSON.parse(bytes.toString()) : undefined,
  }
}

export declare namespace ask {
  type Options = { body?: string; headers?: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every kind
  type Answer = { status: number; headers: Record<string, string>; bytes: Buffer; body: any }
}

/** Headers of a signed request, by a new account unless one is named. */
export async function sign(
  path: string,
  body: string | Uint8Array,
  { account = privateKeyToAccount(generatePrivateKey()), timestamp = Date.now() }: sign.Options = {},
): Promise<Record<string, string>> {
  const message = apiRequestMessage({
    path,
    timestamp,
    bodyHash: keccak256(typeof body === 'string' ? stringToBytes(body) : body),
  })
  return {
    [API_REQUEST_HEADERS.address]: account.address,
    [API_REQUEST_HEADERS.timestamp]: `${timestamp}`,
    [API_REQUEST_HEADERS.signature]: await account.signMessage({ message }),
  }
}

export declare namespace sign {
  type Options = { account?: PrivateKeyAccount | undefined; timestamp?: number | undefined }
}
