import { Window } from 'happy-dom'
import type { ReactNode } from 'react'

/** Opens a document; call it before React is loaded. Other globals of Node do not change. */
export function openDocument(): void {
  const window = new Window({ url: 'http://127.0.0.1/' })
  Object.assign(globalThis, { window, document: window.document })
}

/** Renders a component that shows nothing. */
export async function mount(node: ReactNode): Promise<{ unmount: () => void }> {
  const { createRoot } = await import('react-dom/client')
  const root = createRoot(document.createElement('div'))
  root.render(node)
  return { unmount: () => root.unmount() }
}
