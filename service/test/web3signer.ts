import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Hex, keccak256, slice } from 'viem'
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts'

/**
 * Starts a signer with the Web3Signer HTTP interface (eth1) on loopback, with its own keys.
 *
 * @param options - `tls`: requires client certificates of this authority. `port`: the port of an earlier start.
 */
export async function startWeb3Signer(
  privateKeys: readonly Hex[] = [generatePrivateKey()],
  options: { tls?: { cert: string; key: string; ca: string } | undefined; port?: number | undefined } = {},
): Promise<TestWeb3Signer> {
  const { tls, port = 0 } = options
  const signer: TestWeb3Signer = {
    url: '',
    accounts: privateKeys.map((key) => privateKeyToAccount(key)),
    requests: [],
    answer: undefined,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    signer.requests.push(`${request.method} ${path}`)
    if (signer.answer === 'nothing') return
    if (signer.answer !== undefined && path.includes('/sign/')) return void response.end(signer.answer)
    if (path === '/upcheck') return void response.end('OK')
    if (path === '/api/v1/eth1/publicKeys')
      return void response.end(JSON.stringify(signer.accounts.map(({ publicKey }) => `0x${publicKey.slice(4)}`)))
    const index = signer.accounts.findIndex(({ publicKey }) => path === `/api/v1/eth1/sign/0x${publicKey.slice(4)}`)
    const privateKey = privateKeys[index]
    if (privateKey === undefined) {
      response.statusCode = 404
      return void response.end()
    }
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: Hex }
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    response.end(await sign({ hash: keccak256(slice(data, 0)), privateKey, to: 'hex' }))
  }
  const server = tls
    ? createSecureServer({ ...tls, requestCert: true, rejectUnauthorized: true }, listener)
    : createServer(listener)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  signer.url = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  return signer
}

/** A remote signer that belongs to a test. */
export type TestWeb3Signer = {
  url: string
  accounts: readonly ReturnType<typeof privateKeyToAccount>[]
  requests: string[]
  /** Its answer instead of a signature; with `nothing` it never answers. */
  answer: string | undefined
  stop: () => Promise<void>
}
