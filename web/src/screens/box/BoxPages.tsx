import type { Session } from '../../wallets/useSession.js'
import { BoxesScreen } from './BoxesScreen.js'
import { BoxScreen } from './BoxScreen.js'
import { MakeBoxScreen, ResumeBoxScreen } from './MakeBoxScreen.js'

/** The pages of spending accounts, which load together: `/boxes`, `/boxes/new`, `/boxes/new/:entry` and `/box/:chain/:address`. */
export function BoxPages({ path, session }: { path: string; session: Session }) {
  const [, first, second, third] = path.split('/')
  const { account } = session
  if (first === 'box')
    return <BoxScreen key={`${path}${account}`} chain={second ?? ''} address={third ?? ''} session={session} />
  if (second !== 'new') return <BoxesScreen session={session} />
  if (third === undefined) return <MakeBoxScreen key={account} session={session} />
  return <ResumeBoxScreen key={third} entry={third} session={session} />
}
