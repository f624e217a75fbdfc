import { useEffect, useState } from 'react'
import { useWords } from '../words/useWords.js'

/** More modules in a row than this are too small on a screen for a camera. */
const mostModules = 121

/** A QR code, black on white in both themes. Its encoder loads when it is shown. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { words } = useWords()
  const [shape, setShape] = useState<{ path: string; size: number } | 'too_long'>()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const { default: encodeQR } = await import('qr')
      if (isCurrent) setShape(shapeOf(() => encodeQR(text, 'raw', { ecc: 'medium', border: 4 })))
    }
    // The link beside it says the same.
    load().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [text])
  if (shape === undefined) return null
  if (shape === 'too_long') return <p className="hint">{words.app.noQr}</p>
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${shape.size} ${shape.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <rect width={shape.size} height={shape.size} fill="#fff" />
        <path d={shape.path} fill="#000" />
      </svg>
    </div>
  )
}

/** @param encode - Throws where the text fits into no code at all. */
function shapeOf(encode: () => readonly (readonly boolean[])[]) {
  try {
    const rows = encode()
    if (rows.length <= mostModules) return { path: pathOf(rows), size: rows.length }
  } catch {}
  return 'too_long' as const
}

/** One square for each dark module. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
}
