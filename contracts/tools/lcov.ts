/** The gaps of a coverage report, one line each, e.g. `src/A.sol:12 branch 1`. */
export function findCoverageGaps(lcov: string): {
  readonly files: readonly string[]
  readonly gaps: readonly string[]
} {
  const files: string[] = []
  const gaps: string[] = []
  let file = ''
  for (const line of lcov.split('\n')) {
    const [kind = '', rest = ''] = splitOnce(line, ':')
    const fields = rest.split(',')
    if (kind === 'SF') {
      file = rest
      files.push(file)
    } else if (kind === 'DA' && fields[1] === '0') {
      gaps.push(`${file}:${fields[0]} line`)
    } else if (kind === 'BRDA' && (fields[3] === '0' || fields[3] === '-')) {
      gaps.push(`${file}:${fields[0]} branch ${fields[2]}`)
    } else if (kind === 'FNDA' && fields[0] === '0') {
      gaps.push(`${file} function ${fields[1]}`)
    }
  }
  return { files, gaps }
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
