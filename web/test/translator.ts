import type { BrowserContext } from 'playwright-core'

/** Does to the pages of a context what the translator of a browser does, also with what appears later: puts each text into elements of its own. */
export async function addTranslator(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const move = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = root instanceof Text ? [root] : []
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      for (const text of texts) {
        const isLeft = text.parentElement?.closest('font, [translate="no"], textarea, select, script, style, title')
        if (isLeft !== null || text.data.trim() === '') continue
        const moved = document.createElement('font')
        moved.append(document.createElement('font'))
        text.replaceWith(moved)
        moved.firstElementChild?.append(text)
      }
    }
    addEventListener('DOMContentLoaded', () => {
      move(document.body)
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) move(node)
      }).observe(document.body, { childList: true, subtree: true })
    })
  })
}
