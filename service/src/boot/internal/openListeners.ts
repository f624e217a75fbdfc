import { createAdminServer } from '../../http/createAdminServer.js'
import { createHttpServer } from '../../http/createHttpServer.js'
import { openPage } from '../../http/openPage.js'
import type { Route } from '../../http/Route.js'
import type { Indexes } from '../../indexes/createIndexes.js'
import type { Relay } from '../../relay/Relay.js'
import type { ServiceParts } from '../../ServiceParts.js'
import { readinessProbes } from '../readinessProbes.js'
import type { Closers } from './Closers.js'
import { measureStore } from './measureStore.js'

/** Opens the operator's listener before the public one, so that probes and metrics are available before the first request. */
export async function openListeners(
  parts: ServiceParts,
  { routes, relay, indexes }: { routes: readonly Route[]; relay: Relay | undefined; indexes: Indexes },
  closers: Closers,
  options: createHttpServer.Options = {},
): Promise<Listeners> {
  const { webDirectory } = parts.config
  const page = webDirectory === undefined ? undefined : await openPage(webDirectory)
  const server = createHttpServer(parts, routes, { page, ...options })
  const probes = readinessProbes({ ...parts, relay, indexes, isDraining: () => server.isDraining })
  const admin = createAdminServer(parts, routes, probes)
  await admin.listen()
  closers.add(() => admin.close())
  closers.add(measureStore(parts))
  await server.listen()
  return { server, admin }
}

type Listeners = { server: createHttpServer.ReturnType; admin: createAdminServer.ReturnType }
