import type { Session } from '../../wallets/useSession.js'
import { ResumeScreen } from '../send/ResumeScreen.js'
import { LinkScreen } from './LinkScreen.js'
import { LinksScreen } from './LinksScreen.js'
import { MakeLinkScreen } from './MakeLinkScreen.js'

/** The pages of payment links, which load together: `/link`, `/link/:entry`, `/links` and `/links/:chain/:id`. */
export function LinkPages({ path, session }: { path: string; session: Session }) {
  const [, first, second, third] = path.split('/')
  if (first === 'links' && second !== undefined)
    return <LinkScreen key={path} chain={second} id={third ?? ''} session={session} />
  if (first === 'links') return <LinksScreen session={session} />
  if (second === undefined) return <MakeLinkScreen key={session.account} session={session} />
  return <ResumeScreen key={second} entry={second} session={session} />
}
