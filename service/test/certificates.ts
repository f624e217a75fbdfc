import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * A test authority with certificates for a server on loopback and for a client, and a client certificate of another
 * authority.
 */
export async function makeCertificates(): Promise<TestCertificates> {
  const directory = await mkdtemp(join(tmpdir(), 'holdfast-tls-'))
  const path = (name: string) => join(directory, name)
  const make = async (name: string, authority: string | undefined, ...extensions: string[]) => {
    const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
    const by = authority === undefined ? [] : ['-CA', path(`${authority}.pem`), '-CAkey', path(`${authority}.key`)]
    const where = ['-keyout', path(`${name}.key`), '-out', path(`${name}.pem`), '-subj', `/CN=${name}`]
    const also = extensions.flatMap((extension) => ['-addext', extension])
    await run('openssl', ['req', ...made, ...by, ...where, ...also])
    const [cert, key] = await Promise.all([
      readFile(path(`${name}.pem`), 'utf8'),
      readFile(path(`${name}.key`), 'utf8'),
    ])
    return { cert, key }
  }
  try {
    const [authority, stranger] = await Promise.all([make('authority', undefined), make('stranger', undefined)])
    const [server, client, foreign] = await Promise.all([
      make('server', 'authority', 'basicConstraints=CA:FALSE', 'subjectAltName=IP:127.0.0.1'),
      make('client', 'authority', 'basicConstraints=CA:FALSE'),
      make('foreign', 'stranger', 'basicConstraints=CA:FALSE'),
    ])
    return { ca: authority.cert, strangeCa: stranger.cert, server, client, foreign }
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** All PEM. */
export type TestCertificates = {
  ca: string
  /** Certificate of an authority that is not trusted. */
  strangeCa: string
  server: { cert: string; key: string }
  client: { cert: string; key: string }
  /** A client certificate of that authority. */
  foreign: { cert: string; key: string }
}
