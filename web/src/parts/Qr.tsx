import { useEffect, useState } from 'react'

/** A QR code, black on white in both themes. Its encoder loads when it is shown. */
export function Qr({ text, label }: { text: string; label: string }) {
  const [shape, setShape] = useState<{ path: string; size: number }>()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const { default: encodeQR } = await import('qr')
      const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
      if (isCurrent) setShape({ path: pathOf(rows), size: rows.length })
    }
    // The link beside it says the same.
    load().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [text])
  if (shape === undefined) return null
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${shape.size} ${shape.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <rect width={shape.size} height={shape.size} fill="#fff" />
        <path d={shape.path} fill="#000" />
      </svg>
    </div>
  )
}

/** One square for each dark module. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
}
