import type { Opinion } from '../../opinion/Opinion.js'
import type { ServiceParts } from '../../ServiceParts.js'
import type { Closers } from './Closers.js'

/** Opens the second opinion when the settings name a model. Its library is large, so it is loaded only then. */
export async function openOpinion(parts: ServiceParts, closers: Closers): Promise<Opinion | undefined> {
  const settings = parts.config.model
  if (settings === undefined) return undefined
  const { createOpinion } = await import('../../opinion/createOpinion.js')
  const opinion = createOpinion(parts, settings)
  closers.add(() => opinion.close())
  return opinion
}
