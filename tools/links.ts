/** The Markdown pages of the repository, their links, and whether the targets of links exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/**
 * Checks every local link.
 *
 * @param file - Path of the Markdown file from `root`.
 * @returns One sentence per link whose file or heading is missing; links to other hosts are not followed.
 */
export function findBrokenLinks(root: string, file: string, text: string): string[] {
  const problems: string[] = []
  for (const [, target = ''] of withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue
    const [path = '', anchor] = target.split('#')
    const full = path === '' ? file : posix.join(posix.dirname(file), path)
    if (full.startsWith('..') || !existsSync(`${root}/${full}`))
      problems.push(`${file} links to ${target}, which is not there`)
    else if (
      anchor !== undefined &&
      full.endsWith('.md') &&
      !readAnchors(readFileSync(`${root}/${full}`, 'utf8')).includes(anchor)
    )
      problems.push(`${file} links to ${target}, which has no such heading`)
  }
  return problems
}

/** The anchor of every heading, as code hosts make them. */
export function readAnchors(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#{1,6} +(.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}

/** Paths of the Markdown pages that people read: the root's own, `docs/`, and each package's and program's README. */
export function listMarkdown(root: string): string[] {
  const inFolder = (folder: string) =>
    existsSync(`${root}/${folder}`)
      ? readdirSync(`${root}/${folder}`)
          .filter((name) => name.endsWith('.md'))
          .map((name) => (folder === '.' ? name : `${folder}/${name}`))
      : []
  return [
    '.',
    'docs',
    'docs/web',
    'contracts',
    'contracts/test',
    'sdk',
    'guard',
    'react',
    'web',
    'devnet',
    'service',
    'cli',
    'bench',
    'tools/corpus',
  ].flatMap(inFolder)
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '')
}
