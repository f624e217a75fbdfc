/** Functions that run in a page, each whole in itself, and return what a person would not see or could not tell apart. */

/** Texts that are cut, outside of the window or of the box that they are the text of, or under another text. */
export function findCutTexts(): string[] {
  const root = document.querySelector('dialog[open]') ?? document.body
  // What is drawn only once it is scrolled to, or opened, has no place before.
  for (const row of root.querySelectorAll<HTMLElement>('.ledger > li')) row.style.contentVisibility = 'visible'
  for (const folded of root.querySelectorAll<HTMLDetailsElement>('details:not(.more)')) folded.open = true
  const texts: { text: string; rects: DOMRect[] }[] = []
  const faults: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const [text, parent] = [node.textContent?.trim() ?? '', node.parentElement]
    if (text === '' || parent === null || parent.closest('script, style, .unseen, .skip, select') !== null) continue
    if (!parent.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
    texts.push({ text, rects })
    const isOut = ({ left, right }: DOMRect, edge: { left: number; right: number }) =>
      left < edge.left - 1 || right > edge.right + 1
    if (rects.some((rect) => isOut(rect, { left: 0, right: innerWidth }))) faults.push(`out of the window: ${text}`)
    const box = parent.closest('button, .button, label, summary, .card, .notice, dd, dt, li')?.getBoundingClientRect()
    if (box !== undefined && rects.some((rect) => isOut(rect, box) || rect.bottom > box.bottom + 4))
      faults.push(`out of its box: ${text}`)
    for (let above: Element | null = parent; above !== null && above !== root; above = above.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(above)
      const edge = above.getBoundingClientRect()
      if (overflowX !== 'visible' && rects.some((rect) => isOut(rect, edge))) faults.push(`cut: ${text}`)
      if (overflowY !== 'visible' && rects.some((rect) => rect.bottom > edge.bottom + 1))
        faults.push(`cut below: ${text}`)
    }
  }
  const covers = (one: DOMRect, other: DOMRect) => {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    return width > 2 && height > Math.min(one.height, other.height) / 2
  }
  for (const [at, { text, rects }] of texts.entries())
    for (const other of texts.slice(at + 1))
      if (rects.some((rect) => other.rects.some((another) => covers(rect, another))))
        faults.push(`over each other: ${text} / ${other.text}`)
  const { scrollWidth } = document.documentElement
  return scrollWidth > innerWidth ? [`${scrollWidth} px`, ...faults] : faults
}

/** What a person selects who selects each address that is shown in groups; nothing where that is not allowed. */
export function selectAddresses(): string[] {
  const root = document.querySelector('dialog[open]') ?? document.body
  for (const folded of root.querySelectorAll<HTMLDetailsElement>('details:not(.more)')) folded.open = true
  return [...root.querySelectorAll('.groups')].flatMap((address) => {
    const selection = getSelection()
    if (selection === null) return []
    selection.selectAllChildren(address)
    const text = selection.toString()
    selection.removeAllRanges()
    return getComputedStyle(address).userSelect === 'none' && text === '' ? [] : [text]
  })
}

/** What only a color says: with forced colors nothing else is left of it. */
export function findShapeless(): string[] {
  const root = document.querySelector('dialog[open]') ?? document.body
  const faults: string[] = []
  const nameOf = (element: Element) => element.outerHTML.slice(0, 90)
  const numbersOf = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const luminanceOf = (color: string) => {
    const [red = 0, green = 0, blue = 0] = numbersOf(color).map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  /** The color that an element is drawn on. */
  const behind = (element: Element | null): string => {
    if (element === null) return 'rgb(255, 255, 255)'
    const { backgroundColor } = getComputedStyle(element)
    const isClear = backgroundColor === 'transparent' || numbersOf(backgroundColor)[3] === 0
    return isClear ? behind(element.parentElement) : backgroundColor
  }
  // What WCAG 1.4.11 asks of a shape.
  const isSeen = (color: string, on: string) => {
    const both = [luminanceOf(color), luminanceOf(on)]
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05) >= 3
  }
  const hasLine = (style: string, width: string, color: string, on: string) =>
    style !== 'none' && Number.parseFloat(width) >= 1 && isSeen(color, on)
  const shown = (selector: string) =>
    [...root.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())

  const edged =
    '.button, .chip, .wallets button, select, textarea, .segments label, input:not([type=radio], [type=checkbox], [type=file])'
  for (const element of shown(`${edged}, .notice, .card, .stop, .comparison > div, .skeleton span, .burner`)) {
    const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(element)
    if (!hasLine(borderTopStyle, borderTopWidth, borderTopColor, behind(element.parentElement)))
      faults.push(`no edge: ${nameOf(element)}`)
  }
  for (const label of shown('.segments label:has(:checked)')) {
    const other = label.parentElement?.querySelector('label:not(:has(:checked))')
    if (other && getComputedStyle(other).borderTopWidth === getComputedStyle(label).borderTopWidth)
      faults.push(`chosen by color alone: ${nameOf(label)}`)
  }
  for (const title of shown('.notice-warning > h2')) {
    const { backgroundColor } = getComputedStyle(title, '::before')
    if (!isSeen(backgroundColor, behind(title))) faults.push(`no sign: ${nameOf(title)}`)
  }
  for (const group of shown('.comparison .group > *')) {
    const { outlineStyle, outlineWidth, outlineColor, textDecorationLine, fontWeight } = getComputedStyle(group)
    const signs = [
      hasLine(outlineStyle, outlineWidth, outlineColor, behind(group)),
      textDecorationLine === 'underline',
      Number(fontWeight) >= 700,
    ]
    const isMarked = group.tagName === 'MARK'
    if (signs.some((sign) => sign !== isMarked)) faults.push(`${isMarked ? 'not marked' : 'marked'}: ${nameOf(group)}`)
  }
  for (const element of shown('a[href], button, input, select, textarea, summary')) {
    element.focus()
    if (document.activeElement !== element) continue
    const drawn = element.matches('[type=radio]') ? (element.closest('label') ?? element) : element
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(drawn)
    if (!hasLine(outlineStyle, outlineWidth, outlineColor, behind(drawn.parentElement)))
      faults.push(`no ring: ${nameOf(element)}`)
  }
  for (const code of shown('.qr svg')) {
    const [ground, modules] = [code.querySelector('rect'), code.querySelector('path')]
    const isBlackOnWhite =
      ground &&
      modules &&
      getComputedStyle(ground).fill === 'rgb(255, 255, 255)' &&
      getComputedStyle(modules).fill === 'rgb(0, 0, 0)'
    if (!isBlackOnWhite) faults.push(`not black on white: ${nameOf(code)}`)
  }
  return faults
}
