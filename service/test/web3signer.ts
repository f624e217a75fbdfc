import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Hex, keccak256, slice } from 'viem'
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts'

/** Starts a signer with the Web3Signer HTTP interface (eth1) on loopback, with keys of its own. */
export async function startWeb3Signer(privateKeys: readonly Hex[] = [generatePrivateKey()]): Promise<TestWeb3Signer> {
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
  const server = createServer(async (request, response) => {
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
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  signer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return signer
}

/** A remote signer that belongs to a test. */
export type TestWeb3Signer = {
  url: string
  accounts: readonly ReturnType<typeof privateKeyToAccount>[]
  requests: string[]
  /** What it answers instead of a signature; `nothing` never answers anything. */
  answer: string | undefined
  stop: () => Promise<void>
}
