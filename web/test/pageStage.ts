import { join } from 'node:path'
import { buildOnce } from '@holdfast/testkit/buildOnce'
import { openService, type ServiceStage } from '@holdfast/testkit/serviceStage'
import { setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { buildPage } from '../tools/buildPage.js'
import { type ServedPage, servePage } from './servePage.js'

/** The built page as a host serves it, a devnet and a service. */
export type PageStage = {
  stage: TestStage
  served: ServedPage
  service: ServiceStage
  close: () => Promise<void>
}

/** Builds the loopback page and serves it beside a devnet and a service. */
export async function setPageStage(): Promise<PageStage> {
  const [directory, stage] = await Promise.all([
    buildOnce('page', (folder) => buildPage('loopback', join(folder, 'app'))),
    setTestStage(),
  ])
  const served = await servePage(join(directory, 'app'))
  const service = await openService(stage.devnet, { env: { CORS_ORIGINS: served.origin } })
  served.settings.devnet = stage.devnet.url
  served.settings.service = service.service.url
  return {
    stage,
    served,
    service,
    async close() {
      await served.close()
      await service.service.stop()
      await service.forget()
      await stage.stop()
    },
  }
}
