import type { ExplorerAdapter, ExplorerApis } from './adapter.js'
import { createGetJson, type GetJsonOptions } from './getJson.js'

/** Makes the calls of an explorer, all with the same patience. */
export function openApis(
  { apiUrl, adapter }: { apiUrl: string; adapter: ExplorerAdapter },
  http: GetJsonOptions,
): ExplorerApis {
  return { rest: createGetJson(apiUrl, http), legacy: createGetJson(adapter.legacyUrl(apiUrl), http) }
}
