import type { Route } from '../Route.js'

/**
 * Finds routes by the path exactly as it was written: it is neither decoded nor normalised.
 *
 * @throws When two routes have one method and path.
 */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  const paths = new Map<string, PathRoutes>()
  for (const route of routes) {
    const found = paths.get(route.path) ?? emptyPath()
    if (found.byMethod.has(route.method)) throw new TypeError(`${route.method} ${route.path} is defined twice.`)
    found.routes.push(route)
    found.byMethod.set(route.method, route)
    if (route.method === 'GET') found.byMethod.set('HEAD', route)
    found.allow = [...found.byMethod.keys()].join(', ')
    paths.set(route.path, found)
  }
  return { find: (path) => paths.get(path) }
}

/** The routes by path. */
export type RouteTable = { find: (path: string) => PathRoutes | undefined }

/** The routes of one path. */
type PathRoutes = { routes: Route[]; byMethod: Map<string, Route>; allow: string }

function emptyPath(): PathRoutes {
  return { routes: [], byMethod: new Map(), allow: '' }
}
