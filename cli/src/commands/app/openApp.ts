import { fileURLToPath } from 'node:url'
import { openPage, type Page, PageError } from '@holdfast/service'
import { usageFailure } from '../../failure/CommandFailure.js'

/**
 * The page that was built with this program, or one in a folder.
 *
 * @throws CommandFailure where there is none.
 */
export async function openApp(folder?: string | undefined): Promise<Page> {
  try {
    return await openPage(folder ?? fileURLToPath(new URL('./app', import.meta.url)))
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    throw usageFailure('no_page', error.shortMessage, [
      folder === undefined
        ? 'This program was built without the web application: run `npm run build` in the repository.'
        : 'Name a folder that `npm run build -w web` has made, such as web/dist/loopback, with its `.hosts` beside it.',
    ])
  }
}
